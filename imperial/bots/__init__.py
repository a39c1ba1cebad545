"""Bots see what their seat sees, and choose from what the seat may do."""

from collections.abc import Sequence

from imperial.bots import random_legal, sensible
from imperial.rules.actions import Action
from imperial.rules.board import Setup
from tabletop.rules import Json, Shuffle

_CHOICES = {"sensible": sensible.choose, "random": random_legal.choose}
KINDS = tuple(_CHOICES)
DEFAULT = "sensible"
"""Who plays on for somebody who resigns."""


def choose(view: Json, menu: Sequence[Action], *, kind: str, player: str, setup: Setup, shuffle: Shuffle) -> Action:
    """An action of the menu, or another legal one. Chance comes from `shuffle`, so that a game replays."""
    return _CHOICES.get(kind, random_legal.choose)(view, menu, player=player, setup=setup, shuffle=shuffle)


__all__ = ["DEFAULT", "KINDS", "choose"]
