"""What the convoy search is judged by: it takes every choice there is and looks whether the fleets suffice."""

from collections.abc import Sequence
from itertools import product

from imperial.rules.maneuver.transport import Options


def by_trying_everything(demands: Sequence[Options], supply: Sequence[int]) -> bool:
    return any(fits(choice, supply) for choice in product(*demands))


def fits(choice: Sequence[int], supply: Sequence[int]) -> bool:
    return all(sum(option >> sea & 1 for option in choice) <= count for sea, count in enumerate(supply))
