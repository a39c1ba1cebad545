"""Contexts of the templates in templates/talk: what was said at a table, and by whom."""

from collections.abc import Mapping, Sequence, Set
from datetime import UTC, datetime
from typing import NamedTuple
from uuid import UUID

from tabletop.accounts.names import initial
from tabletop.error_codes import Text
from tabletop.live.parts import Context
from tabletop.talk.models import REASONS, Remark
from tabletop.talk.speakers import mark_of
from tabletop.talk.words import QUICK_WORDS


class ShownRemark(Context, frozen=True):
    number: int
    mark: str
    """Identifies who said it, as in `Neighbour`."""
    name: str
    initial: str
    colour: int
    you: bool
    watches: bool
    text: str
    word: str
    """The name of the quick word."""
    words: Text
    at: datetime


def shown_remark(remark: Remark, reader: UUID | None) -> ShownRemark:
    return ShownRemark(
        number=remark.pk,
        mark=mark_of(remark.game_id, remark.person_id),
        name=remark.name,
        initial=initial(remark.name),
        colour=remark.colour,
        you=remark.person_id == reader,
        watches=remark.room == "watchers",
        text=remark.text,
        word=remark.word,
        words=QUICK_WORDS.get(remark.word, ""),
        at=datetime.fromtimestamp(remark.at, tz=UTC),
    )


class NamedPerson(NamedTuple):
    name: str
    colour: int


class Neighbour(Context, frozen=True):
    """Another person at the table, whom the reader may mute or report."""

    mark: str
    name: str
    initial: str
    colour: int
    muted: bool
    reported: bool

    @property
    def reasons(self) -> Sequence[tuple[str, Text]]:
        """Why somebody may be reported."""
        return REASONS


def shown_speaker(remark: ShownRemark) -> Neighbour:
    """Who has just been heard, and so is neither muted nor reported."""
    return Neighbour(
        mark=remark.mark, name=remark.name, initial=remark.initial, colour=remark.colour, muted=False, reported=False
    )


def shown_neighbours(
    game_id: UUID, people: Mapping[UUID, NamedPerson], *, reader: UUID, muted: Set[UUID], reported: Set[UUID]
) -> tuple[Neighbour, ...]:
    """The people but for the reader."""
    return tuple(
        Neighbour(
            mark=mark_of(game_id, person),
            name=name,
            initial=initial(name),
            colour=colour,
            muted=person in muted,
            reported=person in reported,
        )
        for person, (name, colour) in people.items()
        if person != reader
    )
