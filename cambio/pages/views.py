from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cambio import services
from cambio.forms import NewTableForm
from cambio.pages.table import page
from tabletop.accounts.gate import asks_for_name
from tabletop.accounts.models import User
from tabletop.admission import SeatNeeded
from tabletop.conditional import answer_with_page
from tabletop.live.pages import show_table
from tabletop.rules import RuleViolation
from tabletop.tables.seats import Entry, Terms
from tabletop.tables.views import TableViews, move_view
from tabletop.translation import translate


@require_safe
@asks_for_name
def table(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The table for those who sit there; for others the chair they may take."""
    try:
        return show_table(request, page, game_id)
    except SeatNeeded:
        return _show_door(request, game_id)


def _show_door(request: HttpRequest, game_id: UUID, refusal: RuleViolation | None = None) -> HttpResponse:
    loaded = page.read(game_id)
    state = loaded.state
    seated, seats = len(state.seats), state.max_players
    context = {
        "game_id": game_id,
        "names": list(loaded.names.values()),
        "is_open": state.game is None and not state.abandoned and seated < seats,
        "is_closed": state.abandoned,
        "reason": state.abandon_reason,
        "has_started": state.game is not None,
        "free": seats - seated,
        "refusal": "" if refusal is None else translate(refusal.sentence),
        "current_game": "cambio",
    }
    marks = (request.path, context) if refusal is None else ()
    status = 200 if refusal is None else 409
    return answer_with_page(request, *marks, render=lambda: render(request, "cambio/door.html", context, status=status))


act = move_view(page, "act/")


def _create(person: User, form: NewTableForm, terms: Terms) -> Entry:
    seats, takeover = form.cleaned_data["player_count"], form.cleaned_data["takeover"]
    return services.create_table(person=person, player_count=seats, bots=form.bots, takeover=takeover, terms=terms)


shared = TableViews(page, services.tables, form=NewTableForm, create=_create, refuse=_show_door)


@require_safe
def how_to_play(request: HttpRequest) -> HttpResponse:
    facts = {"current_game": "cambio"}
    return answer_with_page(request, request.path, render=lambda: render(request, "cambio/how_to_play.html", facts))
