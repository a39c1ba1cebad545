from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cambio import services
from cambio.forms import NewTableForm
from cambio.pages.table import page
from tabletop.accounts.models import User
from tabletop.admission import NameNeeded, SeatNeeded, WatchRoomFull
from tabletop.conditional import answer_with_page
from tabletop.live.pages import show_table
from tabletop.rules import RuleViolation
from tabletop.tables.invitation_views import show_door
from tabletop.tables.seats import Entry, Terms
from tabletop.tables.views import TableViews, move_view


@require_safe
def table(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The table for those who sit there or look on; for others, strangers too, its door."""
    try:
        return show_table(request, page, game_id)
    except (NameNeeded, SeatNeeded, WatchRoomFull):
        return _show_door(request, game_id)


def _show_door(request: HttpRequest, game_id: UUID, refusal: RuleViolation | None = None) -> HttpResponse:
    return show_door(request, services.tables, game_id, refusal)


act = move_view(page, "act/")


def _create(person: User, form: NewTableForm, terms: Terms) -> Entry:
    seats = form.cleaned_data["player_count"]
    return services.create_table(person=person, player_count=seats, bots=form.bots, choices=form.choices, terms=terms)


shared = TableViews(
    page, services.tables, form=NewTableForm, create=_create, refuse=_show_door, rules_page="cambio:how_to_play"
)


@require_safe
def how_to_play(request: HttpRequest) -> HttpResponse:
    facts = {"current_game": "cambio"}
    return answer_with_page(request, request.path, render=lambda: render(request, "cambio/how_to_play.html", facts))
