"""Bot that plays any legal action, for tests and simulations."""

from collections.abc import Sequence

from imperial.rules.actions import Action
from imperial.rules.board import Setup
from tabletop.rules import Json, Shuffle


def choose(view: Json, menu: Sequence[Action], *, player: str, setup: Setup, shuffle: Shuffle) -> Action:
    return shuffle(menu)[0]
