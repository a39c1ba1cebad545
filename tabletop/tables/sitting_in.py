"""Sitting in: who looks on, or stands at the door, asks for a chair and gets one (rules 3.8 of the table)."""

from collections.abc import Iterator
from typing import Literal
from uuid import UUID

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tabletop.accounts.models import User
from tabletop.bidi import isolated
from tabletop.engine import Loaded, UnknownGame, distinct_names
from tabletop.games import Companion, TableKind, TableSummary, table_url
from tabletop.live.parts import Context
from tabletop.play import read
from tabletop.table import Table
from tabletop.tables.chair_wishes import is_on_list, names_on_list, put_on_list, take_off_list, wished_tables
from tabletop.tables.held_seats import decline_kept, held_seat
from tabletop.tables.models import TableRow
from tabletop.tables.own_tables import named
from tabletop.tables.playing import TablePlay
from tabletop.tables.removals import minutes_away
from tabletop.tables.seats import seat_with_person

NAMES_SHOWN = 5
"""The first of the list."""


class SitIn(Context, frozen=True):
    """What the page of a table tells one person of the list for a chair, beside what it tells all alike."""

    stage: Literal["", "ask", "listed", "chair", "taken", "sits", "wanted"] = ""
    """Of somebody who looks on: "taken" where the next table has no chair left, "sits" for who has one there. Of those
    who played: "wanted" where somebody would sit in."""
    next_url: str = ""
    join_url: str = ""
    note: str = ""


class SittingInServices(TablePlay):
    @transaction.atomic
    def ask_for_chair(self, *, game_id: UUID, person: User) -> None:
        """Puts the person on the list of the table, or of the next one where that is open; harmless if there already.

        Locks the game row: the list goes on to the next table with whoever is on it by then. Raises UnknownGame, and
        RuleViolation for a person with a seat at either and for a closed table.
        """
        loaded = self.engine.store.load(game_id, for_update=True)
        if loaded.state.abandoned:
            raise self.rules.refusal("game_abandoned")
        if loaded.seat_of(person=person.pk) is not None:
            raise self.rules.refusal("already_in_game")
        wanted = _last_of_series(loaded)
        if wanted != game_id and seat_with_person(self.seats.at(wanted), person.pk) is not None:
            raise self.rules.refusal("already_in_game")
        put_on_list(self.engine.slug, wanted, person.pk)

    @transaction.atomic
    def withdraw(self, *, game_id: UUID, person: User) -> None:
        """Takes the person off the list, and frees a chair that is kept by it; harmless for who is not on it.

        Locks the game row, and then that of the next table; raises UnknownGame and announces like `act`.
        """
        wanted = _last_of_series(self.engine.store.load(game_id, for_update=True))
        was_on_list = take_off_list(self.engine.slug, wanted, person.pk)
        kept = held_seat(self.engine.slug, wanted, person.pk) if was_on_list else None
        if kept is not None:
            decline_kept(self.engine, wanted, kept)

    def chairs_for(self, person: UUID) -> Iterator[TableSummary]:
        """Tables on whose list the person is, and that have a chair now; one statement where no table may have one."""
        wished = wished_tables(self.engine.slug, self.seats, person)
        return filter(None, (self.chair_for(game_id, person) for game_id in wished))

    def chair_for(self, game_id: UUID, person: UUID) -> TableSummary | None:
        """The table with a chair for somebody on its list: a free one, or one that is kept; None without one."""
        try:
            loaded = read(self.engine, game_id)
        except UnknownGame:
            return None
        state: Table = loaded.state
        if self.rules.is_over(state) or loaded.seat_of(person=person) is not None:
            return None
        kept = held_seat(self.engine.slug, game_id, person) if state.series.held else None
        until = None if kept is None else state.series.held.get(str(kept))
        if until is None and not state.free_chairs:
            return None
        if minutes_away(self.engine.slug, game_id, person):
            return None
        sitters = loaded.sitters.values()
        return TableSummary(
            game=self.engine.slug,
            title=_row(loaded).room_code,
            note=_("A chair is free.") if until is None else _("A chair is kept for you."),
            url=table_url(self.engine.slug, game_id),
            kind=TableKind.INVITED,
            since=_row(loaded).updated_at,
            name=isolated(state.choices.name),
            companions=tuple(
                Companion(
                    name=isolated(loaded.names[sitter.seat_id]),
                    colour=loaded.colours[sitter.seat_id],
                    person=sitter.person,
                )
                for sitter in sitters
            ),
            due=until,
            again_url=reverse(f"{self.engine.slug}:join", args=[game_id]),
            decline_url=reverse(f"{self.engine.slug}:sit_in", args=[game_id]),
        )

    def sit_in_of(self, loaded: Loaded[Table], person: UUID | None) -> SitIn:
        """What this person is told. Nothing is read for those who play while the game goes on."""
        slug, next_id = self.engine.slug, _row(loaded).rematch_id
        is_over = self.rules.is_over(loaded.state)
        if person is None or loaded.state.abandoned or loaded.state.game is None:
            return SitIn()
        if loaded.seat_of(person=person) is not None:
            return self._wanted(next_id or loaded.row.pk) if is_over else SitIn()
        is_listed = is_on_list(slug, next_id or loaded.row.pk, person)
        if next_id is None:
            return SitIn(stage="listed" if is_listed else "ask")
        if any(seat.user_id == person for seat in self.seats.at(next_id)):
            return SitIn(stage="sits", next_url=table_url(slug, next_id))
        chair = self.chair_for(next_id, person) if is_listed else None
        if chair is None:
            return SitIn(stage="taken" if is_listed else "ask")
        return SitIn(stage="chair", join_url=chair.again_url, note=chair.note)

    def _wanted(self, game_id: UUID) -> SitIn:
        people = names_on_list(self.engine.slug, game_id)
        names = distinct_names({str(person): name for person, name in people.items()})
        shown = [isolated(name) for name in names.values()][:NAMES_SHOWN]
        if not shown:
            return SitIn()
        words = ngettext("%(names)s would sit in.", "%(names)s would sit in.", len(shown))
        return SitIn(stage="wanted", note=words % {"names": named(shown)})


def _row(loaded: Loaded[Table]) -> TableRow:
    assert isinstance(loaded.row, TableRow)  # noqa: S101 - the store of a game with tables loaded it
    return loaded.row


def _last_of_series(loaded: Loaded[Table]) -> UUID:
    """The next table where that is open already."""
    row = _row(loaded)
    game_id: UUID = row.pk
    return row.rematch_id or game_id
