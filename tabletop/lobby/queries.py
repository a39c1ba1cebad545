"""The tables in the lobby, gathered from the games: the lobby stores none."""

from collections import Counter
from collections.abc import Collection, Iterable
from datetime import UTC, datetime
from operator import itemgetter
from uuid import UUID

from tabletop.accounts.models import User
from tabletop.games import TableSummary, all_games

LONG_AGO = datetime.min.replace(tzinfo=UTC)
FAR_AWAY = datetime.max.replace(tzinfo=UTC)


def open_tables() -> tuple[TableSummary, ...]:
    """Tables with a free seat: the newest of each host, then the second ones, and so on; of each the newest first."""
    tables = _newest_first(table for game in all_games() for table in game.open_tables())
    before: Counter[UUID] = Counter()
    places: list[int] = []
    for table in tables:
        places.append(0 if table.host is None else before[table.host])
        if table.host is not None:
            before[table.host] += 1
    return tuple(table for _place, table in sorted(zip(places, tables, strict=True), key=itemgetter(0)))


def tables_of(user: User) -> tuple[TableSummary, ...]:
    """Tables where it is the person's turn, the longest waiting first; then the others, the last changed first."""
    tables = [table for game in all_games() for table in game.tables_of(user)]
    waiting = sorted((table for table in tables if table.your_turn), key=lambda table: table.since or FAR_AWAY)
    return (*waiting, *_newest_first(table for table in tables if not table.your_turn))


def marks_of(people: Collection[UUID]) -> dict[UUID, str]:
    """For each person a text that changes with every change of their tables; one statement for each game."""
    marks = [game.marks_of(people) for game in all_games()]
    return {person: " ".join(known.get(person, "-") for known in marks) for person in people}


def url_of_code(code: str) -> str | None:
    """The address of the table with this code; None without such a table."""
    return next(filter(None, (game.table_address(code) for game in all_games())), None)


def _newest_first(tables: Iterable[TableSummary]) -> tuple[TableSummary, ...]:
    return tuple(sorted(tables, key=lambda table: table.since or LONG_AGO, reverse=True))
