"""Sends what is said at a table to the pages of this process."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable
from uuid import UUID

from channels.db import database_sync_to_async
from django.template.loader import render_to_string
from django.utils.translation import get_language

from tabletop.live.members import in_order_of_languages, safely
from tabletop.talk import queries
from tabletop.talk.contexts import shown_remark, shown_speaker
from tabletop.talk.models import Remark
from tabletop.talk.speakers import rooms_read


@dataclass(frozen=True, kw_only=True)
class Heard:
    remark: Remark
    muted_by: frozenset[UUID]
    _rendered: dict[tuple[str | None, bool], str] = field(default_factory=dict)

    def is_for(self, person: UUID | None, *, plays: bool, is_over: bool) -> bool:
        """Quick words are for all at the table; a text is for those who read its room."""
        if person in self.muted_by:
            return False
        return bool(self.remark.word) or self.remark.room in rooms_read(plays=plays, is_over=is_over)

    def rendered_for(self, person: UUID | None) -> str:
        """The swap for htmx in the active language, rendered once for all who are shown the same."""
        shown = (get_language(), person == self.remark.person_id)
        if shown not in self._rendered:
            remark = shown_remark(self.remark, person)
            context = {"remark": remark, "person": shown_speaker(remark)}
            self._rendered[shown] = render_to_string("talk/_heard.html", context)
        return self._rendered[shown]


@runtime_checkable
class Listener(Protocol):
    """The socket of a page that shows what is said."""

    person: UUID | None

    @property
    def language(self) -> str: ...
    async def hear(self, heard: Heard) -> None: ...


async def send_remark(number: int, members: Iterable[object]) -> None:
    """Sends the remark with this number to the pages of tables among the members."""
    listeners = [member for member in members if isinstance(member, Listener)]
    people = {listener.person for listener in listeners if listener.person is not None}
    heard = await database_sync_to_async(_read)(number, people) if listeners else None
    if heard is not None:
        for listener in in_order_of_languages(listeners):
            await safely(listener.hear(heard))


def _read(number: int, people: Collection[UUID]) -> Heard | None:
    remark = queries.remark(number)
    if remark is None:
        return None
    return Heard(remark=remark, muted_by=frozenset(queries.who_muted(remark.person_id, people)))
