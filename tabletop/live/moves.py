"""A move from a page, through either of its doors: the open socket, or a POST where there is none.

Both doors lead to the same function of the game, `TablePage.moves`, so that they cannot differ.
"""

from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

import msgspec
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import QueryDict

from tabletop.accounts.models import User
from tabletop.engine import Receipt
from tabletop.errors import Malformed
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


MakeMove = Callable[[UUID, PageMove], Receipt]
"""Raises PermissionDenied, RuleViolation, or Malformed for fields that cannot be read."""


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
