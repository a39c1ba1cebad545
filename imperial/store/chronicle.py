"""How a game went: the public log turn by turn, and how everybody stood from round to round."""

import re
from typing import NamedTuple
from uuid import UUID

import msgspec
from django.db.models.functions import Substr

from imperial.models import GameHistory

HEAD = 160
"""Letters of a stored position that surely hold its round: mode and country come before it."""
ROUND = re.compile(r'"round":(\d+)')


class Line(NamedTuple):
    """What a turn added to the public log."""

    turn: int
    text: str
    """In English."""
    sentence: bytes | None
    """As JSON. None where only the text is known: in games from elsewhere, and in those older than the sentences."""


def numbered_lines(game_id: UUID, *, from_turn: int, to_turn: int) -> list[Line]:
    """What these turns, the last one not counted, have added to the log."""
    rows = GameHistory.objects.filter(game=game_id, turn_id__gte=from_turn, turn_id__lt=to_turn).order_by("turn_id")
    return [
        Line(turn_id, text, sentence)
        for turn_id, texts, kept in rows.values_list("turn_id", "lines", "sentences")
        for text, sentence in zip(texts, _apart(kept) if kept else [None] * len(texts), strict=True)
    ]


def _apart(kept: str) -> list[bytes]:
    return [bytes(sentence) for sentence in msgspec.json.decode(kept, type=list[msgspec.Raw])]


class Purse(msgspec.Struct, frozen=True):
    money: int


class Standing(msgspec.Struct, frozen=True):
    points: int


class Moment(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Of a position what the charts show; the rest of it is not even built."""

    round: int
    player_info: dict[str, Purse]
    country_info: dict[str, Standing]


def first_position(game_id: UUID) -> int:
    kept = GameHistory.objects.filter(game=game_id, state__isnull=False)
    return int(kept.order_by("turn_id").values_list("turn_id", flat=True)[0])


def first_of_each_round(game_id: UUID) -> list[Moment]:
    """Of all the positions that were kept only these are read."""
    kept = GameHistory.objects.filter(game=game_id, state__isnull=False).order_by("turn_id")
    beginnings: dict[str, int] = {}
    for turn_id, head in kept.values_list("turn_id", Substr("state", 1, HEAD)):
        found = ROUND.search(head)
        if found:
            beginnings.setdefault(found[1], turn_id)
    states = kept.filter(turn_id__in=beginnings.values()).values_list("state", flat=True)
    return [msgspec.json.decode(state, type=Moment) for state in states if state]
