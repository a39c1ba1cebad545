"""The last state of the tables that this process serves, so that a move need not load them again.

Rows are the truth: a state from here is only a guess, which the write compares by its number. It is never changed,
never replaced by an older one, and nothing of it survives a failed write or the news of a later change.
"""

import threading
import time
from typing import Any
from uuid import UUID

from django.db import connection

from tabletop.engine import Engine, Loaded
from tabletop.live.announce import is_watched, latest_change

LONGEST_SECONDS = 60.0
"""After this a table is loaded anew: rows besides the state, such as names, may have changed without a move."""

_games: dict[str, Loaded[Any]] = {}
_outdated: dict[str, float] = {}
"""Tables with a new name, and people who have changed something, such as whether they want mail.

What was read before this moment is not kept, though a move may still be made on it.
"""
_lock = threading.Lock()


def take_game(engine: Engine, game_id: UUID) -> Loaded[Any] | None:
    """A running game as this process knows it; None if it must be loaded.

    It is gone from here until the move that takes it is committed: if that fails, nobody goes on from it.
    """
    # Inside a transaction a state that is taken here might never be true.
    if connection.in_atomic_block:
        return None
    with _lock:
        known = _games.pop(f"{engine.slug}:{game_id}", None)
        if known is None or time.monotonic() - known.read_at > LONGEST_SECONDS or _is_outdated(engine, known):
            return None
    return known


def keep_game(engine: Engine, loaded: Loaded[Any]) -> None:
    """Keeps a game that runs and that sockets of this process show, in place of an older state or an earlier look."""
    topic = f"{engine.slug}:{loaded.row.pk}"
    runs = loaded.state.game is not None and not engine.rules.is_over(loaded.state)
    with _lock:
        if _is_outdated(engine, loaded) or _is_overtaken(topic, loaded):
            return
        if topic in _games and _age(_games[topic]) > _age(loaded):
            return
        _games.pop(topic, None)
        if engine.keeps_state and runs and is_watched(topic):
            _games[topic] = loaded


def _age(loaded: Loaded[Any]) -> tuple[int, float]:
    """What is read later of the same state may tell newer names."""
    return loaded.row.seq, loaded.read_at


def _is_overtaken(topic: str, loaded: Loaded[Any]) -> bool:
    """Whether this process has been told of a later change, by another process or by another thread."""
    newest = latest_change(topic)
    return newest is not None and newest.seq > loaded.row.seq


def forget_game(topic: str) -> None:
    with _lock:
        _games.pop(topic, None)


def forget_overtaken_game(topic: str) -> None:
    """To be called when another process has announced a change, once it can be looked up."""
    with _lock:
        if topic in _games and _is_overtaken(topic, _games[topic]):
            del _games[topic]


def outdate_games(mark: str) -> None:
    """Forgets tables of which rows have changed without a move: the one with this topic, or those of a person."""
    now = time.monotonic()
    with _lock:
        _games.pop(mark, None)
        _outdated[mark] = now
        for other in [other for other, since in _outdated.items() if now - since > LONGEST_SECONDS]:
            del _outdated[other]


def _is_outdated(engine: Engine, loaded: Loaded[Any]) -> bool:
    if not _outdated:
        return False
    marks = (f"{engine.slug}:{loaded.row.pk}", *(str(sitter.person) for sitter in loaded.sitters.values()))
    return any(loaded.read_at <= _outdated.get(mark, 0.0) for mark in marks)
