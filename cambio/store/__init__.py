"""Tables <-> state: the only room that knows both."""

from cambio.models import CambioAction, GameSession
from cambio.store.reading import load, seats
from cambio.store.writing import create, save

games = GameSession
actions = CambioAction
unnumbered, unnumbered_of = seats.unnumbered, seats.unnumbered_of

__all__ = ["actions", "create", "games", "load", "save", "seats", "unnumbered", "unnumbered_of"]
