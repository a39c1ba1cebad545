"""Names of scripts that run from right to left, within texts of any direction."""

import unicodedata

FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"
RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})


def isolated(name: str) -> str:
    """The name as a text shows it: it does not change the order of what stands around it.

    Works in attributes and mails too, where no element can do it. Names of other scripts stay as they are.
    """
    if name.isascii() or RIGHT_TO_LEFT.isdisjoint(map(unicodedata.bidirectional, name)):
        return name
    return f"{FIRST_STRONG_ISOLATE}{name}{POP_ISOLATE}"
