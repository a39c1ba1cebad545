"""Who speaks at a table, and in which room: players among themselves, watchers among themselves."""

from dataclasses import dataclass
from typing import Any, Literal
from uuid import UUID

from django.utils.crypto import salted_hmac

from tabletop.accounts.models import User
from tabletop.avatars import colour_of
from tabletop.bidi import isolated
from tabletop.engine import Loaded
from tabletop.rules import Seat

Room = Literal["table", "watchers"]


@dataclass(frozen=True, kw_only=True)
class Speaker:
    slug: str
    game_id: UUID
    seq: int
    person: UUID
    room: Room
    place: int | None
    name: str
    colour: int
    may_write: bool
    """Whether the person may write texts: guests may not where the home page leads strangers together."""

    @property
    def topic(self) -> str:
        return f"{self.slug}:{self.game_id}"


def speaker_at(slug: str, loaded: Loaded[Any], seat: Seat | None, person: User) -> Speaker:
    """The person as the page of the table, which has loaded it, names them; `seat` is theirs there."""
    sitter, choices = None if seat is None else loaded.sitters[seat], loaded.state.choices
    is_public = choices.is_open or (sitter is None and choices.watching == "everybody")
    return Speaker(
        slug=slug,
        game_id=loaded.row.pk,
        seq=loaded.row.seq,
        person=person.pk,
        room="watchers" if sitter is None else "table",
        place=None if seat is None else place_of(loaded, seat),
        name=isolated(person.display_name) if sitter is None else loaded.names[sitter.seat_id],
        colour=colour_of(person.pk) if sitter is None else loaded.colours[sitter.seat_id],
        may_write=not (person.is_guest and is_public),
    )


def rooms_read(*, plays: bool, is_over: bool) -> tuple[Room, ...]:
    """Which rooms a person reads: players also the watchers' once that can help nobody in the game any more."""
    if not plays:
        return ("watchers",)
    return ("table", "watchers") if is_over else ("table",)


def mark_of(game_id: UUID, person: UUID) -> str:
    """Identifies a person on pages of this table, without telling the person's id or linking them across tables."""
    return salted_hmac("tabletop.talk", f"{game_id} {person}", algorithm="sha256").hexdigest()[:12]


def place_of(loaded: Loaded[Any], seat: Seat) -> int:
    return [*loaded.sitters].index(seat)
