import time
from functools import partial
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from imperial import queries, rulebook, services
from imperial.decisions.draft import asked_since
from imperial.decisions.editing import edit_draft, with_plan
from imperial.decisions.submission import build_action, with_form_choices
from imperial.forms import NewTableForm
from imperial.pages import loading
from imperial.pages.contexts.territories import territories
from imperial.pages.loading import LoadedPage
from imperial.pages.table import looking_back, news_of_draft, page, whole_history
from imperial.rules.state import State
from tabletop.accounts.gate import name_required, person_of
from tabletop.live.pages import act as answer
from tabletop.live.pages import load_for, poll_table, refuse, render_table, sent_from
from tabletop.live.parts import changed_contexts, for_page, for_swap
from tabletop.play import Receipt
from tabletop.rules import Json, RuleViolation, Seat
from tabletop.tables import views as tables
from tabletop.tables.seats import Entry
from tabletop.translation import translate

TABLE_ACTIONS = {"start_game", "remove_bot", "resign", "take_back"}


@require_safe
@name_required
def table(request: HttpRequest, game_id: UUID) -> HttpResponse:
    loaded, seat = _load(request, game_id)
    seen = loaded.seen_by(seat)
    if seat is not None and seen != loaded.turn_id:
        services.note_visit(game_id=game_id, seat=seat, turn_id=loaded.turn_id)
    return render_table(request, page, loaded, seat, seen_turn=seen)


@require_safe
def parts(request: HttpRequest, game_id: UUID) -> HttpResponse:
    return poll_table(request, page, game_id)


@require_safe
@name_required
def turn(request: HttpRequest, game_id: UUID, number: int) -> HttpResponse:
    """The board as it stood before a turn."""
    loaded, _seat = _load(request, game_id)
    past = queries.position_before(game_id, number)
    if loaded.state.game is None or (past is None and not 0 < number == loaded.turn_id - 1):
        raise Http404
    if past is None:
        messages.info(request, _("This game was begun elsewhere. Its turns are kept from here on."))
        return HttpResponseRedirect(page.address(game_id))
    context = {
        "game_id": game_id,
        "number": number,
        "first": queries.first_turn_kept(game_id),
        "latest": loaded.state.game.turn_id - 1,
        "round": past.round,
        "link": request.build_absolute_uri(),
        "parts": for_page(looking_back(loaded, past, queries.lines_before(game_id, number))),
        "current_game": "imperial",
    }
    return render(request, "imperial/turn.html", context)


