from collections.abc import Collection
from uuid import UUID

from django.db.models import QuerySet

from tabletop.games import all_games
from tabletop.talk.models import Mute, Remark, Report

MOST_SHOWN = 100
"""Remarks that a page lists: the latest of its table."""


def remarks_in(slug: str, game_id: UUID, rooms: Collection[str]) -> list[Remark]:
    """The latest texts of these rooms, the oldest first, those of muted people too; one statement."""
    return [*_texts(slug, game_id).filter(room__in=rooms).order_by("-pk")[:MOST_SHOWN]][::-1]


def texts_for(reader: UUID, slug: str, game_id: UUID, rooms: Collection[str], *, since: int | None = None) -> list[int]:
    """Numbers of what others said in these rooms whom the reader has not muted, the oldest first; one statement.

    The latest alone, or the latest after the number `since`.
    """
    muted = Mute.objects.filter(person=reader).values("muted")
    said = _texts(slug, game_id).filter(room__in=rooms).exclude(person=reader).exclude(person__in=muted)
    latest = said.order_by("-pk")[:1] if since is None else said.filter(pk__gt=since).order_by("-pk")[:MOST_SHOWN]
    return [*latest.values_list("pk", flat=True)][::-1]


def quick_words_at(slug: str, game_id: UUID) -> list[Remark]:
    """The latest quick words of a table, the latest first; they are kept for a day. One statement."""
    said = Remark.objects.filter(game_slug=slug, game_id=game_id, hidden_at=None).exclude(word="")
    return [*said.order_by("-pk")[:MOST_SHOWN]]


def remark(number: int) -> Remark | None:
    """None for a remark that has been hidden, or deleted with its person."""
    return Remark.objects.filter(pk=number, hidden_at=None).first()


def remark_with_key(person: UUID, game_id: UUID, key: str) -> Remark | None:
    return Remark.objects.filter(person=person, game_id=game_id, key=key).first()


def who_muted(person: UUID, listeners: Collection[UUID]) -> set[UUID]:
    return set(Mute.objects.filter(muted=person, person__in=listeners).values_list("person", flat=True))


def muted_by(person: UUID) -> set[UUID]:
    return set(Mute.objects.filter(person=person).values_list("muted", flat=True))


def mutes_of(person: UUID) -> list[Mute]:
    """Whom the person has muted, the first muted first."""
    return [*Mute.objects.filter(person=person).order_by("pk")]


def reported_by(person: UUID, game_id: UUID) -> set[UUID]:
    """Of whom the person has made a report at this table that is not settled yet."""
    made = Report.objects.filter(reporter=person, game_id=game_id, settled_at=None)
    return set(made.values_list("about", flat=True))


def has_said_word_since(person: UUID, at: float) -> bool:
    return Remark.objects.filter(person=person, at__gt=at).exclude(word="").exists()


def tables_played_by(person: UUID) -> set[UUID]:
    """The tables at which the person has a seat and the game is not over."""
    played: set[UUID] = set()
    for game in all_games():
        if game.tables is not None:
            seats = game.tables.seats
            goes_on = {f"{seats.game}__completed_at": None, f"{seats.game}__abandoned": False}
            played.update(seats.rows(user=person, **goes_on).values_list(seats.game, flat=True))
    return played


def _texts(slug: str, game_id: UUID) -> QuerySet[Remark]:
    return Remark.objects.filter(game_slug=slug, game_id=game_id, word="", hidden_at=None)
