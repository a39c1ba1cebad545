"""The tables of a person, as the home page lists them: those that go on, and those that ended lately."""

from collections import defaultdict, namedtuple
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import msgspec
from django.db.models import Count, F, Max, Q, QuerySet
from django.db.models.expressions import OrderBy
from django.urls import reverse
from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tabletop import timebase
from tabletop.accounts.models import User
from tabletop.avatars import colours_at
from tabletop.bidi import isolated
from tabletop.composed import ComposedQuery
from tabletop.engine import distinct_names
from tabletop.games import Companion, TableKind, TableSummary, table_url
from tabletop.table.state import Series
from tabletop.tables.queries import wishes_with_room
from tabletop.tables.seats import Seats

LISTED_TABLES = 30
LISTED_AFTER_END = timedelta(days=14)

TABLE = (
    *("pk", "room_code", "name", "turn_clock", "started_at", "completed_at", "updated_at"),
    *("abandoned", "rematch", "rematch__started_at", "rematch__abandoned", "series"),
)
SITTING = ("table", "pk", "display_name", "person")


@dataclass(frozen=True, kw_only=True)
class OwnTable:
    """A table of a person, as a game needs it to say how it stands."""

    seat: Any
    """The person's own, with the columns that the game has asked for, named as the ORM names them."""
    sitting: Sequence[Any]
    """All seats in their order: `pk`, `person`, and the columns that the game has asked for."""
    names: Mapping[UUID, str]
    """As texts show them, by seat."""
    your_turn: bool
    series: Series
    ending: Any = None
    """Of a finished game what the game has read besides."""

    @property
    def is_over(self) -> bool:
        return _is_over(self.seat)

    @property
    def held_until(self) -> float | None:
        """Until when a seat at the next table is kept for the person, who has not answered yet; None without one."""
        until = self.series.until if self.is_over and str(self.seat.pk) not in self.series.answers else None
        return until if until is not None and until > timebase.now() else None

    def invitation(self) -> str:
        """Says who wants to play again."""
        asking = {seat for seat in self.names if self.series.answers.get(str(seat))}
        words = ngettext("%(names)s wants to play again.", "%(names)s want to play again.", len(asking))
        return words % {"names": self.named(asking)}

    def named(self, seats: Collection[UUID]) -> str:
        return named([name for seat, name in self.names.items() if seat in seats])

    def others_turn(self, seats: Collection[UUID]) -> str:
        """Says who of the others the game waits for."""
        if not seats:
            return _("Somebody else has the turn.")
        words = ngettext("%(names)s has the turn.", "%(names)s have the turn.", len(seats))
        return words % {"names": self.named(seats)}


@dataclass(frozen=True, kw_only=True)
class Words:
    """What a game says about a table of a person."""

    is_awaited: Callable[[Any], bool]
    """Whether it is the person's turn, from the person's seat."""
    note: Callable[[OwnTable], str]
    outcome: Callable[[OwnTable], tuple[str, str]] = lambda own: ("", _("The game is over."))
    """Of a finished game: who won if that is told, and how the others did."""
    endings: Callable[[Collection[UUID]], Mapping[UUID, Any]] = lambda tables: {}
    """What `outcome` needs besides the seats, by table; asked once for all finished tables, if there are any."""
    due: Callable[[OwnTable], float | None] = lambda own: None
    """When the time of the turn runs out, in the site's time."""
    is_live: Callable[[OwnTable], bool] = lambda own: False
    """Whether the others sit there and wait."""


