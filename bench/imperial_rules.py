"""Speed of the Imperial rules: actions per CPU second, complete 3-player games per second (aim: 5).

playimperial was measured once with 2,330 actions a second; it is not run here. Ours have to make three times as many
(aim: four times).
"""

import time
from collections import defaultdict
from random import Random
from statistics import median
from typing import Any

from imperial import rules
from tests.conformance.subject import seeded_shuffle

GAMES = 40
PLAYERS = ("Ann", "Ben", "Cleo")
SETUP = rules.load_setup()
PLAYIMPERIAL = 2_330


def run() -> None:
    before = time.process_time()
    actions = sum(play_game(seed) for seed in range(GAMES))
    seconds = time.process_time() - before
    print(f"{GAMES} random games of {len(PLAYERS)}, choosing included, {actions / GAMES:.0f} actions each:")
    speed = actions / seconds
    print(f"{speed:,.0f} actions per CPU second, {speed / PLAYIMPERIAL:.2f} times playimperial (must: 3, aim: 4)")
    print(f"{GAMES / seconds:.1f} complete games per CPU second (aim: 5)")
    time_each_action()


def time_each_action() -> None:
    menus: dict[str, list[int]] = defaultdict(list)
    moves: dict[str, list[int]] = defaultdict(list)
    for seed in range(GAMES // 4):
        play_game(seed, menus=menus, moves=moves)
    for title, times in (("menu of", menus), ("apply", moves)):
        for name, taken in sorted(times.items()):
            print(f"{title} {name:16}{len(taken):7,} x {median(taken) / 1000:9.1f} microseconds")


def play_game(
    seed: int, *, menus: dict[str, list[int]] | None = None, moves: dict[str, list[int]] | None = None
) -> int:
    """How many actions a random game took: any player to act, any action of the menu."""
    chance, shuffle, actions = Random(seed), seeded_shuffle(seed), 0
    state = rules.new_game(PLAYERS, SETUP, shuffle=shuffle, now=0.0)
    while not rules.is_over(state):
        acting = rules.players_to_act(state)
        player = acting[int(chance.random() * len(acting))]
        started = time.perf_counter_ns()
        menu = rules.legal_actions(state, player, setup=SETUP)
        chosen = time.perf_counter_ns()
        action: Any = menu[int(chance.random() * len(menu))]
        after, _events = rules.apply(state, player, action, setup=SETUP, shuffle=shuffle, now=float(actions))
        if menus is not None and moves is not None:
            menus[state.mode].append(chosen - started)
            moves[type(action).__name__].append(time.perf_counter_ns() - chosen)
        state = after
        actions += 1
    return actions
