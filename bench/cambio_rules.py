"""Speed of the Cambio rules: microseconds per action (aim: 10), actions per CPU second (aim: 80,000)."""

import importlib
import importlib.util
import time
from collections import defaultdict
from collections.abc import Callable
from random import Random
from statistics import median
from typing import Any

from cambio import rules
from tests.conformance.subject import seeded_shuffle

GAMES = 1000
CALL = rules.CallCambio()
CALLS = 0.05  # so often a player who may call does
UNO_GAMES = 300

Apply = Callable[..., rules.Step]


def run() -> None:
    time_each_action()
    before = time.process_time()
    ours = play_games(rules.apply) / (time.process_time() - before)
    print(f"{GAMES:,} random games, choosing included: {ours:,.0f} actions per CPU second (aim: 80,000)")
    if importlib.util.find_spec("rlcard"):
        theirs = uno_steps_per_second()
        print(f"RLCard's uno: {theirs:,.0f} steps per CPU second; Cambio makes {ours / theirs:.1f} times that (aim: 5)")


def time_each_action() -> None:
    taken: dict[str, list[int]] = defaultdict(list)

    def timed(state: rules.State, seat: int, action: Any, *, now: float, shuffle: Any) -> rules.Step:
        started = time.perf_counter_ns()
        step = rules.apply(state, seat, action, now=now, shuffle=shuffle)
        taken[type(action).__name__].append(time.perf_counter_ns() - started)
        return step

    play_games(timed)
    for name, times in sorted(taken.items()):
        print(f"{name:20}{len(times):7,} x {median(times) / 1000:.1f} microseconds")
    overall = median(duration for times in taken.values() for duration in times)
    print(f"median of all actions: {overall / 1000:.1f} microseconds (aim: 10)")


def play_games(apply: Apply) -> int:
    return sum(play_game(seed, 2 + seed % 3, apply) for seed in range(GAMES))


def play_game(seed: int, players: int, apply: Apply) -> int:
    """How many actions a random game with all powers took."""
    chance, shuffle, actions, now = Random(seed), seeded_shuffle(seed), 0, 0.0
    state = rules.new_game(["Ines", "Teo", "Mara", "Ole"][:players], shuffle, now=now)
    while not rules.is_over(state):
        now += 1
        acting = rules.players_to_act(state)
        seat = acting[int(chance.random() * len(acting))]
        menu = rules.legal_actions(state, seat, now=now)
        action = menu[int(chance.random() * len(menu))]
        if action == CALL and chance.random() > CALLS:
            action = menu[0]
        state, _events = apply(state, seat, action, now=now, shuffle=shuffle)
        actions += 1
    return actions


def uno_steps_per_second() -> float:
    """The same measure of a well-known environment: random games of its own random agents, choosing included."""
    environment = importlib.import_module("rlcard").make("uno")
    agent = importlib.import_module("rlcard.agents").RandomAgent(num_actions=environment.num_actions)
    environment.set_agents([agent] * environment.num_players)
    before = time.process_time()
    for _number in range(UNO_GAMES):
        environment.run()
    return environment.timestep / (time.process_time() - before)
