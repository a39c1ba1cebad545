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

import os
import time
from collections import defaultdict
from collections.abc import Callable
from random import Random
from statistics import median
from typing import Any

from bench import peers
from cambio import rules
from tests.conformance.subject import seeded_shuffle

GAMES = 1000
CALL = rules.CallCambio()
CALLS = 0.05  # so often a player who may call does
ROUNDS = 5
"""Ours and theirs take turns, so that a busy machine is as unkind to both."""

Apply = Callable[..., rules.Step]


def run() -> None:
    time_each_action()
    ours = per_second(lambda: play_games(rules.apply))
    print(f"{GAMES:,} random games, choosing included: {ours:,.0f} actions per CPU second (aim: 80,000)")
    compare_with_peers()


def per_second(play: Callable[[], int]) -> float:
    before = time.process_time()
    steps = play()
    return steps / (time.process_time() - before)


def compare_with_peers() -> None:
    """Raises PeerMissing before anything is measured."""
    uno, poker, eights = Uno(), OpenSpiel("python_liars_poker", look=True), OpenSpiel("crazy_eights")
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    measures = {
        "Cambio: list, choose, apply": lambda: play_games(rules.apply, games=GAMES // ROUNDS),
        "Cambio: the same, with a view": lambda: play_games(rules.apply, games=GAMES // ROUNDS, look=True),
        "uno: env.run": uno.run_environment,
        "uno: the bare game": uno.run_bare_game,
        "liars_poker: the same, with a view": poker.run,
        "crazy_eights: list, choose, apply": eights.run,
    }
    rounds = [{name: per_second(play) for name, play in measures.items()} for _round in range(ROUNDS)]
    for name in measures:
        print(f"{name:36}{median(speeds[name] for speeds in rounds):10,.0f} steps per CPU second")
    plain, seen, environment, bare, bluffed, compiled = measures
    print(f"Cambio to uno as RLCard's users run it: {_ratio(rounds, plain, environment)} (aim: 5)")
    print(f"the same, with a view for every step:   {_ratio(rounds, seen, environment)}")
    print(f"both without observations:              {_ratio(rounds, plain, bare)}")
    print(f"with a view, to OpenSpiel's liars_poker: {_ratio(rounds, seen, bluffed)} (must: 1.0, aim: 1.6)")
    print(f"Cambio to OpenSpiel's crazy_eights:     {_ratio(rounds, plain, compiled)}")


def _ratio(rounds: list[dict[str, float]], ours: str, theirs: str) -> str:
    ratios = [speeds[ours] / speeds[theirs] for speeds in rounds]
    return f"{median(ratios):.1f} times (rounds: {min(ratios):.1f} to {max(ratios):.1f})"


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


class OpenSpiel:
    """One of its games, with random players, who `look` at what they may see before each step."""

    GAMES = 100

    def __init__(self, name: str, *, look: bool = False) -> None:
        peers.load("open_spiel.python.games")
        self.game = peers.load("pyspiel").load_game(name)
        self.chance, self.look = Random(0), look

    def run(self) -> int:
        return sum(self._play() for _number in range(self.GAMES))

    def _play(self) -> int:
        state, steps = self.game.new_initial_state(), 0
        while not state.is_terminal():
            # Cards are dealt evenly: any legal one is as likely as another.
            legal = state.legal_actions()
            if not state.is_chance_node():
                steps += 1
                if self.look:
                    state.observation_string(state.current_player())
            state.apply_action(legal[int(self.chance.random() * len(legal))])
        return steps
