"""Whole games by chance."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from imperial import rules
from imperial.rules.board import Setup
from tests.conformance.subject import seeded_shuffle

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")
START = 1_000.0
STEP_LIMIT = 5_000
TIMER = {"increment": 20, "banked": 120}


@dataclass(frozen=True, kw_only=True)
class Step:
    before: rules.State
    player: str
    action: Any
    after: rules.State
    events: tuple[rules.Event, ...]


def new_game(players: int, *, setup: Setup, timed: bool = False) -> rules.State:
    return rules.new_game(NAMES[:players], setup, shuffle=list, now=START, timer=TIMER if timed else None)


def random_game(seed: int, *, players: int, setup: Setup, timed: bool = False) -> Iterator[Step]:
    """A game to its end: any spot of the wheel is as likely as any other, whatever can be done there."""
    chance, now = Random(seed), START
    state = new_game(players, setup=setup, timed=timed)
    for number in range(STEP_LIMIT):
        if rules.is_over(state):
            return
        now += chance.choice((0.25, 5, 30, 90))
        player = chance.choice(rules.players_to_act(state))
        action = choose(rules.legal_actions(state, player, setup=setup), chance)
        shuffle = seeded_shuffle("imperial", seed, number)
        after, events = rules.apply(state, player, action, setup=setup, shuffle=shuffle, now=now)
        yield Step(before=state, player=player, action=action, after=after, events=events)
        state = after
    raise AssertionError(f"seed {seed}: not over after {STEP_LIMIT} steps")


def choose(menu: list[rules.Action], chance: Random) -> rules.Action:
    spots = sorted({action.wheel_spot for action in menu if isinstance(action, rules.Propose)})
    if not spots or chance.random() * (len(spots) + 1) < 1:
        return chance.choice(menu)
    spot = chance.choice(spots)
    return chance.choice([action for action in menu if isinstance(action, rules.Propose) and action.wheel_spot == spot])
