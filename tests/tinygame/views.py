from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_POST, require_safe

from tabletop.accounts.gate import name_required, person_of
from tabletop.accounts.models import User
from tabletop.errors import Malformed
from tabletop.live.pages import answer, refuse, show_table, table_post
from tabletop.request_headers import idempotency_key
from tabletop.rules import Json, RuleViolation
from tabletop.tables.seats import Entry
from tabletop.tables.views import TableViews
from tests.tinygame import queries, services
from tests.tinygame.forms import DuelForm
from tests.tinygame.pages import page


@require_safe
def table(request: HttpRequest, game_id: UUID) -> HttpResponse:
    return show_table(request, page, game_id)


def _create(person: User, form: DuelForm) -> Entry:
    return services.tables.create_table(person=person, bots=form.bots, settings=form.settings)


shared = TableViews(page, services.tables, practice=services.tables.practice, form=DuelForm, create=_create)


@table_post(page)
@name_required
def move(request: HttpRequest, game_id: UUID) -> HttpResponse:
    key, seq = idempotency_key(request), expected_seq(request)
    try:
        receipt = services.tables.act(
            game_id=game_id, person=person_of(request), action=_action(request), key=key, expected_seq=seq
        )
    except RuleViolation as refusal:
        return refuse(request, page, game_id, refusal)
    return answer(request, page, receipt)


def expected_seq(request: HttpRequest) -> int | None:
    """The sequence number the page shows; raises Malformed."""
    text = request.headers.get("X-Table-Seq", "")
    if text and not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Malformed
    return int(text) if text else None


def _action(request: HttpRequest) -> Json:
    try:
        kind = request.POST["type"]
        return {"type": kind} if kind == "undo" else {"type": kind, "card": int(request.POST["card"])}
    except (KeyError, ValueError):
        raise Malformed from None


@require_POST
@name_required
def start(request: HttpRequest) -> HttpResponse:
    """Seats two people by name: a door for tests only, so that browsers can meet without an invitation."""
    people = [queries.newest_person(name) for name in request.POST.getlist("name")]
    return HttpResponseRedirect(queries.address(services.start_duel(people=people)))
