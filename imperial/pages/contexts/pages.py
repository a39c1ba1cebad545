"""Pages about a table that no socket renews: what each shows besides the table's own address."""

from collections.abc import Mapping

from django.utils.safestring import SafeString

from imperial.pages.contexts.territories import Territory
from tabletop.live.parts import Context


class TurnPage(Context, frozen=True):
    """The board as it stood before a turn, and the way to other turns."""

    number: int
    first: int | None
    """The earliest turn that can be looked at."""
    latest: int
    round: int
    link: str
    parts: Mapping[str, SafeString]


class HistoryPage(Context, frozen=True):
    parts: Mapping[str, SafeString]


class PlacesPage(Context, frozen=True):
    territories: tuple[Territory, ...]