class OwnTables:
    """Each table is called by the others who sit there, or by its code while nobody does."""

    def __init__(
        self,
        *,
        game: str,
        seats: Seats,
        own: Callable[[UUID], QuerySet[Any]],
        words: Words,
        columns: tuple[str, ...],
        seat_columns: tuple[str, ...] = (),
        first: tuple[str, ...] = (),
    ) -> None:
        """`own` are the seats of the person with this id, of which the game asks for `columns`, and for `seat_columns`
        of all seats. The list begins with running games, ordered by `first`; then by the last change.
        """
        self.game, self.seats, self.words = game, seats, words
        of_table = tuple(f"{seats.game}__{column}" for column in TABLE)
        self.seat = namedtuple("Seat", ("pk", *(f"table_{column}" for column in TABLE), *columns))  # type: ignore[misc]  # the columns are the game's
        self.sitter = namedtuple("Sitter", (*SITTING, *seat_columns))  # type: ignore[misc]  # likewise
        going_on = F(f"{seats.game}__completed_at").desc(nulls_first=True)
        order: tuple[str | OrderBy, ...] = (going_on, *first, f"-{seats.game}__updated_at")

        def listed(person: UUID) -> QuerySet[Any]:
            return own(person).order_by(*order)

        def at_own_tables(person: UUID) -> QuerySet[Any, tuple[Any, ...]]:
            tables = listed(person).values(seats.game)[:LISTED_TABLES]
            sitting = seats.players._default_manager.filter(**{f"{seats.game}__in": tables})
            return sitting.order_by(seats.place_column).values_list(
                seats.game, "pk", "display_name", "user", *seat_columns
            )

        self.own = ComposedQuery(lambda person: listed(person).values_list("pk", *of_table, *columns)[:LISTED_TABLES])
        self.sitting = ComposedQuery(at_own_tables)

    def marks(self, people: Collection[UUID]) -> dict[UUID, str]:
        """For each of these people what changes with every change of their tables, and of chairs that they asked for.

        One statement. A change makes its table the last changed one; a table that comes or goes changes the number.
        What time alone changes, a kept seat that runs out, is in no mark: the page knows when.
        """
        table = self.seats.game
        is_listed = Q(**{f"{table}__completed_at": None}) | Q(**{f"{table}__completed_at__gt": _listed_since()})
        own = self.seats.rows(user__in=people).filter(is_listed).values_list("user")
        wished = wishes_with_room(self.game, self.seats).filter(person__in=people).values_list("person")
        both = own.annotate(Count("pk"), Max(f"{table}__updated_at")).union(
            wished.annotate(Count("pk"), Max("changed_at")), all=True
        )
        marks = defaultdict[UUID, list[str]](list)
        for person, count, changed_at in both:
            marks[person].append(f"{count} {changed_at.timestamp()}")
        # The database may return the two of a person in any order.
        return {person: ",".join(sorted(found)) for person, found in marks.items()}

    def __call__(self, person: User) -> Iterator[TableSummary]:
        """Two statements, or one for a person without tables; with finished ones, what the game needs for them."""
        own: list[Any] = [self.seat(*row) for row in self.own.rows(person.pk)]
        lately = _listed_since()
        own = [seat for seat in own if seat.table_completed_at is None or seat.table_completed_at > lately]
        sitting = defaultdict[UUID, list[Any]](list)
        for row in self.sitting.rows(person.pk) if own else ():
            sitting[row[0]].append(self.sitter(*row))
        over = [seat.table_pk for seat in own if seat.table_completed_at is not None]
        endings = self.words.endings(over) if over else {}
        for seat in own:
            table = self._table(seat, sitting[seat.table_pk], endings.get(seat.table_pk))
            # Of a table that was closed nothing is left but the wish to play again.
            if not seat.table_abandoned or table.held_until is not None:
                yield self._summary(seat, table)

    def _table(self, seat: Any, sitting: list[Any], ending: Any) -> OwnTable:
        shown = distinct_names({str(sitter.pk): sitter.display_name for sitter in sitting})
        return OwnTable(
            seat=seat,
            sitting=sitting,
            names={sitter.pk: isolated(shown[str(sitter.pk)]) for sitter in sitting},
            your_turn=not _is_over(seat) and self.words.is_awaited(seat),
            ending=ending,
            series=msgspec.json.decode(seat.table_series, type=Series),
        )

    def _summary(self, seat: Any, table: OwnTable) -> TableSummary:
        companions = _companions(table)
        code = _("Table %(code)s") % {"code": seat.table_room_code}
        held_until = table.held_until
        if held_until is not None:
            result, note = "", table.invitation()
        elif table.is_over:
            result, note = self.words.outcome(table)
        else:
            result, note = "", self.words.note(table)
        has_company = any(companion.person for companion in companions)
        may_go_on = table.is_over and has_company and (seat.table_rematch is None or held_until is not None)
        return TableSummary(
            game=self.game,
            title=", ".join(companion.name for companion in companions) or code,
            note=note,
            url=table_url(self.game, seat.table_pk),
            kind=_kind(table),
            since=seat.table_completed_at or seat.table_updated_at,
            name=isolated(seat.table_name),
            result=result,
            companions=companions,
            is_live=self.words.is_live(table),
            due=held_until if table.is_over else self.words.due(table),
            clock=seat.table_turn_clock,
            again_url=reverse(f"{self.game}:rematch", args=[seat.table_pk]) if may_go_on else "",
            decline_url="" if held_until is None else reverse(f"{self.game}:decline", args=[seat.table_pk]),
            is_followed=table.is_over and _waits_next(seat),
        )


def goes_on_or_is_followed(game: str) -> Q:
    """Of the tables of seats, `game` is the column, those that were not closed, or that people who wait follow on."""
    next_waits = {f"{game}__rematch__isnull": False, f"{game}__rematch__started_at": None}
    return Q(**{f"{game}__abandoned": False}) | Q(**next_waits)


def _listed_since() -> datetime:
    """The end of the oldest finished games that are listed."""
    return timezone.now() - LISTED_AFTER_END


def _is_over(seat: Any) -> bool:
    return seat.table_completed_at is not None or bool(seat.table_abandoned)


def _waits_next(seat: Any) -> bool:
    """Whether the table that follows waits for people."""
    is_open = seat.table_rematch__started_at is None and not seat.table_rematch__abandoned
    return seat.table_rematch is not None and is_open


def _kind(table: OwnTable) -> TableKind:
    if table.is_over:
        return TableKind.OVER if table.held_until is None else TableKind.INVITED
    if table.your_turn:
        return TableKind.TURN
    return TableKind.WAITING if table.seat.table_started_at is None else TableKind.RUNNING


def _companions(table: OwnTable) -> tuple[Companion, ...]:
    colours = colours_at({str(sitter.pk): sitter.person for sitter in table.sitting})
    return tuple(
        Companion(name=table.names[sitter.pk], colour=colours[str(sitter.pk)], person=sitter.person)
        for sitter in table.sitting
        if sitter.pk != table.seat.pk
    )


def named(names: Sequence[str]) -> str:
    """Several names in a sentence."""
    return get_text_list(list(names), _("and"))
