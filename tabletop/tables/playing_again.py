"""Playing again: the next table of the same people, with their seats kept for a while (rules 5 of the table)."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone
from msgspec.structs import replace as with_fields

from tabletop import timebase
from tabletop.accounts.models import User
from tabletop.accounts.names import still_allowed
from tabletop.engine import Loaded, Move
from tabletop.live.announce import announce_after_commit
from tabletop.live.watchers import people_at
from tabletop.play import submit
from tabletop.rules import Seat
from tabletop.table import Decline, Gather, PlayAgain, Table
from tabletop.table.refusals import AT_NEXT_TABLE
from tabletop.table.series import HOLD_SECONDS, hold_seconds, next_series
from tabletop.tables.chair_wishes import names_on_list, pass_list_on
from tabletop.tables.held_seats import decline_kept, held_seat, keep_seats
from tabletop.tables.mails import mail_invitations
from tabletop.tables.models import TableRow
from tabletop.tables.playing import TablePlay
from tabletop.tables.seats import Entry, Terms, entry_again, seat_with_person

GONE_AFTER = timedelta(minutes=10)
"""So long after the end people have gone their ways."""


class PlayAgainServices(TablePlay):
    def rematch(self, *, game_id: UUID, person: User, terms: Terms | None = None) -> Entry:
        """The first person who wants it opens the next table; the others sit down on the seats kept for them.

        Locks the game row, so that two who want it at once meet at one table. Raises UnknownGame, and RuleViolation for
        a person without a seat and for a game that goes on; announces like `open_table` or `join_table`, and the
        finished table, whose page tells who is in. Against bots alone the game starts at once, or its page starts it.
        """
        with transaction.atomic():
            finished, seat = self._finished(game_id, person)
            row = self._row(finished)
            next_id = row.rematch_id
            is_late = next_id is None and _ended_long_ago(row)
            if next_id is None:
                entry = self._open_next(finished, seat, person, terms, is_late=is_late)
                type(row)._default_manager.filter(pk=game_id).update(rematch=entry.game_id)
            else:
                entry = self._enter_next(next_id, person, terms)
            wish = PlayAgain(is_first=next_id is None, is_late=is_late)
            submit(self.engine, game_id, Move(action=wish, person=person.pk, proof=person.proof))
        return entry

    def decline(self, *, game_id: UUID, person: User) -> None:
        """The person does not play again, and a kept seat becomes free.

        Locks, raises and announces like `rematch`; raises RuleViolation also for who sits at the next table already.
        """
        with transaction.atomic():
            finished, _seat = self._finished(game_id, person)
            next_id = self._row(finished).rematch_id
            if next_id is not None and seat_with_person(self.seats.at(next_id), person.pk) is not None:
                raise self.rules.refusal("already_in_game", AT_NEXT_TABLE)
            submit(self.engine, game_id, Move(action=Decline(), person=person.pk, proof=person.proof))
            kept = None if next_id is None else held_seat(self.engine.slug, next_id, person.pk)
            if next_id is not None and kept is not None:
                decline_kept(self.engine, next_id, kept)

    def next_table(self, *, game_id: UUID, person: User) -> UUID | None:
        """The table that was opened from this one, for somebody who has played here. Raises UnknownGame."""
        loaded = self.engine.store.load(game_id)
        return None if loaded.seat_of(person=person.pk) is None else self._row(loaded).rematch_id

    def _finished(self, game_id: UUID, person: User) -> tuple[Loaded[Table], Seat]:
        """The finished table, locked, and the person's seat there."""
        loaded = self.engine.store.load(game_id, for_update=True)
        seat = loaded.seat_of(person=person.pk)
        if seat is None:
            raise self.rules.refusal("player_not_in_game")
        if not self.rules.is_over(loaded.state):
            raise self.rules.refusal("game_not_completed")
        return loaded, seat

    @staticmethod
    def _row(loaded: Loaded[Table]) -> TableRow:
        assert isinstance(loaded.row, TableRow)  # noqa: S101 - the store of a game with tables loaded it
        return loaded.row

    def _enter_next(self, next_id: UUID, person: User, terms: Terms | None) -> Entry:
        own = seat_with_person(self.seats.at(next_id), person.pk)
        if own is None:
            return self.join_table(game_id=next_id, person=person, terms=terms)
        return entry_again(self.engine.store.load(next_id), own, person=person)

    def _open_next(
        self, finished: Loaded[Table], seat: Seat, person: User, terms: Terms | None, *, is_late: bool
    ) -> Entry:
        """A private table with the same bots and choices, and seats kept for the others; against bots it begins.

        For a person at a page it begins when the page has shown the fingerprint of the shuffle.
        """
        state = finished.state
        mine = finished.sitters[seat].seat_id
        around = state.seats_from(mine)
        bots = [info for info in around if info.type == "bot"]
        sitters = {sitter.seat_id: sitter.person for sitter in finished.sitters.values()}
        others = {
            info.seat_id: owner
            for info in state.seats
            if info.type == "human" and (owner := sitters[info.seat_id]) is not None and owner != person.pk
        }
        listed = names_on_list(self.engine.slug, finished.row.pk)
        options = self.options_of(finished)
        sitting_in = self._sitting_in(finished, listed, room=state.max_players - len(state.seats))
        # Whoever sits alone in a room that was closed may still wait for friends.
        has_played = state.game is not None
        begins = has_played and not others and not sitting_in and 1 + len(bots) in self.rules.plug.seats
        terms = terms or Terms()
        terms = replace(terms, waits=not begins, seals_first=terms.seals_first and begins)
        if begins and "player_count" in options:
            # Nobody else can sit down at a table that begins now.
            options = {**options, "player_count": 1 + len(bots)}
        name = still_allowed(finished.sitters[seat].display_name, kept=person.display_name)
        levels = [info.bot_level for info in bots]
        choices = with_fields(state.choices, is_open=False)
        entry = self.create_table(
            person=person, display_name=name, bots=levels, terms=terms, **{**options, "choices": choices}
        )
        kept = {old: uuid4() for old in others}
        opened: Table = entry.receipt.state
        theirs = {info.seat_id: new.seat_id for info, new in zip(bots, opened.seats[1:], strict=True)}
        ids = {mine: entry.player_id} | theirs | {old: str(new) for old, new in kept.items()}
        kept_seconds = hold_seconds(self.rules.plug, state, is_late=is_late)
        until = timebase.now() + kept_seconds
        series = next_series(self.rules.plug, state, first_id=str(finished.row.pk), seats=ids)
        series = with_fields(
            series,
            held={str(new): until for new in (*kept.values(), *sitting_in.values())},
            sitting_in=tuple(map(str, sitting_in.values())),
            order=tuple(ids[info.seat_id] for info in around if info.seat_id in ids),
        )
        receipt = submit(self.engine, entry.game_id, Move(action=Gather(series=series), seat=entry.seat))
        if begins and not self.rules.plug.seals_first(opened):
            receipt = self.act(game_id=entry.game_id, seat=entry.seat, action={"type": "start"})
        seats = {others[old]: new for old, new in kept.items()} | sitting_in
        keep_seats(self.engine.slug, entry.game_id, seats, until=until)
        if kept_seconds > HOLD_SECONDS:
            # Where seats are kept for a minute a mail would come too late.
            invited = {str(new): others[old] for old, new in kept.items()}
            mail_invitations(self.engine.slug, entry, invited, kept_seconds=kept_seconds)
        if listed:
            pass_list_on(self.engine.slug, finished.row.pk, receipt.loaded.row, kept=sitting_in)
        announce_after_commit(*(f"person:{owner}" for owner in others.values()))
        return replace(entry, receipt=receipt)

    def _sitting_in(self, finished: Loaded[Table], listed: Mapping[UUID, str], *, room: int) -> dict[UUID, UUID]:
        """The seats that are kept for those on the list who still look on, by person: as many as there is room for."""
        is_asked = listed and room > 0
        looking = people_at(self.engine.slug, finished.row.pk, now=timebase.now()) if is_asked else {}
        return {person: uuid4() for person in [person for person in listed if person in looking][:room]}


def _ended_long_ago(row: TableRow) -> bool:
    return (row.completed_at or row.updated_at) < timezone.now() - GONE_AFTER
