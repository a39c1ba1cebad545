"""What the database itself refuses from every writer."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.db import IntegrityError, transaction

from imperial.models import CountryInfo, Game, GameHistory, ImperialAction, PlayerInfo
from tests.imperial.kit import act, begun, people

pytestmark = pytest.mark.django_db


@pytest.fixture
def game_id() -> UUID:
    game_id = begun(people(3))
    act(game_id, "Juno", "bid", amount=1)
    return game_id


def juno(**changes: Any) -> Callable[[UUID], object]:
    return lambda game_id: PlayerInfo.objects.filter(game=game_id, display_name="Juno").update(**changes)


def game(**changes: Any) -> Callable[[UUID], object]:
    return lambda game_id: Game.objects.filter(pk=game_id).update(**changes)


def two_investors(game_id: UUID) -> None:
    PlayerInfo.objects.filter(game=game_id).update(investor=True)


def one_order_for_all(game_id: UUID) -> None:
    PlayerInfo.objects.filter(game=game_id).update(order=2)


def one_person_twice(game_id: UUID) -> None:
    first = PlayerInfo.objects.get(game=game_id, display_name="Juno")
    PlayerInfo.objects.filter(game=game_id, display_name="Mara").update(user=first.user)


@pytest.mark.parametrize(
    "write",
    [
        pytest.param(juno(seat=1), id="two players on one seat"),
        pytest.param(one_person_twice, id="one person on two seats"),
        pytest.param(two_investors, id="two investor cards"),
        pytest.param(one_order_for_all, id="two players in one place of the order"),
        pytest.param(juno(type="bot", bot="random"), id="a bot that is a person"),
        pytest.param(juno(type="ghost"), id="an unknown type of player"),
        pytest.param(game(mode="dancing"), id="an unknown mode"),
        pytest.param(game(max_players=7), id="seven seats"),
        pytest.param(game(mode="vote"), id="a vote without a voting"),
        pytest.param(game(voting={}), id="a voting without a vote"),
        pytest.param(game(mode="peace-vote"), id="a vote on peace without an offer"),
        pytest.param(game(current_maneuver={}), id="a maneuver without its mode"),
        pytest.param(game(mode="game-over"), id="an end without a time"),
        pytest.param(lambda game_id: GameHistory.objects.create(game_id=game_id, turn_id=1), id="one turn twice"),
        pytest.param(
            lambda game_id: CountryInfo.objects.filter(game=game_id, name="Italy").update(points=26), id="26 points"
        ),
        pytest.param(
            lambda game_id: CountryInfo.objects.filter(game=game_id, name="Italy").update(name="France"),
            id="one country twice",
        ),
        pytest.param(
            lambda game_id: CountryInfo.objects.filter(game=game_id).update(gov="anarchy"), id="an unknown government"
        ),
        pytest.param(
            lambda game_id: ImperialAction.objects.filter(game=game_id, seq=1).update(seq=2), id="one number twice"
        ),
    ],
)
def test_the_database_refuses(game_id: UUID, write: Callable[[UUID], object]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        write(game_id)
