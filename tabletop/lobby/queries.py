"""The tables in the lobby, gathered from the games: the lobby stores none."""

from collections import Counter
from collections.abc import Collection, Iterable
from datetime import UTC, datetime
from operator import itemgetter
from typing import TYPE_CHECKING
from uuid import UUID

from tabletop.accounts.models import User
from tabletop.games import TableKind, TableSummary, all_games

if TYPE_CHECKING:
    from tabletop.tables.services import TableServices

LONG_AGO = datetime.min.replace(tzinfo=UTC)
FAR_AWAY = datetime.max.replace(tzinfo=UTC)
WATCHED_SHOWN = 3
_KINDS = tuple(TableKind)


def open_tables() -> tuple[TableSummary, ...]:
    """Tables with a free seat: the newest of each host, then the second ones, and so on; of each the newest first."""
    return _one_of_each_host_first(table for game in all_games() for table in game.open_tables())


def watched_tables() -> tuple[TableSummary, ...]:
    """A few games that are on and that everybody may watch, in the order of the open tables."""
    tables = _one_of_each_host_first(table for game in all_games() for table in game.watched_tables())
    return tables[:WATCHED_SHOWN]


def _one_of_each_host_first(listed: Iterable[TableSummary]) -> tuple[TableSummary, ...]:
    tables = _newest_first(listed)
    before: Counter[UUID] = Counter()
    places: list[int] = []
    for table in tables:
        places.append(0 if table.host is None else before[table.host])
        if table.host is not None:
            before[table.host] += 1
    return tuple(table for _place, table in sorted(zip(places, tables, strict=True), key=itemgetter(0)))


def tables_of(user: User) -> tuple[TableSummary, ...]:
    """By kind; of the person's turns live ones first and the longest wait, of all others the last changed first."""
    tables = [table for game in all_games() for table in game.tables_of(user)]
    waiting = [table for table in tables if table.your_turn]
    waiting.sort(key=lambda table: (not table.is_live, table.since or FAR_AWAY))
    others = _newest_first(table for table in tables if not table.your_turn)
    return (*waiting, *sorted(others, key=lambda table: _KINDS.index(table.kind)))


def chairs_for(user: User) -> tuple[TableSummary, ...]:
    """Tables for whose chairs the person has asked, and that have one now."""
    return tuple(chair for game in all_games() if game.tables is not None for chair in game.tables.chairs_for(user.pk))


def marks_of(people: Collection[UUID]) -> dict[UUID, str]:
    """For each person a text that changes with every change of their tables; one statement for each game."""
    marks = [game.marks_of(people) for game in all_games()]
    return {person: " ".join(known.get(person, "-") for known in marks) for person in people}


def table_with_code(code: str) -> "tuple[TableServices, UUID] | None":
    """The table, with the services of its game; None if no table of any game has the code."""
    for game in all_games():
        if game.tables is not None and (game_id := game.tables.game_with_code(code)) is not None:
            return game.tables, game_id
    return None


def _newest_first(tables: Iterable[TableSummary]) -> tuple[TableSummary, ...]:
    return tuple(sorted(tables, key=lambda table: table.since or LONG_AGO, reverse=True))
