"""Tells a page of a table what was said while it heard nothing: it had no socket, or none can be had."""

from collections.abc import Collection
from typing import NamedTuple
from uuid import UUID

from django.template.loader import render_to_string

from tabletop.talk.queries import texts_for
from tabletop.talk.speakers import Room

LONGEST_NUMBER = 18
"""Digits: the database takes any such number for that of a remark."""


class Missed(NamedTuple):
    since: int | None
    """Up to which number the page knows what was said; None if it knows none."""
    numbers: list[int]

    def render(self) -> str:
        """Swaps for htmx in the active language; empty for a page that has missed nothing.

        What was said before a page was opened is not new: a page that knows no number is told where to begin.
        """
        if self.since is not None and not self.numbers:
            return ""
        context = {"newest": max(self.numbers, default=0), "missed": [] if self.since is None else self.numbers}
        return render_to_string("talk/_missed.html", context).strip()


def read_missed(slug: str, game_id: UUID, person: UUID | None, rooms: Collection[Room], *, told: str) -> Missed:
    """What the person's page of a table missed in these rooms; one statement.

    `told` is the number that the page sends, anything else if it knows none.
    """
    since = int(told) if told.isascii() and told.isdigit() and len(told) <= LONGEST_NUMBER else None
    return Missed(since, [] if person is None else texts_for(person, slug, game_id, rooms, since=since))
