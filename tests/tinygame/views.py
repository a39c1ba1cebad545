from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_POST, require_safe

from tabletop.accounts.gate import asks_for_name, name_required
from tabletop.accounts.models import User
from tabletop.live.pages import show_table
from tabletop.tables.seats import Entry, Terms
from tabletop.tables.views import TableViews, move_view
from tests.tinygame import queries, services
from tests.tinygame.forms import DuelForm
from tests.tinygame.pages import page
from tests.tinygame.plug import Settings


@require_safe
@asks_for_name
def table(request: HttpRequest, game_id: UUID) -> HttpResponse:
    return show_table(request, page, game_id)


def _create(person: User, form: DuelForm, terms: Terms) -> Entry:
    choices = form.choices
    return services.tables.create_table(
        person=person, bots=form.bots, choices=choices, settings=form.settings, terms=terms
    )


shared = TableViews(page, services.tables, form=DuelForm, create=_create)


move = move_view(page, "move/")


@require_POST
@name_required
def start(request: HttpRequest) -> HttpResponse:
    """Seats two people by name: a door for tests only, so that browsers can meet without an invitation."""
    people = [queries.newest_person(name) for name in request.POST.getlist("name")]
    settings = Settings(turn_seconds=float(request.POST.get("turn_seconds", 900)))
    return HttpResponseRedirect(queries.address(services.start_duel(people=people, settings=settings)))
