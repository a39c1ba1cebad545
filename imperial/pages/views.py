from collections.abc import Callable
from functools import partial
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from msgspec.structs import asdict

from imperial import queries, rules, services
from imperial.decisions.editing import edit_draft
from imperial.forms import NewTableForm
from imperial.pages import rulebook
from imperial.pages.contexts.chart import Charts, charts
from imperial.pages.contexts.pages import HistoryPage, PlacesPage, TurnPage
from imperial.pages.contexts.territories import territories
from imperial.pages.loading import LoadedPage
from imperial.pages.moves import all_fields, load_to_change
from imperial.pages.table import looking_back, news_of_draft, page, whole_history
from tabletop.accounts.gate import asks_for_name, name_required, person_of
from tabletop.accounts.models import User
from tabletop.admission import NameNeeded, SeatNeeded, WatchRoomFull
from tabletop.conditional import answer_with_page
from tabletop.live.pages import answer_with_all, load_for, refuse, render_table, shows_another, table_post
from tabletop.live.parts import Context, render_parts, render_update
from tabletop.rules import RuleViolation, Seat
from tabletop.tables.invitation_views import show_door
from tabletop.tables.seats import Entry, Terms
from tabletop.tables.views import TableViews, move_view
from tabletop.translation import translate


@require_safe
def table(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The table for those who sit there or look on; for others, strangers too, its door."""
    try:
        loaded, seat = _load(request, game_id)
        seen = loaded.private_of(seat).seen_turn
        if seat is not None and seen != loaded.turn_id:
            services.note_visit(game_id=game_id, seat=seat, turn_id=loaded.turn_id)
        game = loaded.state.game
        shows_final_map = "map" in request.GET and game is not None and rules.is_over(game)
        return render_table(request, page, loaded, seat, seen_turn=seen, shows_final_map=shows_final_map)
    except (NameNeeded, SeatNeeded, WatchRoomFull):
        return show_door(request, services.tables, game_id)


@require_safe
@asks_for_name
def turn(request: HttpRequest, game_id: UUID, number: int) -> HttpResponse:
    """The board as it stood before a turn."""
    loaded, _seat = _load(request, game_id)
    past = queries.position_before(game_id, number)
    if loaded.state.game is None or (past is None and not 0 < number == loaded.turn_id - 1):
        raise Http404
    if past is None:
        messages.info(request, _("This game was begun elsewhere. Its turns are kept from here on."))
        return HttpResponseRedirect(page.address(game_id))
    board, latest, notes = past, loaded.state.game.turn_id - 1, loaded.state.waits.seat_notes

    def context() -> TurnPage:
        return TurnPage(
            number=number,
            first=queries.first_turn_kept(game_id),
            latest=latest,
            round=board.round,
            link=request.build_absolute_uri(),
            parts=render_parts(looking_back(loaded, board, queries.lines_before(game_id, number, notes))),
        )

    return _answer_about(request, loaded, "imperial/turn.html", context)


@require_safe
@asks_for_name
def latest_turn(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Where looking back begins."""
    latest = _load(request, game_id)[0].turn_id - 1
    address = reverse("imperial:turn", args=[game_id, latest]) if latest > 0 else page.address(game_id)
    return HttpResponseRedirect(address)


@require_safe
@asks_for_name
def history(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The public log from its beginning; the table shows the end of it."""
    loaded, _seat = _load(request, game_id)
    if loaded.state.game is None:
        raise Http404

    def context() -> HistoryPage:
        lines = queries.whole_log(game_id, to_turn=loaded.turn_id, notes=loaded.state.waits.seat_notes)
        return HistoryPage(parts=render_parts(whole_history(loaded, lines)))

    return _answer_about(request, loaded, "imperial/history.html", context)


@require_safe
@asks_for_name
def places(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The map in words."""
    loaded, _seat = _load(request, game_id)
    if loaded.state.game is None:
        raise Http404

    def context() -> PlacesPage:
        return PlacesPage(territories=territories(loaded.public.game, setup=loaded.public.board))

    template = "imperial/_territories.html" if getattr(request, "htmx", False) else "imperial/places.html"
    return _answer_about(request, loaded, template, context)


@require_safe
@asks_for_name
def chart(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """How a finished game went, for its result."""
    loaded, _seat = _load(request, game_id)
    game = loaded.state.game
    if game is None or game.mode != "game-over":
        raise Http404

    def context() -> Charts:
        return charts(queries.beginnings_of_rounds(game_id), game, names=loaded.names, colours=loaded.colours)

    template = "imperial/_chart.html" if getattr(request, "htmx", False) else "imperial/chart.html"
    return _answer_about(request, loaded, template, context)


def _answer_about(
    request: HttpRequest, loaded: LoadedPage, template: str, context: Callable[[], Context]
) -> HttpResponse:
    """What all may see of a table at this address, or 304 where it has not changed."""
    marks = (request.path, template, loaded.row.seq, sorted(loaded.names.items()))
    facts = {"game_id": loaded.row.pk, "current_game": "imperial"}
    return answer_with_page(request, *marks, render=lambda: render(request, template, facts | asdict(context())))


act = move_view(page, "act/")
undo = move_view(page, "undo/")


@table_post(page)
@name_required
def draft(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """A choice for the draft: kept, and answered with what it changes."""
    loaded, seat = load_to_change(game_id, person_of(request))
    private, game, board = loaded.private_of(seat), loaded.state.game, loaded.state.settings.board
    if game is None:
        raise PermissionDenied
    if loaded.state.abandoned:
        return refuse(request, page, game_id, services.tables.rules.refusal("game_abandoned"))
    fields = all_fields(request.POST)
    change = partial(edit_draft, game, str(seat), fields=fields, setup=board)
    try:
        changed = change(private.draft)
        number = services.replace_draft(loaded, seat, changed)
        if number is None:
            changed, _number = services.change_draft(game_id=game_id, seat=seat, change=change)
    except RuleViolation as refusal:
        if "destination" in fields and getattr(request, "htmx", False):
            table_as_it_stands = render_update(page.contexts(loaded, seat), seq=loaded.row.seq)
            why = _why(translate(refusal.sentence), help_url=page.help_url(refusal.code))
            return HttpResponse(table_as_it_stands + why, status=409)
        return refuse(request, page, game_id, refusal)
    if not getattr(request, "htmx", False):
        return HttpResponseRedirect(page.address(game_id), status=303)
    if number is None or shows_another(request, loaded.row.seq):
        # A move or another choice came between: the page would drop an answer about the position before.
        loaded, _seat = _load(request, game_id)
        news = page.contexts(loaded, seat)
    else:
        news = news_of_draft(loaded, seat, changed, number=number)
    return HttpResponse(render_update(news, seq=loaded.row.seq) + _why())


def _why(sentence: str = "", *, help_url: str | None = None) -> str:
    """Why a unit cannot go where somebody pointed, told on the map; without a sentence the last one goes."""
    return render_to_string("imperial/map/_why.html", {"sentence": sentence, "help_url": help_url})


@table_post(page)
@name_required
def hint(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """An explanation that has been read."""
    loaded, seat = _load(request, game_id)
    if seat is None:
        raise PermissionDenied
    hint = request.POST.get("hint", "")
    left = services.drop_hint(game_id=game_id, seat=seat, hint=hint, known=loaded.private_of(seat).hints)
    if not getattr(request, "htmx", False):
        return HttpResponseRedirect(page.address(game_id), status=303)
    if shows_another(request, loaded.row.seq):
        return answer_with_all(request, page, game_id)
    news = page.news(loaded, loaded.with_private(seat, hints=left), seat)
    return HttpResponse(render_update(news, seq=loaded.row.seq))


def _create(person: User, form: NewTableForm, terms: Terms) -> Entry:
    return services.create_table(
        person=person,
        player_count=form.cleaned_data["player_count"],
        bots=form.bots,
        clock=form.clock,
        choices=form.choices,
        terms=terms,
    )


shared = TableViews(page, services.tables, form=NewTableForm, create=_create, rules_page="imperial:rules")


@require_safe
def rules_page(request: HttpRequest) -> HttpResponse:
    facts = asdict(rulebook.facts()) | {"current_game": "imperial"}
    return answer_with_page(request, request.path, render=lambda: render(request, "imperial/rules.html", facts))


def _load(request: HttpRequest, game_id: UUID) -> tuple[LoadedPage, Seat | None]:
    loaded, seat = load_for(page, game_id, request.user)
    if not isinstance(loaded, LoadedPage):
        raise TypeError(loaded)
    return loaded, seat
