"""Bots of Imperial. A bot gets the view of its seat and the menu of legal actions."""

from collections.abc import Sequence

from imperial.bots import sensible
from imperial.rules.actions import Action
from imperial.rules.board import Setup
from tabletop.rules import Json, Shuffle

LEVELS = ("sensible", "random")
DEFAULT = "sensible"
"""The level that takes over a resigned seat."""


def choose(view: Json, menu: Sequence[Action], *, level: str, player: str, setup: Setup, shuffle: Shuffle) -> Action:
    """Returns a legal action. Chance comes from `shuffle`, so that games replay."""
    if level == "sensible":
        return sensible.choose(view, menu, player=player, setup=setup, shuffle=shuffle)
    return shuffle(menu)[0]


__all__ = ["DEFAULT", "LEVELS", "choose"]
