from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cambio import services
from cambio.forms import NewTableForm, action_from, level_from
from cambio.pages.table import page
from tabletop.accounts.gate import name_required, person_of
from tabletop.accounts.models import User
from tabletop.engine import Receipt
from tabletop.live.pages import answer, refuse, show_table, table_post
from tabletop.play import read
from tabletop.request_headers import idempotency_key
from tabletop.rules import RuleViolation
from tabletop.tables.seats import Entry
from tabletop.tables.views import TableViews
from tabletop.translation import translate

# What time does by itself, and how the rules say that it has: a press at the last moment is not told off, the page
# shows how the table stands.
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


def _show_door(request: HttpRequest, game_id: UUID, refusal: RuleViolation | None = None) -> HttpResponse:
    loaded = read(services.engine, game_id)
    state = loaded.state
    seated, seats = len(state.seats), state.max_players
    context = {
        "game_id": game_id,
        "names": list(loaded.names.values()),
        "is_open": state.game is None and seated < seats,
        "has_started": state.game is not None,
        "free": seats - seated,
        "refusal": "" if refusal is None else translate(refusal.sentence),
        "current_game": "cambio",
    }
    return render(request, "cambio/door.html", context, status=200 if refusal is None else 409)


@table_post(page)
@name_required
def act(request: HttpRequest, game_id: UUID) -> HttpResponse:
    # The page may be older than somebody's coming or going, which changes nothing about a move: the rules judge it,
    # not the number on the page, and the key keeps it from happening twice.
    verb, _colon, detail = request.POST.get("do", "").partition(":")
    person, key = person_of(request), idempotency_key(request)
    action = {"type": verb}
    try:
        if verb == "add_bot":
            receipt = services.add_bot(game_id=game_id, level=level_from(detail), key=key, person=person)
        else:
            action = action_from(request.POST)
            receipt = services.act(game_id=game_id, action=action, key=key, person=person)
    except RuleViolation as refusal:
        if refusal.code not in DONE_BY_TIME.get(action["type"], ()):
            return refuse(request, page, game_id, refusal)
        loaded = page.read(game_id)
        seat = page.seat_for(loaded, request.user)
        receipt = Receipt(seq=loaded.row.seq, before=loaded, loaded=loaded, seat=seat, changed=False)
    return answer(request, page, receipt)


def _create(person: User, form: NewTableForm) -> Entry:
    seats, takeover = form.cleaned_data["player_count"], form.cleaned_data["takeover"]
    return services.create_table(person=person, player_count=seats, bots=form.bots, takeover=takeover)


shared = TableViews(
    page, services.tables, practice=services.practice, form=NewTableForm, create=_create, refuse=_show_door
)


@require_safe
def how_to_play(request: HttpRequest) -> HttpResponse:
    return render(request, "cambio/how_to_play.html", {"current_game": "cambio"})
