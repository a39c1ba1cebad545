"""Simulated games among bots, without waiting for the clock."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count

from msgspec.structs import replace

from imperial import bots, rules
from imperial.rules import Setup, State
from imperial.rules.taxation import MOST_POINTS
from tabletop import simulation
from tabletop.rules import Json
from tabletop.shuffle import shuffle_at
from tabletop.simulation import spread

# Random play ends within 3,000 actions; the limit turns an endless game into an error.
MAX_ACTIONS = 30_000


@dataclass(frozen=True, kw_only=True)
class PlayedGame:
    levels: tuple[str, ...]
    """Level of the bot per player, in player order."""
    state: State
    actions: int

    @property
    def scores(self) -> dict[str, float]:
        return {line["player"]: line["score"] for line in rules.ranking(self.state)}

    @property
    def winner(self) -> str:
        return str(rules.ranking(self.state)[0]["player"])


def play_game(levels: Sequence[str], *, seed: bytes, setup: Setup) -> PlayedGame:
    levels_of = {f"Bot {seat}": level for seat, level in enumerate(levels, start=1)}
    state = rules.new_game(list(levels_of), setup, shuffle=shuffle_at(seed, "start"), now=0)
    for actions in count():
        if rules.is_over(state):
            return PlayedGame(levels=tuple(levels), state=state, actions=actions)
        if actions > MAX_ACTIONS:
            raise RuntimeError(f"A game of {', '.join(levels)} does not end (seed {seed.hex()}).")
        shuffle, player = shuffle_at(seed, str(state.turn_id)), rules.players_to_act(state)[0]
        menu = rules.legal_actions(state, player, setup=setup)
        view = rules.view(state, player)
        action = bots.choose(view, menu, level=levels_of[player], player=player, setup=setup, shuffle=shuffle)
        state, _events = rules.apply(state, player, action, setup=setup, shuffle=shuffle, now=0)
        # The log is not used in simulations, and copying it into every view is slow.
        state = replace(state, history=())
    raise AssertionError("counting never ends")


@dataclass(kw_only=True)
class Line:
    """Results of a seat or a level of bot over many games."""

    games: int = 0
    wins: int = 0
    score: float = 0.0

    def add(self, *, score: float, won: bool) -> None:
        self.games += 1
        self.wins += won
        self.score += score

    def to_json(self) -> Json:
        return {
            "games": self.games,
            "wins": self.wins,
            "winRate": round(self.wins / self.games, 4),
            "averageScore": round(self.score / self.games, 2),
        }


@dataclass(kw_only=True)
class CountryLine:
    games: int = 0
    points: int = 0
    reached_the_end: int = 0
    money: int = 0
    units: int = 0

    def to_json(self) -> Json:
        return {
            "games": self.games,
            "averagePoints": round(self.points / self.games, 2),
            "reachedTheEnd": self.reached_the_end,
            "averageTreasury": round(self.money / self.games / 100, 2),
            "averageUnits": round(self.units / self.games, 2),
        }


@dataclass(kw_only=True)
class Summary(simulation.Summary[PlayedGame]):
    seats: dict[str, Line] = field(default_factory=dict)
    """By the seat assigned after the auction (rules 3.2)."""
    levels: dict[str, Line] = field(default_factory=dict)
    countries: dict[str, CountryLine] = field(default_factory=dict)
    actions: list[int] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)

    def add(self, game: PlayedGame) -> None:
        self.actions.append(game.actions)
        self.rounds.append(game.state.round)
        scores, winner = game.scores, game.winner
        for (player, info), level in zip(game.state.player_info.items(), game.levels, strict=True):
            for line in (self.seats.setdefault(f"seat {info.order}", Line()), self.levels.setdefault(level, Line())):
                line.add(score=scores[player], won=player == winner)
        for name, country in game.state.country_info.items():
            line_of_country = self.countries.setdefault(name, CountryLine())
            line_of_country.games += 1
            line_of_country.points += country.points
            line_of_country.reached_the_end += country.points == MOST_POINTS
            line_of_country.money += country.money
            line_of_country.units += len(country.fleets) + len(country.armies)

    def to_json(self) -> Json:
        return {
            "games": len(self.actions),
            "actions": spread(self.actions),
            "rounds": spread(self.rounds),
            "seats": {name: line.to_json() for name, line in sorted(self.seats.items())},
            "bots": {name: line.to_json() for name, line in sorted(self.levels.items())},
            "countries": {name: line.to_json() for name, line in self.countries.items()},
        }
