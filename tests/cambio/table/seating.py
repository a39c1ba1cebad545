"""A table to sit down at in a test: who sits there, the time, and what was told last."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from cambio import rules
from cambio.bots import learn
from cambio.plug import Settings, table
from tabletop.rules import Event, Json, RuleViolation
from tabletop.table import Choices, SeatInfo, Table
from tabletop.table.state import NO_MEMORY

NAMES = ("Ines", "Teo", "Mara", "Ole")
HANDS = (("2h", "3h", "4h", "5h"), ("2d", "3d", "4d", "5d"), ("2c", "3c", "4c", "5c"), ("2s", "3s", "4s", "5s"))
DECK = ("6h", "6d", "6c", "6s", "7h", "7d", "8h", "8d", "9h", "9d", "Jh", "Jd")


class Seating:
    """Chance keeps the order unless a test says otherwise: a bot thinks for one second."""

    def __init__(self, state: Table, *, now: float = 1000.0, shuffle: Callable[[Any], list[Any]] = list) -> None:
        self.state = state
        self.now = now
        self.shuffle = shuffle
        self.events: tuple[Event, ...] = ()

    def do(self, seat: int | None, type: str, /, **fields: Any) -> "Seating":
        action = {"type": type, **fields}
        self.state, self.events = table.apply(self.state, seat, action, now=self.now, shuffle=self.shuffle)
        return self

    def join(self, name: str) -> "Seating":
        return self.do(None, "join", seatId=f"id-{name}")

    def add_bot(self, name: str, *, level: str = "easy", by: int = 0) -> "Seating":
        return self.do(by, "add_bot", seatId=f"id-{name}", level=level)

    def refusal(self, seat: Any, type: str, /, **fields: Any) -> str:
        """The code; the given state stays as it was."""
        before = table.to_json(self.state)
        with pytest.raises(RuleViolation) as refused:
            table.apply(self.state, seat, {"type": type, **fields}, now=self.now, shuffle=self.shuffle)
        assert table.to_json(self.state) == before
        assert refused.value.message.endswith(".")
        return refused.value.code

    def wait(self, seconds: float) -> "Seating":
        """Time passes, and the clock settles what is due at the end of it."""
        self.now += seconds
        self.state, self.events = table.settle(self.state, now=self.now, shuffle=self.shuffle)
        return self

    def let_bots_play(self) -> "Seating":
        """The clock settles every deadline in time, until somebody else is to act."""
        while not self.is_over and (due := table.next_deadline(self.state)) is not None:
            self.now = max(self.now, due)
            self.state, self.events = table.settle(self.state, now=self.now, shuffle=self.shuffle)
            if self.game.current_turn_player_id is None or self.state.bot_due is None:
                break
        return self

    def view(self, seat: int | None) -> Json:
        return table.view(self.state, seat, now=self.now)

    @property
    def game(self) -> rules.State:
        assert self.state.game is not None
        return self.state.game

    @property
    def is_over(self) -> bool:
        return table.is_over(self.state)

    @property
    def turn(self) -> int | None:
        return self.game.current_turn_player_id

    @property
    def names(self) -> list[str]:
        return [info.seat_id.removeprefix("id-") for info in self.state.seats]

    @property
    def host(self) -> int | None:
        return self.state.place_of_id(self.state.host)

    @property
    def event_types(self) -> list[str]:
        return [event.to_json()["type"] for event in self.events]

    def event(self, type: str) -> Json:
        (found,) = [event.to_json() for event in self.events if event.to_json()["type"] == type]
        return found


def opened(*, max_players: int = 4, takeover: bool = False) -> Seating:
    """Ines has opened a table and waits."""
    return Seating(
        table.new_table(
            seat_id="id-Ines", max_players=max_players, choices=Choices(takeover=takeover), settings=Settings()
        )
    )


def arranged(levels: Sequence[str | None], *, takeover: bool = False, now: float = 1000.0, **position: Any) -> Seating:
    """A game in the middle. `levels`: for each seat the level of its bot, None for a person; the rest as `arrange`."""
    position = {"hands": HANDS[: len(levels)], "deck": DECK, "discard": ("10h",)} | position
    seats = tuple(
        SeatInfo(seat_id=f"id-{name}", type="human" if level is None else "bot", bot_level=level)
        for name, level in zip(NAMES, levels, strict=False)
    )
    game = rules.arrange(**position)
    told = [event.to_json() for event in rules.opening_events(replace(game, initial_view_ends_at=now))]
    seats = tuple(replace(info, bot_memory=_remembering(told, seat, len(levels))) for seat, info in enumerate(seats))
    due = now + 1.0 if game.current_turn_player_id is not None and levels[game.current] else None
    host = next((info.seat_id for info in seats if info.type == "human"), None)
    state = Table(
        max_players=4,
        seats=seats,
        host=host,
        choices=Choices(takeover=takeover),
        settings=Settings(),
        game=game,
        bot_due=due,
    )
    return Seating(state, now=now)


def _remembering(told: list[Json], seat: int, players: int) -> Any:
    """A memory that knows the two lower cards, as after the initial view."""
    started, shown = told[0], told[1 + seat]
    return learn(NO_MEMORY, [started, shown], seat=seat, players=players, level="hard")
