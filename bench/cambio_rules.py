"""Speed of the Cambio rules: microseconds per action (aim: 10), actions per CPU second (aim: 80,000).

Two libraries are measured in the same run, on the same core, in turns with ours; without them the run fails. A step is
what a random agent does once: list what is legal, choose, apply.

- RLCard's uno, written in Python like ours, is run as its users run it: by `env.run` with its random agents. Its step
  also makes the observation of the next player and keeps the trajectory. Ours needs no observation to play on, so the
  ratio that counts (aim: 5) is without one; the ratio with our `view` for every step, and the one of both bare games
  without any observation, are told beside it.
- OpenSpiel's python_liars_poker, written in Python like ours, makes the observation of the player before each step, as
  ours makes the `view` (must: 1.0, aim: 1.6). Its crazy_eights, written in C++, is called from Python as its users call
  it. Cards that are dealt count as no step there, and their time counts.

All are card games with hidden hands, but not the same game: what is compared is the price of a step.
"""

import time
from collections import defaultdict
from collections.abc import Callable
from random import Random
from statistics import median
from typing import Any

from bench import peers
from bench.peers import OpenSpiel
from bench.speeds import play_in_turns, ratio, speed
from cambio import rules
from tests.conformance.subject import seeded_shuffle

GAMES = 1000
CALL = rules.CallCambio()
CALLS = 0.05  # so often a player who may call does
ROUNDS = 5
PLAIN = "Cambio: list, choose, apply"

Apply = Callable[..., rules.Step]


def run() -> None:
    time_each_action()
    alone = play_in_turns({PLAIN: lambda: play_games(rules.apply, games=GAMES // ROUNDS)}, rounds=ROUNDS)
    print(f"{GAMES:,} random games, choosing included: {speed(alone, PLAIN)} (aim: 80,000)")
    compare_with_peers()


def compare_with_peers() -> None:
    """Raises PeerMissing before anything is measured."""
    uno, poker, eights = Uno(), OpenSpiel("python_liars_poker", look=True), OpenSpiel("crazy_eights")
    measures = {
        PLAIN: lambda: play_games(rules.apply, games=GAMES // ROUNDS),
        "Cambio: the same, with a view": lambda: play_games(rules.apply, games=GAMES // ROUNDS, look=True),
        "uno: env.run": uno.run_environment,
        "uno: the bare game": uno.run_bare_game,
        "liars_poker: the same, with a view": poker.run,
        "crazy_eights: list, choose, apply": eights.run,
    }
    rounds = play_in_turns(measures, rounds=ROUNDS)
    for name in measures:
        print(f"{name:36}{speed(rounds, name)}")
    plain, seen, environment, bare, bluffed, compiled = measures
    print(f"Cambio to uno as RLCard's users run it: {ratio(rounds, plain, environment)} (aim: 5)")
    print(f"the same, with a view for every step:   {ratio(rounds, seen, environment)}")
    print(f"both without observations:              {ratio(rounds, plain, bare)}")
    print(f"with a view, to OpenSpiel's liars_poker: {ratio(rounds, seen, bluffed)} (must: 1.0, aim: 1.6)")
    print(f"Cambio to OpenSpiel's crazy_eights:     {ratio(rounds, plain, compiled)}")


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


def play_games(apply: Apply, *, games: int = GAMES, look: bool = False) -> int:
    return sum(play_game(seed, 2 + seed % 3, apply, look=look) for seed in range(games))


def play_game(seed: int, players: int, apply: Apply, *, look: bool) -> int:
    """How many actions a random game with all powers took."""
    chance, shuffle, actions, now = Random(seed), seeded_shuffle(seed), 0, 0.0
    state = rules.new_game(["Ines", "Teo", "Mara", "Ole"][:players], shuffle, now=now)
    while not rules.is_over(state):
        now += 1
        acting = rules.players_to_act(state)
        seat = acting[int(chance.random() * len(acting))]
        if look:
            rules.view(state, seat, now=now)
        menu = rules.legal_actions(state, seat, now=now)
        action = menu[int(chance.random() * len(menu))]
        if action == CALL and chance.random() > CALLS:
            action = menu[0]
        state, _events = apply(state, seat, action, now=now, shuffle=shuffle)
        actions += 1
    return actions


class Uno:
    """RLCard's game, with random agents."""

    GAMES = 100

    def __init__(self) -> None:
        self.environment = peers.load("rlcard").make("uno")
        agent = peers.load("rlcard.agents").RandomAgent(num_actions=self.environment.num_actions)
        self.environment.set_agents([agent] * self.environment.num_players)
        self.chance = Random(0)

    def run_environment(self) -> int:
        before: int = self.environment.timestep
        for _number in range(self.GAMES):
            self.environment.run()
        return int(self.environment.timestep) - before

    def run_bare_game(self) -> int:
        game, steps = self.environment.game, 0
        for _number in range(self.GAMES):
            game.init_game()
            while not game.is_over():
                legal = game.get_legal_actions()
                game.step(legal[int(self.chance.random() * len(legal))])
                steps += 1
        return steps
