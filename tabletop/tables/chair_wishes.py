"""The list for a chair of a table (rules 3.8 of the table): who is on it, and how they hear of a free one."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from tabletop import timebase
from tabletop.engine import Loaded
from tabletop.live.announce import announce_after_commit
from tabletop.models import ChairWish, GameRow
from tabletop.rules import Seat
from tabletop.tables.mails import mail_free_chair
from tabletop.tables.models import TableRow
from tabletop.tables.queries import wishes_with_room
from tabletop.tables.removals import people_sent_away
from tabletop.tables.seats import Seats

WISHES_READ = 5
"""Of a person for the home page: each is a table to read."""


def put_on_list(slug: str, game_id: UUID, person: UUID) -> None:
    """Who is on it already keeps the place."""
    asked = {"asked_at": timebase.now()}
    ChairWish.objects.get_or_create(game_slug=slug, game_id=game_id, person_id=person, defaults=asked)


def take_off_list(slug: str, game_id: UUID, person: UUID) -> bool:
    """Whether the person was on it."""
    deleted, _models = ChairWish.objects.filter(game_slug=slug, game_id=game_id, person=person).delete()
    return deleted > 0


def forget_wishes(slug: str, person: UUID) -> None:
    """At all tables of a game."""
    ChairWish.objects.filter(game_slug=slug, person=person).delete()


def is_on_list(slug: str, game_id: UUID, person: UUID) -> bool:
    return ChairWish.objects.filter(game_slug=slug, game_id=game_id, person=person).exists()


def wished_tables(slug: str, seats: Seats, person: UUID) -> list[UUID]:
    """Of the tables for whose chairs the person has asked those that may have one now, the last asked first."""
    wishes = wishes_with_room(slug, seats).filter(person=person).order_by("-asked_at")
    return list(wishes.values_list("game_id", flat=True)[:WISHES_READ])


def names_on_list(slug: str, game_id: UUID) -> dict[UUID, str]:
    """The names of those who want a chair, by person, in the order in which they asked."""
    wishes = ChairWish.objects.filter(game_slug=slug, game_id=game_id).order_by("asked_at", "pk")
    return dict(wishes.values_list("person", "person__display_name"))


def pass_list_on(slug: str, game_id: UUID, row: GameRow, *, kept: Collection[UUID]) -> None:
    """The list goes on with the next table of a series, and is told of it; `kept` are those whose chairs are kept."""
    ChairWish.objects.filter(game_slug=slug, game_id=game_id).update(game_id=row.pk)
    _tell(slug, row, is_free=True, but=kept)


def hand_list_back(slug: str, game_id: UUID, finished_id: UUID, *, played: Collection[UUID]) -> None:
    """The next table of a series goes: its list stays with the finished one, for all but those who have `played` there.

    For them playing again keeps a seat. Relies on the caller for the lock of the finished table, and to tell the list.
    """
    wishes = ChairWish.objects.filter(game_slug=slug)
    listed = wishes.filter(game_id=finished_id).values("person")
    others = wishes.filter(game_id=game_id).exclude(person__in=played).exclude(person__in=listed)
    others.update(game_id=finished_id)


def tell_of_chairs(slug: str, before: Loaded[Any], after: Loaded[Any], _seat: Seat | None = None) -> None:
    """Tells the list that a chair is free, or is so no more. Runs in the transaction of every change of a table.

    Nothing is read where the number of free chairs is the same, as after a move. Announces the home pages of those on
    the list, and queues mails.
    """
    was, now = before.state.free_chairs, after.state.free_chairs
    if was != now:
        _tell(slug, after.row, is_free=now > was)


def _tell(slug: str, row: GameRow, *, is_free: bool, but: Collection[UUID] = ()) -> None:
    """Mails nobody of `but`, who look on and see it there, and nobody whom the host has sent away."""
    assert isinstance(row, TableRow)  # noqa: S101 - the store of a game with tables loaded it
    wishes = ChairWish.objects.filter(game_slug=slug, game_id=row.pk).select_related("person")
    people = {wish.pk: wish.person for wish in wishes}
    if not people:
        return
    announce_after_commit(*(f"person:{person.pk}" for person in people.values()))
    if is_free:
        others = people_sent_away(slug, row.pk).union(but)
        mail_free_chair(slug, row, {number: person for number, person in people.items() if person.pk not in others})
