"""Instance ids of dealt cards: version-4 UUIDs without a source of chance of their own.

The rules are pure, so an id follows from what is known when the card is dealt: the shuffled cards, how far the deck
had come, and the ids of the hand before. As these go into the next ones, a hand gets new ids even if every shuffle
keeps the order.
"""

from collections.abc import Sequence
from hashlib import sha256, shake_128

UUID_BYTES = 16
_VARIANT = dict(zip("0123456789abcdef", "89ab" * 4, strict=True))
"""The digit that says RFC 9562, with two bits left of the one drawn."""


def new_instance_ids(count: int, *, drawn_from: Sequence[Sequence[str]]) -> list[str]:
    material = "\n\n".join(["\n".join(texts) for texts in drawn_from])
    # The quick hash takes in a thousand cards, the other one gives out as much as is asked for.
    seed = sha256(material.encode(errors="surrogatepass")).digest()
    digits = shake_128(seed).hexdigest(UUID_BYTES * count)
    return [_uuid4(digits[start : start + 2 * UUID_BYTES]) for start in range(0, len(digits), 2 * UUID_BYTES)]


def _uuid4(drawn: str) -> str:
    return f"{drawn[:8]}-{drawn[8:12]}-4{drawn[13:16]}-{_VARIANT[drawn[16]]}{drawn[17:20]}-{drawn[20:]}"
