"""Whom a page of a table names, and whom its reader may therefore mute or report."""

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any
from uuid import UUID

from tabletop import timebase
from tabletop.accounts.services import has_chosen_name
from tabletop.avatars import colour_of
from tabletop.bidi import isolated
from tabletop.engine import Loaded
from tabletop.live.watchers import MOST_WATCHERS, people_at
from tabletop.talk import queries
from tabletop.talk.contexts import NamedPerson
from tabletop.talk.models import Remark
from tabletop.talk.speakers import Speaker, mark_of


def people_named(speaker: Speaker, loaded: Loaded[Any], remarks: Iterable[Remark]) -> dict[UUID, NamedPerson]:
    """The players, who said the `remarks` or a quick word, and who looks on under a chosen name; two statements.

    A quick word is heard by all at the table, and its speaker may have left the seat since. Names of people who look on
    are shown to all who see the table (rules 3.7), words or none.
    """
    people: dict[UUID, NamedPerson] = {}
    for sitter in loaded.sitters.values():
        if sitter.person is not None:
            people[sitter.person] = NamedPerson(loaded.names[sitter.seat_id], loaded.colours[sitter.seat_id])
    for remark in (*remarks, *queries.quick_words_at(speaker.slug, speaker.game_id)):
        people.setdefault(remark.person_id, NamedPerson(remark.name, remark.colour))
    watching = people_at(speaker.slug, speaker.game_id, now=timebase.now())
    # Of a finished game any number may look at the result.
    for person, name in islice(watching.items(), MOST_WATCHERS):
        if has_chosen_name(name):
            people.setdefault(person, NamedPerson(isolated(name), colour_of(person)))
    return people


def person_marked(mark: str, game_id: UUID, people: Mapping[UUID, NamedPerson]) -> tuple[UUID | None, str]:
    """Which of the people a page identifies by a mark, and the name it shows; None and no name for somebody else."""
    found = ((person, named.name) for person, named in people.items() if mark_of(game_id, person) == mark)
    return next(found, (None, ""))
