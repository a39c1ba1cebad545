"""Idempotency keys as the log keeps them. They belong to a seat; `tabletop.play` checks them."""

from hashlib import blake2b
from typing import Any

from tabletop.engine import Engine, Loaded
from tabletop.rules import Seat

KEY_BYTES = 16


def logged_with_key(engine: Engine, loaded: Loaded[Any], seat: Seat | None, key: str | None) -> list[Any]:
    """The entries of the log that this seat's request with this key has made."""
    keys = set() if key is None else {key, tied_key(loaded, seat, key)}
    return list(engine.store.actions._default_manager.filter(game=loaded.row.pk, actor=seat, key__in=keys))


def tied_key(loaded: Loaded[Any], seat: Seat | None, key: str | None) -> str | None:
    """A key as the log of a waiting room keeps it: places change hands there, so it is tied to the id of the seat."""
    sitter = None if seat is None else loaded.sitters.get(seat)
    if key is None or sitter is None or sitter.seat_id == seat:
        return key
    return blake2b(f"{sitter.seat_id} {key}".encode(), digest_size=KEY_BYTES).hexdigest()