@require_safe
@name_required
def latest_turn(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Where looking back begins."""
    latest = _load(request, game_id)[0].turn_id - 1
    address = reverse("imperial:turn", args=[game_id, latest]) if latest > 0 else page.address(game_id)
    return HttpResponseRedirect(address)


@require_safe
@name_required
def history(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The public log from its beginning; the table shows the end of it."""
    loaded, _seat = _load(request, game_id)
    if loaded.state.game is None:
        raise Http404
    told = whole_history(loaded, queries.whole_log(game_id, to_turn=loaded.turn_id))
    return render(
        request, "imperial/history.html", {"game_id": game_id, "parts": for_page(told), "current_game": "imperial"}
    )


@require_safe
@name_required
def places(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The map in words."""
    loaded, seat = _load(request, game_id)
    if loaded.state.game is None:
        raise Http404
    shown = territories(page.view(loaded, seat, time.time()), setup=loaded.state.board)
    template = "imperial/_territories.html" if getattr(request, "htmx", False) else "imperial/places.html"
    return render(request, template, shown | {"game_id": game_id, "current_game": "imperial"})


@require_safe
@name_required
def chart(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """How a finished game went, for its result."""
    shown = queries.chart_of(game_id)
    if shown is None:
        raise Http404
    template = "imperial/_chart.html" if getattr(request, "htmx", False) else "imperial/chart.html"
    return render(request, template, shown | {"game_id": game_id, "current_game": "imperial"})


@sent_from(page)
@name_required
def act(request: HttpRequest, game_id: UUID) -> HttpResponse:
    loaded, person = _load(request, game_id)[0], person_of(request)

    def service(seat: Seat, key: str | None, _expected_seq: int | None) -> Receipt:
        # Somebody else's bid or vote changes nothing about this one: the rules judge it, not the number on the page.
        game = loaded.state.game
        kind, asked = request.POST.get("type", ""), None
        if kind == "add_bot":
            return loading.told(services.add_bot(game_id=game_id, seat=seat, key=key, person=person))
        if kind in TABLE_ACTIONS or game is None:
            action = {"type": kind} | ({"name": request.POST["name"]} if "name" in request.POST else {})
        else:
            # Read off this position: if another press is quicker, it is no answer to what is asked then.
            action, asked = _submitted(request, loaded, game, seat, key=key), asked_since(game)
        receipt = services.act(game_id=game_id, seat=seat, action=action, key=key, person=person, asked=asked)
        if kind == "maneuver_step" and game is not None and receipt.changed:
            services.change_draft(game_id=game_id, seat=seat, change=partial(with_plan, game))
        if (hint := services.HINT_OF_ACTION.get(kind)) in loaded.hints_for(seat):
            services.drop_hint(game_id=game_id, seat=seat, hint=str(hint))
        return loading.told(receipt)

    return answer(request, page, game_id, service)


def _submitted(request: HttpRequest, loaded: LoadedPage, game: State, seat: Seat, *, key: str | None) -> Json:
    """What the form and the draft stand for, or what the same request stood for when it came the first time."""
    board = loaded.state.board
    try:
        draft = with_form_choices(game, str(seat), loaded.drafts.get(seat), _fields(request), setup=board)
        return build_action(game, str(seat), draft, request.POST, setup=board)
    except RuleViolation:
        done = None if key is None else queries.done_before(loaded.row.pk, seat, key)
        if done is None:
            raise
        return done


@sent_from(page)
@name_required
def undo(request: HttpRequest, game_id: UUID) -> HttpResponse:
    def service(seat: Seat, key: str | None, _expected_seq: int | None) -> Receipt:
        return loading.told(services.undo(game_id=game_id, seat=seat, key=key, person=person_of(request)))

    return answer(request, page, game_id, service)


@sent_from(page)
@name_required
def draft(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """A choice on the desk: kept, and answered with what it changes."""
    loaded, seat = _load(request, game_id)
    if seat is None or loaded.state.game is None:
        raise PermissionDenied
    fields = _fields(request)
    try:
        change = partial(edit_draft, loaded.state.game, str(seat), fields=fields, setup=loaded.state.board)
        changed, number = services.change_draft(game_id=game_id, seat=seat, change=change)
    except RuleViolation as refusal:
        if "destination" in fields and getattr(request, "htmx", False):
            table_as_it_stands = for_swap(page.contexts(loaded, seat), seq=loaded.row.seq)
            why = _why(translate(refusal.sentence), help_url=page.help_url(refusal.code))
            return HttpResponse(table_as_it_stands + why, status=409)
        return refuse(request, page, game_id, refusal)
    if not getattr(request, "htmx", False):
        return HttpResponseRedirect(page.address(game_id), status=303)
    if queries.has_moved_on(game_id, since=loaded.row.seq):
        # Somebody moved meanwhile: the page would drop an answer about the position before.
        loaded, seat = _load(request, game_id)
        news = page.contexts(loaded, seat)
    else:
        news = news_of_draft(loaded, seat, changed, number=number, now=time.time())
    return HttpResponse(for_swap(news, seq=loaded.row.seq) + _why())


def _why(sentence: str = "", *, help_url: str | None = None) -> str:
    """Why a unit cannot go where somebody pointed, told on the map; without a sentence the last one goes."""
    return render_to_string("imperial/map/_why.html", {"sentence": sentence, "help_url": help_url})


@sent_from(page)
@name_required
def hint(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """An explanation that has been read."""
    loaded, seat = _load(request, game_id)
    if seat is None:
        raise PermissionDenied
    services.drop_hint(game_id=game_id, seat=seat, hint=request.POST.get("hint", ""))
    if not getattr(request, "htmx", False):
        return HttpResponseRedirect(page.address(game_id), status=303)
    after = loading.load(game_id)
    return HttpResponse(
        for_swap(changed_contexts(page.contexts(loaded, seat), page.contexts(after, seat)), seq=after.row.seq)
    )


@sent_from(page)
@name_required
def join(request: HttpRequest, game_id: UUID) -> HttpResponse:
    try:
        services.join_table(game_id=game_id, person=person_of(request))
    except RuleViolation as refusal:
        if refusal.code != "already_in_game":
            return refuse(request, page, game_id, refusal)
    return HttpResponseRedirect(page.address(game_id))


@sent_from(page)
@name_required
def leave(request: HttpRequest, game_id: UUID) -> HttpResponse:
    seat = page.seat_to_act(game_id, request.user)
    try:
        services.act(game_id=game_id, seat=seat, action={"type": "leave"}, person=person_of(request))
    except RuleViolation as refusal:
        return refuse(request, page, game_id, refusal)
    return HttpResponseRedirect(reverse("lobby:home"))


@sent_from(page)
@name_required
def rematch(request: HttpRequest, game_id: UUID) -> HttpResponse:
    try:
        entry = services.rematch(game_id=game_id, person=person_of(request))
    except RuleViolation as refusal:
        return refuse(request, page, game_id, refusal)
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
            clock=form.clock,
            is_open=form.cleaned_data["is_open"],
        )

    return tables.new_table(request, page, form, create)


@require_http_methods(["GET", "HEAD", "POST"])
def practice(request: HttpRequest) -> HttpResponse:
    return tables.practice(request, page, services.practice)


@require_safe
def rules_page(request: HttpRequest) -> HttpResponse:
    return render(request, "imperial/rules.html", rulebook.facts() | {"current_game": "imperial"})


def _load(request: HttpRequest, game_id: UUID) -> tuple[LoadedPage, Seat | None]:
    loaded, seat = load_for(page, game_id, request.user)
    if not isinstance(loaded, LoadedPage):
        raise TypeError(loaded)
    return loaded, seat


def _fields(request: HttpRequest) -> dict[str, list[str]]:
    return {name: request.POST.getlist(name) for name in request.POST}
