from collections.abc import Callable
from uuid import UUID

import pytest
from django.test import Client

from tabletop.accounts.models import User
from tabletop.lobby import pace
from tests.kernel.conftest import any_move, people
from tests.kit.clients import client_of
from tests.live.conftest import open_socket
from tests.tinygame import services, store
from tests.tinygame.models import DuelGame

__all__ = ["open_socket", "people"]

StartDuel = Callable[..., DuelGame]


@pytest.fixture
def start_duel(people: list[User]) -> StartDuel:
    """A duel of Juno and Mara; `first` leads."""
    return lambda *, first: services.start_duel(people=sorted(people, key=lambda person: person != first))


@pytest.fixture
def juno(people: list[User]) -> User:
    return people[0]


@pytest.fixture
def mara(people: list[User]) -> User:
    return people[1]


@pytest.fixture
def client_of_juno(juno: User) -> Client:
    return client_of(juno)


def play_any(game_id: UUID) -> None:
    """Plays the lowest card of the player on turn."""
    state = store.load(game_id).state.game
    services.move(game_id=game_id, seat=state.turn, action=any_move(state))


@pytest.fixture
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "PAUSE_SECONDS", 0.2)
    monkeypatch.setattr(pace, "GATHER_SECONDS", 0.02)
