"""Instance ids of dealt cards: version-4 UUIDs without a source of chance of their own.

The rules are pure, so an id follows from what is known when the card is dealt: the shuffled piles, and the turn, piles
and hand before. As each hand's ids go into those of the next, a hand gets new ones even if every shuffle keeps the
order.
"""

from collections.abc import Sequence
from hashlib import shake_128

UUID_BYTES = 16
_VARIANT = "89ab" * 4
"""The digit that says RFC 9562, with two bits left of the one drawn."""


def new_instance_ids(count: int, *, drawn_from: Sequence[Sequence[str]]) -> list[str]:
    material = "\n\n".join(["\n".join(texts) for texts in drawn_from])
    digits = shake_128(material.encode(errors="surrogatepass")).hexdigest(UUID_BYTES * count)
    return [_uuid4(digits[start : start + 2 * UUID_BYTES]) for start in range(0, len(digits), 2 * UUID_BYTES)]


def _uuid4(drawn: str) -> str:
    return f"{drawn[:8]}-{drawn[8:12]}-4{drawn[13:16]}-{_VARIANT[int(drawn[16], 16)]}{drawn[17:20]}-{drawn[20:]}"
