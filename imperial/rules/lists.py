from collections.abc import Sequence

from tabletop.rules import Filling, Sentence, say
from tabletop.rules import gettext_noop as _


def listed(names: Sequence[str | Sentence]) -> Filling:
    """`Ann`, `Ann and Ben`, `Ann, Ben and Cleo`."""
    *others, last = names
    return say(_("%(others)s and %(last)s"), others=tuple(others), last=last) if others else last
