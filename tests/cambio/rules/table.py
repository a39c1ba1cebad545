"""A table to play at in a test: the state, the time, and what was told last."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from cambio import rules
from tabletop.rules import Json, RuleViolation

HANDS = (("2h", "3h", "4h", "5h"), ("2d", "3d", "4d", "5d"), ("2c", "3c", "4c", "5c"), ("2s", "3s", "4s", "5s"))
NAMES = ("Ines", "Teo", "Mara", "Ole")


class Table:
    """Chance keeps the order unless a test says otherwise: a king shows position 0, a reshuffle keeps the order."""

    def __init__(self, state: rules.State, *, now: float = 1000.0, shuffle: Callable[[Any], list[Any]] = list) -> None:
        self.state = state
        self.now = now
        self.shuffle = shuffle
        self.events: tuple[rules.Event, ...] = ()

    def do(self, seat: int, type: str, **fields: Any) -> "Table":
        self.state, self.events = rules.apply(
            self.state, seat, {"type": type, **fields}, now=self.now, shuffle=self.shuffle
        )
        return self

    def refusal(self, seat: Any, type: str, **fields: Any) -> str:
        """The code; the given state stays as it was."""
        before = rules.to_json(self.state)
        with pytest.raises(RuleViolation) as refused:
            rules.apply(self.state, seat, {"type": type, **fields}, now=self.now, shuffle=self.shuffle)
        assert rules.to_json(self.state) == before
        return refused.value.code

    def wait(self, seconds: float) -> "Table":
        """Time passes, and the clock settles what is due."""
        self.now += seconds
        self.state, self.events = rules.settle(self.state, now=self.now, shuffle=self.shuffle)
        return self

    def let_time_pass(self, seconds: float) -> "Table":
        """Time passes, but no clock runs."""
        self.now += seconds
        return self

    @property
    def event_types(self) -> list[str]:
        """The types of the events, in order."""
        return [event.to_json()["type"] for event in self.events]

    def event(self, type: str) -> Json:
        """The one event of this type, with its audience."""
        (found,) = [event for event in self.events if event.to_json()["type"] == type]
        return found.to_json() | {"audience": found.audience}

    def view(self, seat: int | None) -> Json:
        return rules.view(self.state, seat, now=self.now)

    def faces(self, seat: int | None) -> dict[tuple[int, int], str]:
        """The hand cards this seat can see, by owner and position."""
        return {
            (player["playerId"], card["position"]): card["face"]
            for player in self.view(seat)["players"]
            for card in player["cards"]
            if card["face"] is not None
        }

    def menu(self, seat: int) -> list[Json]:
        return [rules.action_to_json(action) for action in rules.legal_actions(self.state, seat, now=self.now)]

    def hand(self, seat: int) -> list[str]:
        return list(self.state.players[seat].hand)

    @property
    def stage(self) -> str:
        return str(self.view(None)["stage"])

    @property
    def turn(self) -> int | None:
        return self.state.current_turn_player_id


def dealt(players: int = 2, *, now: float = 1000.0) -> Table:
    """A game that has just begun, with the cards in the order of the deck."""
    return Table(rules.new_game(NAMES[:players], list, now=now), now=now)


def arranged(
    players: int = 2,
    *,
    deck: Sequence[str] = ("Ah", "Ad", "Ac", "As"),
    discard: Sequence[str] = ("6h",),
    hands: Sequence[Sequence[str]] = HANDS,
    **options: Any,
) -> Table:
    """A position in the middle of a game; the first cards of the deck matter most."""
    return Table(rules.arrange([list(hand) for hand in hands[:players]], list(deck), list(discard), **options))


def with_open_power(card: str, players: int = 2, **options: Any) -> Table:
    """Seat 0 has drawn this card from the deck and let it go."""
    table = arranged(players, deck=(card, "Ad", "Ac", "As"), **options)
    seat = table.state.current
    return table.do(seat, "draw", source="deck").do(seat, "discard")
