"""The only source of chance: the same seed gives the same order in any programming language.

Every game has a seed of 32 bytes, drawn from the operating system before the first player sits down. Its fingerprint,
the SHA-256 of the seed in lower-case hexadecimal, is public from then on; the seed itself is shown when the game is
over. Then every player can repeat every shuffle, and see that none was changed.

The recipe, complete:

1. A shuffle belongs to a place in its game: "deal", or the number of an action. Each place has its own stream, so
   replaying an action, or taking it back and doing it again, gives the same order.
2. The stream of a place is made of blocks of 32 bytes. Block i, counted from 0, is
   SHA-256(seed + 0x00 + place in UTF-8 + 0x00 + i as 8 bytes, big-endian).
3. Read as unsigned 4-byte big-endian numbers ("words"), the blocks one after another give the stream.
4. A number below n: take the next word. If it is not below the largest multiple of n up to 2**32, drop it and take the
   next one (otherwise small numbers would be more likely). The remainder of the word divided by n is the number.
5. Shuffle a list from its end (Fisher-Yates): for last = length - 1 down to 1, draw a number below last + 1 and
   exchange the items at that index and at `last`. Indexes count from 0. Lists of no or one item take nothing from the
   stream.
6. A second list shuffled at the same place continues the stream where the first one stopped.

Any text may name a place: seed and block number have fixed lengths, so no two (place, i) give the same bytes. The zero
byte after the seed separates the stream from the fingerprint: SHA-256(seed) can be extended without knowing the seed,
but only with the byte 0x80 next.

tests/shuffle/vectors.json has examples; the page /shuffle/ runs the same recipe in the browser.
"""

import secrets
import struct
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count

from tabletop.rules import Item, Shuffle

SEED_BYTES = 32
WORD_RANGE = 2**32
_words_of_block = struct.Struct(">8I").unpack


def new_seed() -> bytes:
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """The fingerprint of a seed, public before the deal."""
    return sha256(_checked(seed)).hexdigest()


def shuffle_at(seed: bytes, place: str) -> Shuffle:
    """The shuffle of one place: a function that returns its items as a new list in another order."""
    words = stream(seed, place)

    def shuffle(items: Sequence[Item], /) -> list[Item]:
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            chosen = number_below(last + 1, words)
            order[last], order[chosen] = order[chosen], order[last]
        return order

    return shuffle


def stream(seed: bytes, place: str) -> Iterator[int]:
    prefix = sha256(_checked(seed))
    prefix.update(b"\0" + place.encode() + b"\0")

    def words() -> Iterator[int]:
        for number in count():
            block = prefix.copy()
            block.update(number.to_bytes(8, "big"))
            yield from _words_of_block(block.digest())

    return words()


def number_below(limit: int, words: Iterator[int]) -> int:
    fair = WORD_RANGE - WORD_RANGE % limit
    while (word := next(words)) >= fair:
        pass
    return word % limit


def _checked(seed: bytes) -> bytes:
    if len(seed) != SEED_BYTES:
        raise ValueError(f"A seed has {SEED_BYTES} bytes, not {len(seed)}.")
    return seed
