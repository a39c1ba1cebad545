"""Games that go the same way in every run."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from cambio.models import GameSession
from tabletop.accounts.models import User
from tests.cambio.kit import START, act, lobby_of


def dealt_alike(persons: Sequence[User], *, bots: Sequence[Any] = (), seed: int = 0) -> UUID:
    game_id = lobby_of(persons, bots=bots)
    GameSession.objects.filter(pk=game_id).update(shuffle_seed=bytes([seed]) * 32)
    act(game_id, 0, "start", now=START)
    return game_id
