"""Instance ids of dealt cards: version-4 UUIDs derived from the deal, because the rules have no source of chance.

An id follows from the shuffled cards, the position in the deck and the ids of the hand before. Each hand's ids are
input of the next, so a new hand gets new ids even if every shuffle keeps the order.
"""

from collections.abc import Sequence
from hashlib import sha256, shake_128

UUID_BYTES = 16
_VARIANT = dict(zip("0123456789abcdef", "89ab" * 4, strict=True))
"""Maps a hexadecimal digit to one that carries the RFC 9562 variant and two of the digit's bits."""


def new_instance_ids(count: int, *, drawn_from: Sequence[Sequence[str]]) -> list[str]:
    material = "\n\n".join(["\n".join(texts) for texts in drawn_from])
    # SHA-256 reads a thousand cards faster than SHAKE; SHAKE gives as many bytes as needed.
    seed = sha256(material.encode(errors="surrogatepass")).digest()
    digits = shake_128(seed).hexdigest(UUID_BYTES * count)
    return [_uuid4(digits[start : start + 2 * UUID_BYTES]) for start in range(0, len(digits), 2 * UUID_BYTES)]


def _uuid4(drawn: str) -> str:
    return f"{drawn[:8]}-{drawn[8:12]}-4{drawn[13:16]}-{_VARIANT[drawn[16]]}{drawn[17:20]}-{drawn[20:]}"
