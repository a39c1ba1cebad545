"""How many tables may wait for players and be opened in an hour, by one person and from one network.

Rules 3.2 of the table.
"""

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tabletop.accounts.models import User
from tabletop.games import all_games
from tabletop.limits import Limit
from tabletop.one_at_a_time import wait_for_turn
from tabletop.rules import RuleViolation, gettext_noop, say

if TYPE_CHECKING:
    from tabletop.tables.services import TableServices

TABLES_OF_A_PERSON = 3
TABLES_FROM_A_NETWORK = 10
COUNTED_FOR = timedelta(days=1)
"""A table that has waited longer no longer counts against its network: nobody there may know its host any more."""

TOO_MANY_OF_A_PERSON = gettext_noop(
    "You have %(most)s tables that wait for players. Start one of them or leave it, then open another."
)
TOO_MANY_FROM_A_NETWORK = gettext_noop(
    "%(most)s tables that were opened from your network wait for players. Sit down at one of them, or start or leave "
    "one, then open another."
)

OPENED_BY_A_PERSON = Limit(
    name="opened",
    times=30,
    seconds=3600,
    sentence=_("You have opened %(times)d tables within an hour. Play on at one of them, or try again in %(wait)s."),
)
OPENED_FROM_A_NETWORK = Limit(
    name="opened-network",
    times=120,
    seconds=3600,
    sentence=_("%(times)d tables have been opened from your network within an hour. Try again in %(wait)s."),
)
"""A table against bots begins at once and never waits: only these limit how many run."""


def count_opened(*, person: User, opened_from: str) -> None:
    """Counts a table that is about to be opened; raises TooMany. Who is refused does not count for the network."""
    OPENED_BY_A_PERSON.count(str(person.pk))
    OPENED_FROM_A_NETWORK.count(opened_from)


def check_caps(*, person: User, opened_from: str) -> None:
    """Raises RuleViolation (`too_many_tables`) if the person or the network has all the waiting tables it may have.

    Until the end of the transaction nobody else opens one for this person or from this network: they wait.
    """
    wait_for_turn(f"tables of {person.pk}", f"tables from {opened_from}")
    games = [game.tables for game in all_games() if game.tables is not None]
    if sum(_hosted_by(person, tables).count() for tables in games) >= TABLES_OF_A_PERSON:
        raise RuleViolation("too_many_tables", say(TOO_MANY_OF_A_PERSON, most=TABLES_OF_A_PERSON))
    if sum(_opened_from(opened_from, tables).count() for tables in games) >= TABLES_FROM_A_NETWORK:
        raise RuleViolation("too_many_tables", say(TOO_MANY_FROM_A_NETWORK, most=TABLES_FROM_A_NETWORK))


def _waiting(tables: "TableServices") -> QuerySet[Any]:
    games: Any = tables.engine.store.games
    # A table whose page deals waits for nobody else.
    waits = {"opening__sealed__isnull": True}
    waiting: QuerySet[Any] = games._default_manager.filter(started_at=None, abandoned=False, **waits)
    return waiting


def _hosted_by(person: User, tables: "TableServices") -> QuerySet[Any]:
    at_table = _waiting(tables).filter(players__user=person)
    return at_table.annotate(host_person=tables.seats.host_of()).filter(host_person=person.pk)


def _opened_from(mark: str, tables: "TableServices") -> QuerySet[Any]:
    return _waiting(tables).filter(opened_from=mark, created_at__gt=timezone.now() - COUNTED_FOR)
