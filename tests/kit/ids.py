"""Ids of seats stand on no page (rules 1 of the table); those of people decide about colours."""

from collections.abc import Iterable, Sequence
from uuid import UUID, uuid4

from tabletop.avatars import COLOURS

NAMES = ("Juno", "Mara", "Nils", "Olga", "Piet", "Rosa")
"""Have the colours 1 to 6."""


def new_id(name: str) -> UUID:
    """Another id each time, but the same colour for the same name: pages of two people with it look alike."""
    colour = NAMES.index(name) if name in NAMES else sum(map(ord, name))
    return UUID(int=uuid4().int // COLOURS // 2 * COLOURS + colour % COLOURS)


def assert_no_ids(texts: Sequence[str], seat_ids: Iterable[str]) -> None:
    assert texts
    for seat_id in seat_ids:
        for form in (seat_id, seat_id.replace("-", "")):
            found = next((text for text in texts if form in text), None)
            assert found is None, found[found.index(form) - 200 :][:300]
