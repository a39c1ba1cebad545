"""The text of a remark as it is kept: one line of what can be seen, without piles of marks."""

import regex

_UNSEEN = regex.compile(r"(?V1)[[\p{C}\p{Zl}\p{Zp}]--[\u200c\u200d]]")
"""Characters that show nothing or change the direction of others, but for the joiners, which scripts need in words.

`regex` knows newer characters than `unicodedata` of the Python we run on, for which new emoji are no characters at all.
"""
_SEEN = regex.compile(r"(?V1)[[\p{L}\p{N}\p{P}\p{S}]--[\p{Default_Ignorable_Code_Point}\u2800]]")
_PILES = regex.compile(r"(?V1)(?<![\p{DI}--\p{M}])((?:[\p{DI}--\p{M}]*+\p{M}){4})[\p{M}\p{DI}]+")
"""More than four marks on one letter, which would lie over other lines; what shows nothing does not part them."""


def cleaned(text: str) -> str:
    return _PILES.sub(r"\1", " ".join(_UNSEEN.sub(" ", text).split()))


def is_seen(text: str) -> bool:
    """Whether there is anything to read in a cleaned text."""
    return _SEEN.search(text) is not None
