"""What happened, as rows of `turn`, `special_power` and `game_score` (rules 7.5, 11.4 to 11.6)."""

from collections.abc import Callable
from copy import copy
from typing import Any
from uuid import UUID, uuid5

from msgspec import UNSET

from cambio.models import GameScore, GameSession, SpecialPower, Turn
from cambio.rules import events
from cambio.rules.cards import card_to_json
from tabletop.table import Table
from tabletop.tables.writing import uuid_of


class History:
    """Reads the events of one step in order, and keeps track of the hands, as no public event names a hidden card."""

    def __init__(self, row: GameSession, *, before: Table, after: Table) -> None:
        self.row = row
        self.players = [uuid_of(info.seat_id) for info in after.seats]
        self.turns: dict[UUID, Turn] = {}
        self.powers: list[SpecialPower] = []
        self.scores: list[GameScore] = []
        self.turn_count = row.turn_count
        self.open: Turn | None = copy(row.pending_power_turn)
        game = before.game or after.game
        self.hands = [] if game is None else [list(player.hand) for player in game.players]
        self.held = None if game is None or game.held_card is None else game.held_card.card
        self.reshuffled = False

    def read(self, event: events.Event) -> None:
        write, closed_as = _WRITERS.get(type(event)), _CLOSED_AS.get(type(event))
        if write is not None:
            write(self, event)
        elif closed_as is not None:
            self._note(self._opened(), closed_as)
            self.open = None

    def drawn(self, event: events.CardDrawn) -> None:
        # A draw from the deck is told twice: to the drawer with the card, to the others without.
        if event.card is UNSET:
            return
        self.held = event.card
        metadata = {"reshuffled": True} if self.reshuffled else None
        self.reshuffled = False
        self._add(
            event.player_id, "draw", draw_source=event.source, card_drawn_id=self._id(self.held), metadata=metadata
        )

    def reshuffle(self, _event: events.DeckReshuffled) -> None:
        self.reshuffled = True

    def swapped(self, event: events.CardSwapped) -> None:
        old, new = self._id(event.discarded_card), self._id(self.held)
        self.hands[event.player_id][event.position] = str(self.held)
        self.held = None
        self._add(event.player_id, "swap", old_card_id=old, new_card_id=new, metadata={"position": event.position})

    def discarded(self, event: events.CardDiscarded) -> None:
        self.held = None
        self._add(event.player_id, "discard", card_drawn_id=self._id(event.card))
        if event.power_type is not None:
            status = {"status": "pending"}
            self.open = self._add(event.player_id, "power", special_power_type=event.power_type, metadata=status)

    def revealed(self, event: events.CardRevealed) -> None:
        turn = self._opened()
        owner = self.players[event.owner_id]
        own = owner == turn.player_id
        turn.target_card_id = self._id(event.card)
        turn.target_player_id = None if own else owner
        self._note(turn, "revealing", **{"position" if own else "targetPosition": event.position})
        self._use(turn)

    def exchanged(self, event: events.SwapCompleted) -> None:
        turn = self._opened()
        mine, theirs = self.hands[event.player_id], self.hands[event.target_player_id]
        given, taken = mine[event.position], theirs[event.target_position]
        mine[event.position], theirs[event.target_position] = taken, given
        turn.target_card_id = self._id(taken)
        turn.target_player_id = self.players[event.target_player_id]
        places = {"position": event.position, "targetPosition": event.target_position}
        self._note(turn, "completed", ownCard=str(self._id(given)), **places)
        self._use(turn)
        self.open = None

    def called(self, event: events.CambioCalled) -> None:
        self._add(event.caller_id, "cambio")

    def forfeited(self, event: events.TurnForfeited) -> None:
        dropped = None if event.card is None else self._id(event.card)
        self.held = None
        self._add(event.player_id, "forfeit", card_drawn_id=dropped, metadata={"reason": event.reason})

    def completed(self, event: events.GameCompleted) -> None:
        self.scores = [
            GameScore(
                game_session=self.row,
                player_id=self.players[line.player_id],
                final_score=line.final_score,
                is_cambio_caller=line.is_cambio_caller,
                penalty_applied=line.penalty_applied,
                is_winner=line.is_winner,
                cards_summary=[card_to_json(card) for card in line.cards],
            )
            for line in event.scores
        ]

    def _add(self, seat: int, action: str, **columns: Any) -> Turn:
        self.turn_count += 1
        # Not by chance: a process that follows the step of another one has to come to the same.
        key = uuid5(self.row.pk, str(self.turn_count))
        turn = Turn(
            id=key, game_session=self.row, player_id=self.players[seat], seq=self.turn_count, action=action, **columns
        )
        self.turns[turn.pk] = turn
        return turn

    def _note(self, turn: Turn, status: str, **more: Any) -> None:
        turn.metadata = (turn.metadata or {}) | {"status": status} | more
        self.turns[turn.pk] = turn

    def _use(self, turn: Turn) -> None:
        self.powers.append(
            SpecialPower(
                game_session=self.row,
                turn=turn,
                activated_by_id=turn.player_id,
                power_type=turn.special_power_type or "",
                target_card_id=turn.target_card_id,
                target_player_id=turn.target_player_id,
            )
        )

    def _opened(self) -> Turn:
        if self.open is None:
            raise LookupError("a power closes that was never opened")
        return self.open

    def _id(self, card: str | None) -> UUID:
        return self.row.card_ids[str(card)]


_CLOSED_AS: dict[type[events.Event], str] = {
    events.CardHidden: "completed",
    events.PowerSkipped: "skipped",
    events.PowerCancelled: "cancelled",
}
"""The events that close the open power, with what becomes of it."""
_WRITERS: dict[type[events.Event], Callable[[History, Any], None]] = {
    events.CardDrawn: History.drawn,
    events.DeckReshuffled: History.reshuffle,
    events.CardSwapped: History.swapped,
    events.CardDiscarded: History.discarded,
    events.CardRevealed: History.revealed,
    events.SwapCompleted: History.exchanged,
    events.CambioCalled: History.called,
    events.TurnForfeited: History.forfeited,
    events.GameCompleted: History.completed,
}
