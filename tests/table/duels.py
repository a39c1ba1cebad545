"""Duels to sit down at in a test: the table, the time, and what was told last."""

from typing import Any

import pytest
from msgspec.structs import replace

from tabletop.rules import Event, Json, RuleViolation
from tabletop.table import Choices, SeatInfo, Table, TableRules
from tests.tinygame.plug import DuelPlug, Settings
from tests.tinygame.rules import State


class WidePlug(DuelPlug):
    """Duel with seats enough to see them move up; such a table is not meant to be played at."""

    seats = range(2, 5)


class ClockedPlug(DuelPlug):
    """Duel with a turn clock."""

    turn_clocks = (30, 60)
    open_turn_clock = 60

    def begins_turn(self, event: Event) -> bool:
        return event.to_json()["type"] in ("game_started", "card_played")


class SlowPlug(DuelPlug):
    """Duel where it does not matter who is connected."""

    follows_presence = False
    takeover_seconds = abandon_seconds = None


class Seating:
    """Chance keeps the order of what it is given: the first seat is dealt 1, 2, 3, the second 4, 5, 6."""

    def __init__(self, state: Table, *, plug: DuelPlug, now: float = 1000.0) -> None:
        self.rules, self.state, self.now = TableRules(plug), state, now
        self.events: tuple[Event, ...] = ()

    def do(self, seat: Any, type: str, /, **fields: Any) -> "Seating":
        self.state, self.events = self._applied(seat, type, fields)
        return self

    def refusal(self, seat: Any, type: str, /, **fields: Any) -> str:
        """The code; the given state stays as it was."""
        before = self.rules.to_json(self.state)
        with pytest.raises(RuleViolation) as refused:
            self._applied(seat, type, fields)
        assert self.rules.to_json(self.state) == before
        assert refused.value.message.endswith(".")
        return refused.value.code

    def _applied(self, seat: Any, type: str, fields: Json) -> tuple[Table, tuple[Event, ...]]:
        return self.rules.apply(self.state, seat, {"type": type, **fields}, now=self.now, shuffle=list)

    def join(self, name: str) -> "Seating":
        return self.do(None, "join", seatId=name)

    def add_bot(self, name: str, *, level: str = "low") -> "Seating":
        return self.do(0, "add_bot", seatId=name, level=level)

    def wait(self, seconds: float) -> "Seating":
        """Time passes, and the clock settles what is due at the end of it."""
        self.now += seconds
        self.state, self.events = self.rules.settle(self.state, now=self.now, shuffle=list)
        return self

    @property
    def game(self) -> State:
        game: State = self.state.game
        return game

    @property
    def names(self) -> list[str]:
        return [info.seat_id for info in self.state.seats]

    @property
    def event_types(self) -> list[str]:
        return [event.to_json()["type"] for event in self.events]

    @property
    def bot_due(self) -> float | None:
        return self.state.bot_due

    def info(self, place: int) -> SeatInfo:
        return self.state.seats[place]

    def with_little_left(self) -> "Seating":
        """The last trick: each player has one card."""
        self.state = replace(self.state, game=replace(self.game, hands=((1,), (4,)), tricks=(1, 1), plays=4))
        return self


def opened(*, plug: DuelPlug | None = None, takeover: bool = False, turn_seconds: float = 30.0) -> Seating:
    """Ann has opened a table and waits."""
    plug = plug or DuelPlug()
    settings = Settings(turn_seconds=turn_seconds)
    table = TableRules(plug).new_table(
        seat_id="Ann", max_players=plug.seats[-1], choices=Choices(takeover=takeover), settings=settings
    )
    return Seating(table, plug=plug)


def started(*, plug: DuelPlug | None = None, takeover: bool = False, turn_seconds: float = 30.0) -> Seating:
    """Ann and Ben play; Ann is to lead."""
    return opened(plug=plug, takeover=takeover, turn_seconds=turn_seconds).join("Ben").do(0, "start")


def against_bot(level: str = "low", **options: Any) -> Seating:
    """Ann plays against a bot and is to lead."""
    return opened(**options).add_bot("Bot", level=level).do(0, "start")


def over(**options: Any) -> Seating:
    return started(**options).with_little_left().do(0, "play", card=1).do(1, "play", card=4)


def abandoned() -> Seating:
    return started().do(0, "left").do(1, "left").wait(300.0)
