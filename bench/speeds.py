"""Speeds of rules: steps per CPU second, in rounds that take turns on one core: a busy machine is as unkind to each."""

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from statistics import median

Play = Callable[[], int]
"""Plays games and says how many steps they took."""
Round = Mapping[str, float]
"""Steps per CPU second of everybody who took turns."""


def play_in_turns(measures: Mapping[str, Play], *, rounds: int) -> list[Round]:
    """The speeds of each round. One round before them warms up and is not counted."""
    with _on_one_core():
        for play in measures.values():
            play()
        found: list[Round] = []
        for number in range(rounds):
            # In both orders: nobody follows the same neighbour each time.
            names = sorted(measures, reverse=number % 2 == 0)
            found.append({name: per_second(measures[name]) for name in names})
    return found


def per_second(play: Play) -> float:
    before = time.process_time()
    steps = play()
    return steps / (time.process_time() - before)


def speed(rounds: Sequence[Round], name: str) -> str:
    speeds = [each[name] for each in rounds]
    digits = ",.0f" if median(speeds) > 100 else ".1f"
    return f"{median(speeds):{digits}} per CPU second (rounds: {min(speeds):{digits}} to {max(speeds):{digits}})"


def ratio(rounds: Sequence[Round], ours: str, theirs: str | float) -> str:
    """How many times as quick as another one, or as a fixed speed, round by round."""
    ratios = [each[ours] / (each[theirs] if isinstance(theirs, str) else theirs) for each in rounds]
    return f"{median(ratios):.2f} times (rounds: {min(ratios):.2f} to {max(ratios):.2f})"


@contextmanager
def _on_one_core() -> Iterator[None]:
    """Of those that this process may use; the benchmarks after this one may use them all again."""
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(allowed)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)
