"""Whole tables at random: people come and go, bots play, the clock is late, and nonsense is refused."""

from dataclasses import dataclass, field
from random import Random
from typing import Any

from cambio.plug import Settings, table
from cambio.rules import CallCambio
from tabletop.rules import Event, Json, RuleViolation
from tabletop.shuffle import shuffle_at
from tabletop.table import Choices, Table

SETTLE: Json = {"type": "settle"}
MAX_STEPS = 4000


@dataclass(frozen=True, kw_only=True)
class Entry:
    """As the kernel's log has it."""

    actor: int | None
    payload: Json
    at: float
    events: list[Json]


@dataclass
class RandomTable:
    seed: int
    takeover: bool
    chance: Random = field(init=False)
    state: Table = field(init=False)
    now: float = 1000.0
    log: list[Entry] = field(default_factory=list)
    states: list[tuple[Table, float]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.chance = Random(self.seed)
        self.state = self.opening()

    def opening(self) -> Table:
        return table.new_table(
            seat_id="p0", max_players=4, choices=Choices(takeover=self.takeover), settings=Settings()
        )

    @property
    def host(self) -> int | None:
        return self.state.place_of_id(self.state.host)

    def shuffle(self, place: int) -> Any:
        return shuffle_at(self.seed.to_bytes(32, "big"), str(place))

    def submit(self, actor: int | None, payload: Json) -> None:
        """As the kernel does it: of a refused action only the deadlines that were due take effect."""
        place = len(self.log) + 1
        try:
            after, events = table.apply(self.state, actor, payload, now=self.now, shuffle=self.shuffle(place))
        except RuleViolation:
            actor, payload = None, SETTLE
            after, events = table.settle(self.state, now=self.now, shuffle=self.shuffle(place))
        self.record(actor, payload, after, events)

    def settle(self) -> None:
        after, events = table.settle(self.state, now=self.now, shuffle=self.shuffle(len(self.log) + 1))
        self.record(None, SETTLE, after, events)

    def record(self, actor: int | None, payload: Json, after: Table, events: tuple[Event, ...]) -> None:
        if events or after != self.state:
            told = [event.to_json() | {"audience": event.audience} for event in events]
            self.log.append(Entry(actor=actor, payload=payload, at=self.now, events=told))
        self.state = after
        self.states.append((after, self.now))

    def play(self) -> "RandomTable":
        self._fill_seats()
        self.submit(self.host, {"type": "start"})
        for _step in range(MAX_STEPS):
            if table.is_over(self.state):
                return self
            self._step()
        raise AssertionError(f"table {self.seed} does not end")

    def _fill_seats(self) -> None:
        for number in range(1, self.chance.randint(2, 6)):
            newcomer = {"seatId": f"p{number}"}
            if self.chance.random() < 0.5:
                self.submit(None, {"type": "join", **newcomer})
            else:
                level = self.chance.choice(["easy", "medium", "hard"])
                self.submit(self.host, {"type": "add_bot", "level": level, **newcomer})
            if self.chance.random() < 0.2:
                away = self.chance.randrange(len(self.state.seats))
                self.submit(away, {"type": "left"})
                if self.seed % 5 == 0:
                    self.submit(away, {"type": "arrived"})
        bots = [info.seat_id for info in self.state.seats if info.type == "bot"]
        if len(bots) > 1:
            self.submit(self.host, {"type": "remove_bot", "seatId": bots[0]})
        if len(self.state.seats) > 3:
            self.submit(self.chance.randrange(len(self.state.seats)), {"type": "leave"})
        if len(self.state.seats) < 2 or self.state.host is None:
            self.submit(None, {"type": "join", "seatId": "px"})
            self.submit(self.host, {"type": "add_bot", "level": "easy", "seatId": "py"})

    def _step(self) -> None:
        due, luck = table.next_deadline(self.state), self.chance.random()
        seat = self.chance.randrange(len(self.state.seats))
        if luck < 0.05:
            self.submit(seat, {"type": self.chance.choice(["left", "leave"])})
        elif luck < 0.15:
            self.submit(seat, {"type": "arrived"})
        elif luck < 0.2:
            self.submit(seat, {"type": self.chance.choice(["call_cambio", "discard", "skip_power", "start"])})
        elif due is not None and luck < 0.8:
            self.now = max(self.now, due + self.chance.choice([0.0, 0.0, 0.2, 30.0]))
            self.settle()
        else:
            self._act()

    def _act(self) -> None:
        for seat in map(int, table.players_to_act(self.state)):
            if self.state.seats[seat].bot_level is None:
                menu = table.legal_actions(self.state, seat, now=self.now)
                calm = [action for action in menu if not isinstance(action, CallCambio)]
                if menu:
                    self.now += 0.5
                    action = self.chance.choice(menu if self.chance.random() < 0.1 else calm)
                    self.submit(seat, table.action_to_json(action))
                    return
