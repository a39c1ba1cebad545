"""Bots of Imperial. A bot gets the view of its seat and the menu of legal actions."""

from collections.abc import Sequence

from imperial.bots import random_legal, sensible
from imperial.rules.actions import Action
from imperial.rules.board import Setup
from tabletop.rules import Json, Shuffle

_CHOICES = {"sensible": sensible.choose, "random": random_legal.choose}
KINDS = tuple(_CHOICES)
DEFAULT = "sensible"
"""The kind that takes over a resigned seat."""


def choose(view: Json, menu: Sequence[Action], *, kind: str, player: str, setup: Setup, shuffle: Shuffle) -> Action:
    """Returns a legal action. Chance comes from `shuffle`, so that games replay."""
    return _CHOICES.get(kind, random_legal.choose)(view, menu, player=player, setup=setup, shuffle=shuffle)


__all__ = ["DEFAULT", "KINDS", "choose"]
