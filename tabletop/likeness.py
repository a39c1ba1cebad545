"""Whether two names look alike: what is left of a name without case, accents, blanks and confusable letters.

Unicode TR39 in spirit, with a small table of our own: the ASCII pairs of TR39, and the Cyrillic and Greek letters that
look like Latin ones. No word of a name mixes scripts that look alike, so that rarer letters alone spell nothing.
"""

import re
import unicodedata
from functools import lru_cache

_CAPITALS = str.maketrans(
    # Greek BETA ETA IOTA MU NU RHO UPSILON ZETA: their small letters look otherwise.
    "\u0392\u0397\u0399\u039c\u039d\u03a1\u03a5\u0396",
    "bhlmnpyz",
)
_SMALL = str.maketrans(
    # A capital I looks like l, and case does not count: so i, l, 1 and | are one. The last is a dotless i.
    "i1|0\u0131"
    # Cyrillic A IE O ER ES U HA, I JE DZE DE SHHA PALOCHKA, VE KA EM EN TE.
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u04bb\u04cf\u0432\u043a\u043c\u043d\u0442"
    # Greek ALPHA EPSILON OMICRON IOTA NU RHO KAPPA TAU UPSILON CHI.
    "\u03b1\u03b5\u03bf\u03b9\u03bd\u03c1\u03ba\u03c4\u03c5\u03c7",
    "lllol" + "aeopcyxljsdhlbkmht" + "aeolvpktux",
)
_DIGITS = str.maketrans("34578", "eastb")
"""Read as letters by those who know the habit; 0 and 1 look like letters to everybody."""
_PAIRS = (("rn", "m"), ("vv", "w"))
_ACCENT = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff]")
"""Marks of the European scripts; those of others are vowels."""
_UNSEEN = ("Z", "C")
"""Categories of characters without a shape: blanks and controls."""


@lru_cache(maxsize=4096)
def skeleton(name: str) -> str:
    """The same for names that look alike. It is compared and never shown."""
    plain = _ACCENT.sub("", unicodedata.normalize("NFKD", name))
    seen = "".join(letter for letter in plain if unicodedata.category(letter)[0] not in _UNSEEN)
    drawn = seen.translate(_CAPITALS).casefold().translate(_SMALL)
    for pair, letter in _PAIRS:
        drawn = drawn.replace(pair, letter)
    return drawn


def with_digits_read(name: str) -> str:
    """The name as it is meant where digits stand for letters, for example "moderator" for "mod3rator"."""
    return name.translate(_DIGITS)
