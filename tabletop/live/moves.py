"""A move from a page, through either of its doors: the open socket, or a POST where there is none.

Both doors lead to the same function of the game, `TablePage.moves`, so that they cannot differ.
"""

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from uuid import UUID

import msgspec
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import QueryDict

from tabletop.accounts.models import User
from tabletop.engine import Receipt
from tabletop.errors import Malformed
from tabletop.limits import TooMany
from tabletop.live.identity import Identity
from tabletop.request_headers import is_key


@dataclass(frozen=True, kw_only=True)
class PageMove:
    """What a person pressed on a page."""

    person: User
    fields: QueryDict
    key: str | None = None
    seq: int | None = None
    """The sequence number that the page shows."""


class MoveLimit:
    """Counts the moves of each person, whichever door they come by. A process counts those that come to it."""

    def __init__(self, *, times: int, seconds: int) -> None:
        self.times, self.seconds = times, seconds
        self._window, self._counted = 0, Counter[UUID]()
        self._lock = Lock()

    def count(self, person: UUID) -> None:
        """Raises TooMany if the window had all its moves already."""
        window, elapsed = divmod(int(time.monotonic()), self.seconds)
        with self._lock:
            if window != self._window:
                self._window, self._counted = window, Counter()
            self._counted[person] += 1
            too_many = self._counted[person] > self.times
        if too_many:
            raise TooMany(retry_after=self.seconds - elapsed)


MOVE_LIMIT = MoveLimit(times=100, seconds=10)
"""Nobody presses ten times a second for so long."""
MakeMove = Callable[[UUID, PageMove], Receipt]
"""Raises PermissionDenied, RuleViolation, or Malformed for fields that cannot be read."""


def make_move(make: MakeMove, game_id: UUID, move: PageMove) -> Receipt:
    """Where both doors lead. Raises what `make` raises, and TooMany."""
    MOVE_LIMIT.count(move.person.pk)
    return make(game_id, move)


class MoveMessage(msgspec.Struct):
    """A move as the page's socket sends it; `to` is the address of the POST below that of the table."""

    to: str
    fields: dict[str, list[str]]
    key: str
    seq: int | None = None

    def read(self, person: User | AnonymousUser, proof: Identity) -> PageMove:
        """The move of the person whose identity is `proof`. Raises Malformed, or PermissionDenied for a stranger."""
        if not is_key(self.key):
            raise Malformed
        if not isinstance(person, User):
            raise PermissionDenied
        person.proof = proof
        fields = QueryDict(mutable=True)
        for name, values in self.fields.items():
            fields.setlist(name, values)
        return PageMove(person=person, fields=fields, key=self.key, seq=self.seq)
