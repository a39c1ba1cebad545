"""How a game went, round by round: of all the positions that were kept only the first of each round is read."""

import re
from uuid import UUID

import msgspec
from django.db.models.functions import Substr

from imperial.models import GameHistory

HEAD = 160
"""Letters of a stored position that surely hold its round: mode and country come before it."""
ROUND = re.compile(r'"round":(\d+)')


class Purse(msgspec.Struct, frozen=True):
    money: int


class Standing(msgspec.Struct, frozen=True):
    points: int


class Moment(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Of a position what the charts show; the rest of it is not even built."""

    round: int
    player_info: dict[str, Purse]
    country_info: dict[str, Standing]


def first_of_each_round(game_id: UUID) -> list[Moment]:
    kept = GameHistory.objects.filter(game=game_id, state__isnull=False).order_by("turn_id")
    beginnings: dict[str, int] = {}
    for turn_id, head in kept.values_list("turn_id", Substr("state", 1, HEAD)):
        found = ROUND.search(head)
        if found:
            beginnings.setdefault(found[1], turn_id)
    states = kept.filter(turn_id__in=beginnings.values()).values_list("state", flat=True)
    return [msgspec.json.decode(state, type=Moment) for state in states if state]
