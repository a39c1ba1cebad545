"""Simulated games among bots, without waiting for the clock."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from cambio.bots import Level
from cambio.plug import Settings, table
from cambio.rules.events import TurnStarted
from cambio.table_view import LoggedEvent
from tabletop import simulation
from tabletop.rules import Event, Json
from tabletop.shuffle import shuffle_at
from tabletop.simulation import spread
from tabletop.table import SeatInfo, Start, Table

# Every level calls long before; the limit turns an endless game into an error.
MAX_STEPS = 5000


@dataclass(frozen=True, kw_only=True)
class PlayedGame:
    levels: tuple[Level, ...]
    table: Table
    actions: int
    turns: int
    scores: list[Json]


@dataclass(kw_only=True)
class LevelSummary:
    seats: int = 0
    wins: float = 0.0
    """A win shared by two counts half for each."""
    points: int = 0
    calls_right: int = 0
    calls_wrong: int = 0

    def to_json(self) -> Json:
        return {
            "seats": self.seats,
            "wins": round(self.wins, 2),
            "winRate": round(self.wins / self.seats, 4),
            "averageScore": round(self.points / self.seats, 2),
            "callsRight": self.calls_right,
            "callsWrong": self.calls_wrong,
        }


@dataclass(kw_only=True)
class Summary(simulation.Summary[PlayedGame]):
    levels: dict[Level, LevelSummary] = field(default_factory=dict)
    actions: list[int] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)

    def add(self, game: PlayedGame) -> None:
        self.actions.append(game.actions)
        self.turns.append(game.turns)
        winners = sum(line["isWinner"] for line in game.scores)
        for level, line in zip(game.levels, game.scores, strict=True):
            summary = self.levels.setdefault(level, LevelSummary())
            summary.seats += 1
            summary.wins += line["isWinner"] / winners
            summary.points += line["finalScore"]
            summary.calls_right += line["isCambioCaller"] and not line["penaltyApplied"]
            summary.calls_wrong += line["penaltyApplied"]

    def to_json(self) -> Json:
        return {
            "games": len(self.turns),
            "levels": {level: summary.to_json() for level, summary in sorted(self.levels.items())},
            "turns": spread(self.turns),
            "actions": spread(self.actions),
        }


def play_game(levels: Sequence[Level], *, seed: bytes) -> PlayedGame:
    seats = tuple(SeatInfo(seat_id=f"bot-{seat}", type="bot", bot_level=level) for seat, level in enumerate(levels))
    played = Table(max_players=len(seats), seats=seats, host=seats[0].seat_id, settings=Settings())
    played, events = table.apply(played, 0, Start(), now=0.0, shuffle=shuffle_at(seed, "0"))
    actions, turns = 0, _turns_begun(events)
    while (due := table.next_deadline(played)) is not None:
        actions += 1
        if actions > MAX_STEPS:
            raise RuntimeError(f"A game of {', '.join(levels)} does not end (seed {seed.hex()}).")
        played, events = table.settle(played, now=due, shuffle=shuffle_at(seed, str(actions)))
        turns += _turns_begun(events)
    outcome = table.result(played)
    if outcome is None:
        raise RuntimeError(f"Nobody acts in a game of {', '.join(levels)} (seed {seed.hex()}).")
    return PlayedGame(levels=tuple(levels), table=played, actions=actions, turns=turns, scores=outcome["scores"])


def _turns_begun(events: Sequence[Event]) -> int:
    return sum(isinstance(event, LoggedEvent) and isinstance(event.event, TurnStarted) for event in events)
