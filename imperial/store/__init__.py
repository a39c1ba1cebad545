"""Tables <-> state: the only room that knows both."""

from imperial.models import Game, ImperialAction
from imperial.store.reading import lines, load, seats, setup_text, snapshot, unnumbered, unnumbered_of
from imperial.store.writing import create, save

games = Game
actions = ImperialAction

__all__ = [
    "actions",
    "create",
    "games",
    "lines",
    "load",
    "save",
    "seats",
    "setup_text",
    "snapshot",
    "unnumbered",
    "unnumbered_of",
]
