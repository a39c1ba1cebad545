"""The one gate to a table (rules 3.1 of the table): pages, their parts, programs and sockets ask here.

What they answer a refusal with is theirs: a form, a status, a code.
"""

from typing import TypeVar

from django.core.exceptions import PermissionDenied

Own = TypeVar("Own")


class NameNeeded(PermissionDenied):
    """A stranger asks: the site must know them by a name first."""


class SeatNeeded(PermissionDenied):
    """A person asks who has no seat at a table that may not be watched."""


class WatchRoomFull(PermissionDenied):
    """A person without a seat asks, and as many as may look on at this table do so already."""


def admit(own: Own | None, *, has_name: bool, watchable: bool) -> Own | None:
    """The seat of who asks; None for a spectator. Raises NameNeeded or SeatNeeded for those who may not look."""
    if own is not None:
        return own
    if not has_name:
        raise NameNeeded
    if not watchable:
        raise SeatNeeded
    return None
