"""Taking a seat of a running game that its person has given up, or that the others offer (rules 4.4 of the table)."""

from typing import Any
from uuid import UUID

import msgspec
from django.db import transaction

from tabletop.accounts.models import User
from tabletop.bidi import isolated
from tabletop.engine import Loaded, Move, Sitter
from tabletop.live.announce import LOBBY, SIGNED_IN, announce_after_commit
from tabletop.live.identity import mark_of_token
from tabletop.models import EntryKey
from tabletop.play import read, submit
from tabletop.rules import RuleViolation, gettext_noop
from tabletop.staff_log import has_looked_after
from tabletop.table import Table, TakeSeat
from tabletop.tables.chair_wishes import take_off_list
from tabletop.tables.models import PlayerRow, TableRow
from tabletop.tables.playing import TablePlay, name_of
from tabletop.tables.removals import check_not_removed
from tabletop.tables.seats import Entry, Terms, hash_token, with_sitter

LOOKED_AFTER = gettext_noop("You have looked after this table as staff and may know its secrets. You may look on.")
"""For `had_another_seat`."""


class OfferedSeatServices(TablePlay):
    def seat_called(self, game_id: UUID, shown: str) -> str:
        """The id of the seat with this place and name, such as "2:Juno"; empty if nobody there is called so."""
        loaded = read(self.engine, game_id)
        seats = enumerate(loaded.state.seats)
        called = (info.seat_id for place, info in seats if shown == f"{place}:{isolated(loaded.names[info.seat_id])}")
        return next(called, "")

    def sit_down(self, *, game_id: UUID, person: User, pressed: str = "", terms: Terms | None = None) -> Entry:
        """Takes a free chair, or a seat that a running game offers; locks, raises and announces like either.

        `pressed` is what a button says that names a seat, such as "take_seat:2:Juno".
        """
        verb, _colon, shown = pressed.partition(":")
        if verb == "take_seat":
            wanted = self.seat_called(game_id, shown)
            return self.take_seat(game_id=game_id, person=person, seat_id=wanted, terms=terms)
        try:
            return self.join_table(game_id=game_id, person=person, terms=terms)
        except RuleViolation as has_begun:
            if has_begun.code != "game_already_started":
                raise
            try:
                return self.take_seat(game_id=game_id, person=person, terms=terms)
            except RuleViolation as refusal:
                # Where no seat was offered at all, the game has just begun.
                raise (has_begun if refusal.code == "not_offered" else refusal) from None

    @transaction.atomic
    def take_seat(
        self,
        *,
        game_id: UUID,
        person: User,
        seat_id: str | None = None,
        display_name: str | None = None,
        expected_seq: int | None = None,
        terms: Terms | None = None,
    ) -> Entry:
        """The person plays on with an offered seat, the first of them if none is named.

        The former person keeps the right to look on, and nothing else: its token and the keys of its requests are void.
        Locks the game row and the seat's. Raises UnknownGame, RuleViolation (`not_offered` for who comes second,
        `had_another_seat`), or ValidationError for a bad name. Announces the table, the lobby and the lists of both
        people, and closes the sockets of programs with the former token.
        """
        terms = terms or Terms()
        name = name_of(person, display_name)
        check_not_removed(self.engine.slug, game_id, person.pk)
        loaded: Loaded[Table] = self.engine.store.load(game_id, for_update=True)
        if loaded.seat_of(person=person.pk) is not None:
            raise self.rules.refusal("already_in_game")
        wanted = self._wanted_seat(loaded, person, seat_id)
        move = Move(
            action=TakeSeat(seat_id=wanted),
            expected_seq=expected_seq,
            changes_hands=True,
            topics=(LOBBY, f"person:{person.pk}"),
        )
        receipt = submit(self.engine, game_id, move)
        self._change_hands(
            loaded, wanted, self.new_player(person, token_hash=hash_token(terms.token), display_name=name)
        )
        take_off_list(self.engine.slug, game_id, person.pk)
        seat = self.rules.key(receipt.state, receipt.state.place_of_id(wanted) or 0)
        receipt = with_sitter(self.rules, receipt, Sitter(seat_id=wanted, person=person.pk, display_name=name))
        return Entry(player_id=wanted, seat=seat, receipt=receipt, token=terms.token, person=person)

    def _wanted_seat(self, loaded: Loaded[Table], person: User, seat_id: str | None) -> str:
        """The id of the seat that the person takes. Raises RuleViolation for one who would know the cards of two."""
        if person.is_staff and has_looked_after(person, loaded.row):
            raise self.rules.refusal("had_another_seat", LOOKED_AFTER)
        offered, former = loaded.state.waits.offered, _row_of(loaded).former_seats.get(person.pk)
        first = former if former in offered else next(iter(offered), "")
        wanted = first if seat_id is None else seat_id
        if former is not None and wanted != former and wanted in offered:
            raise self.rules.refusal("had_another_seat")
        return wanted

    def _change_hands(self, loaded: Loaded[Table], seat_id: str, newcomer: PlayerRow) -> None:
        """Relies on the caller for the transaction and the lock of the game row."""
        row: PlayerRow = self.seats.rows(pk=seat_id).select_for_update().get()
        former, token = row.user_id, row.token_hash
        row.pass_to(newcomer)
        # Sent again, the request that once took the seat would lead to somebody else's.
        EntryKey.objects.filter(game_id=loaded.row.pk, seat_id=seat_id).delete()
        if former is not None:
            seats = _row_of(loaded).former_seats | {former: seat_id}
            onlookers = msgspec.json.encode(tuple(seats.items())).decode()
            games: Any = self.engine.store.games
            games.objects.filter(pk=loaded.row.pk).update(onlookers=onlookers)
            announce_after_commit(f"person:{former}")
        if token is not None:
            announce_after_commit(SIGNED_IN + mark_of_token(token))


def _row_of(loaded: Loaded[Table]) -> TableRow:
    assert isinstance(loaded.row, TableRow)  # noqa: S101 - the store of a game with tables loaded it
    return loaded.row
