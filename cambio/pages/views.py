from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from cambio import services
from cambio.forms import NewTableForm, action_from, level_from
from cambio.pages import loading
from cambio.pages.table import page
from tabletop.accounts.gate import name_required, person_of
from tabletop.accounts.models import User
from tabletop.live.pages import act as answer
from tabletop.live.pages import poll_table, refuse, sent_from, show_table
from tabletop.play import Receipt, read
from tabletop.rules import Json, RuleViolation, Seat
from tabletop.tables import views as tables
from tabletop.tables.seats import Entry
from tabletop.translation import translate

# What time does by itself, and how the rules say that it has: whoever presses the button at the last moment is not
# told off, but sees how the table stands.
DONE_BY_TIME = {
    "confirm_initial_view": {"invalid_action"},
    "dismiss_reveal": {"no_power_pending", "not_your_turn", "game_already_completed"},
}


@require_safe
@name_required
def table(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The table for those who sit there; for others the chair they may take."""
    try:
        return show_table(request, page, game_id)
    except PermissionDenied:
        return _show_door(request, game_id)


def _show_door(request: HttpRequest, game_id: UUID, *, refusal: str = "", status: int = 200) -> HttpResponse:
    state = read(services.engine, game_id).state
    seated, seats = len(state.seats), state.max_players
    context = {
        "game_id": game_id,
        "names": [info.display_name for info in state.seats],
        "is_open": state.game is None and seated < seats,
        "has_started": state.game is not None,
        "free": seats - seated,
        "refusal": refusal,
        "current_game": "cambio",
    }
    return render(request, "cambio/door.html", context, status=status)


@require_safe
def parts(request: HttpRequest, game_id: UUID) -> HttpResponse:
    return poll_table(request, page, game_id)


@sent_from(page)
@name_required
def act(request: HttpRequest, game_id: UUID) -> HttpResponse:
    verb, _colon, detail = request.POST.get("do", "").partition(":")
    person = person_of(request)

    def service(seat: Seat, key: str | None, expected_seq: int | None) -> Receipt:
        # What the page shows may be older than somebody's coming or going, which changes nothing about a move:
        # the rules judge it, and the key keeps it from happening twice.
        if verb == "add_bot":
            receipt = services.add_bot(game_id=game_id, seat=seat, level=level_from(detail), key=key, person=person)
        elif verb == "remove_bot":
            receipt = services.remove_bot(game_id=game_id, seat=seat, bot_id=detail, key=key, person=person)
        else:
            receipt = _move(game_id, seat, action_from(request.POST), key=key, person=person)
        return loading.told(receipt)

    return answer(request, page, game_id, service)


def _move(game_id: UUID, seat: Seat, action: Json, *, key: str | None, person: User) -> Receipt:
    try:
        return services.act(game_id=game_id, seat=seat, action=action, key=key, person=person)
    except RuleViolation as refusal:
        if refusal.code not in DONE_BY_TIME.get(action["type"], ()):
            raise
    loaded = read(services.engine, game_id)
    return Receipt(seq=loaded.row.seq, before=loaded, loaded=loaded, changed=False)


@sent_from(page)
@name_required
def join(request: HttpRequest, game_id: UUID) -> HttpResponse:
    try:
        services.join_table(game_id=game_id, person=person_of(request))
    except RuleViolation as refusal:
        if refusal.code != "already_in_game":
            return _show_door(request, game_id, refusal=translate(refusal.sentence), status=409)
    return HttpResponseRedirect(page.address(game_id))


@sent_from(page)
@name_required
def leave(request: HttpRequest, game_id: UUID) -> HttpResponse:
    seat = page.seat_to_act(game_id, request.user)
    try:
        services.act(game_id=game_id, seat=seat, action={"type": "leave_game"}, person=person_of(request))
    except RuleViolation as refusal:
        return refuse(request, page, game_id, refusal)
    return HttpResponseRedirect(reverse("lobby:home"))


@sent_from(page)
@name_required
def rematch(request: HttpRequest, game_id: UUID) -> HttpResponse:
    try:
        entry = services.rematch(game_id=game_id, person=person_of(request))
    except RuleViolation as refusal:
        return _show_door(request, game_id, refusal=translate(refusal.sentence), status=409)
    return HttpResponseRedirect(page.address(entry.game_id))


@require_http_methods(["GET", "HEAD", "POST"])
@name_required
def new_table(request: HttpRequest) -> HttpResponse:
    form = NewTableForm(request.POST or None)

    def create() -> Entry:
        return services.create_table(
            person=person_of(request),
            player_count=form.cleaned_data["player_count"],
            bots=form.bots,
            takeover=form.cleaned_data["takeover"],
        )

    return tables.new_table(request, page, form, create)


@require_http_methods(["GET", "HEAD", "POST"])
def practice(request: HttpRequest) -> HttpResponse:
    return tables.practice(request, page, services.practice)


@require_safe
def how_to_play(request: HttpRequest) -> HttpResponse:
    return render(request, "cambio/how_to_play.html", {"current_game": "cambio"})
