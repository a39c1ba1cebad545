"""What can be done with the tables of every game: what the host and the staff do, besides what players do."""

from collections.abc import Collection
from typing import Any, Unpack
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from tabletop.accounts.models import User
from tabletop.engine import Move, Receipt, Request
from tabletop.live.announce import LOBBY, NAMES, announce_after_commit
from tabletop.play import moved_on, submit
from tabletop.rules import Json
from tabletop.table import Abandon, OfferSeat, RemovePerson, Table
from tabletop.table.actions import AbandonReason
from tabletop.tables.chair_wishes import forget_wishes
from tabletop.tables.finished_tables import lock_finished, tell_who_does_not
from tabletop.tables.held_seats import decline_kept, held_by, held_people
from tabletop.tables.models import PlayerRow, TableRow
from tabletop.tables.offered_seats import OfferedSeatServices
from tabletop.tables.playing_again import PlayAgainServices
from tabletop.tables.removals import note_removal
from tabletop.tables.seats import TakenSeat
from tabletop.tables.sitting_in import SittingInServices
from tabletop.tables.tokens import issue_token, revoke_token


class TableServices(PlayAgainServices, OfferedSeatServices, SittingInServices):
    """The services of one game's tables. Every change of a table goes through `tabletop.play.submit`."""

    def remove_person(
        self,
        *,
        game_id: UUID,
        removed_seat: str,
        if_kept: bool = False,
        person: User | None = None,
        **request: Unpack[Request],
    ) -> Receipt:
        """The host sends a person away, who cannot sit down here again for a while, or waits for somebody no longer.

        With `if_kept` only the latter. Locks the finished table before it too, and tells it; raises and announces like
        `act`.
        """
        user, proof = (None, None) if person is None else (person.pk, person.proof)
        action = RemovePerson(seat_id=removed_seat, if_kept=if_kept)
        with transaction.atomic():
            finished = lock_finished(self.engine, game_id)
            move = Move(action=action, person=user, proof=proof, topics=(LOBBY,), **request)
            receipt = submit(self.engine, game_id, move)
            if receipt.changed:
                self._tell_of_removal(game_id, removed_seat, receipt, finished)
        return receipt

    def _tell_of_removal(self, game_id: UUID, seat_id: str, receipt: Receipt, finished: UUID | None) -> None:
        sitters = receipt.before.sitters.values()
        seated = next((sitter.person for sitter in sitters if sitter.seat_id == seat_id), None)
        gone = seated or held_people(self.engine.slug, game_id).get(seat_id)
        if seated is not None:
            note_removal(self.engine.slug, game_id, seated)
        if gone is not None:
            announce_after_commit(f"person:{gone}")
        if finished is not None and gone is not None:
            tell_who_does_not(self.engine, finished, gone)

    def game_with_code(self, code: str) -> UUID | None:
        """None if no table of this game has the code."""
        games: Any = self.engine.store.games
        found: UUID | None = games.objects.filter(room_code=code).values_list("pk", flat=True).first()
        return found

    def may_be_watched(self, game_id: UUID, person: UUID | None) -> bool:
        """By a person without a seat."""
        loaded = self.engine.store.load(game_id)
        return self.rules.may_be_watched(loaded.state) or person in loaded.former_people

    def hand_to_bot(self, *, game_id: UUID, seat_id: str, level: str | None = None) -> Receipt:
        """For the staff: a bot plays the seat until its person takes it back; raises and announces like `act`."""
        action: Json = {"type": "hand_to_bot", "seatId": seat_id, "level": level}
        return submit(self.engine, game_id, Move(action=action))

    def offer_seat(self, *, game_id: UUID, seat_id: str) -> Receipt:
        """For the staff: somebody from outside may take the seat; raises and announces like `act`."""
        return submit(self.engine, game_id, Move(action=OfferSeat(seat_id=seat_id), topics=(LOBBY,)))

    def abandon(self, *, game_id: UUID, reason: AbandonReason) -> Receipt:
        """For the staff: closes a table, which tells why; locks, raises and announces like `act`, and the lobby."""
        return submit(self.engine, game_id, Move(action=Abandon(reason=reason), topics=(LOBBY,)))

    def replace_token(self, *, own: TakenSeat, renew: bool) -> str | None:
        """Takes the token of a seat away, and gives a new one if asked; locks and announces like `revoke_token`.

        Raises RuleViolation (`stale_state`) if somebody else has taken the seat.
        """
        seat: PlayerRow | None = self.seats.rows(pk=own.player_id, user=own.user_id).first()
        if seat is None:
            raise moved_on()
        if renew:
            return issue_token(seat)
        revoke_token(seat)
        return None

    @transaction.atomic
    def forget_person(self, user: User) -> None:
        """Takes the name of a person who deletes the account off the seats; log and snapshots know no names.

        Locks the rows of the tables, then those of the wishes. Seats at waiting tables, and those kept there, become
        free; in a running game without presence a bot plays on. Announces the names at the tables, and the lists of the
        people who sit there.
        """
        slug = self.engine.slug
        mine, kept = set(self.seats.rows(user=user).values_list(self.seats.game, flat=True)), held_by(slug, user.pk)
        rows = self._lock_in_order(mine | kept.keys())
        forget_wishes(slug, user.pk)
        for row in rows:
            player = self.seats.rows(user=user, **{self.seats.game: row}).first()
            if player is None:
                if row.pk in kept and row.started_at is None:
                    self._give_up_kept(row.pk, kept[row.pk], user.pk)
                continue
            player.forget(user.display_name)
            revoke_token(player)
            loaded = self.engine.store.load(row.pk)
            people = (f"person:{sitter.person}" for sitter in loaded.sitters.values() if sitter.person)
            announce_after_commit(f"{slug}:{row.pk}{NAMES}", *people)
            state: Table = loaded.state
            seat_id = str(player.pk)
            if self.rules.is_over(state):
                continue
            if state.game is None:
                # Otherwise the others would wait for a person who never comes, perhaps for their host.
                self.act(game_id=row.pk, seat_id=seat_id, action={"type": "leave"})
            elif not self.rules.plug.follows_presence:
                place = state.place_of_id(seat_id)
                if place is not None and state.seats[place].bot_level is None:
                    self.hand_to_bot(game_id=row.pk, seat_id=seat_id)

    def _give_up_kept(self, game_id: UUID, seat_id: UUID, person: UUID) -> None:
        decline_kept(self.engine, game_id, seat_id)
        if (finished := lock_finished(self.engine, game_id)) is not None:
            tell_who_does_not(self.engine, finished, person)

    def _lock_in_order(self, game_ids: Collection[UUID]) -> list[TableRow]:
        """These tables and those before them in their series.

        The older ones first: like everybody who locks a table and its next one, so that nobody waits in a ring.
        """
        games: Any = self.engine.store.games
        rows = games._default_manager.select_for_update(no_key=True)
        return list(rows.filter(Q(pk__in=game_ids) | Q(rematch__in=game_ids)).order_by("created_at", "pk"))
