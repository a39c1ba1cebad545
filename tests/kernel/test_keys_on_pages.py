"""Keys of a page's moves, by both roads: what is sent again has one effect, however late it comes."""

from collections.abc import Callable

import pytest
from django.test import Client

from tabletop.accounts.models import User
from tests.kernel.conftest import STARTED, any_move, logged_moves
from tests.kit.clients import client_of
from tests.kit.frames import parts_in
from tests.kit.roads import Answer, both_roads, press_button
from tests.tinygame import services
from tests.tinygame.models import DuelGame
from tests.tinygame.pages import page
from tests.tinygame.rules import State

pytestmark = [pytest.mark.django_db, both_roads]
StateOf = Callable[[DuelGame], State]


@pytest.fixture
def clients(people: list[User]) -> list[Client]:
    return [client_of(person) for person in people]


def press(client: Client, duel: DuelGame, action: dict[str, object], *, key: str, seq: int | None = None) -> Answer:
    return press_button(client, page, duel.pk, "move/", action, key=key, seq=seq)


def test_the_same_key_sent_twice_is_answered_alike(duel: DuelGame, clients: list[Client], state_of: StateOf) -> None:
    action = any_move(state_of(duel))
    for _time in range(2):
        answer = press(clients[0], duel, action, key="k", seq=STARTED)
        assert answer.status_code == 200
        assert {"table", "actions"} <= parts_in(answer.content.decode())
    assert logged_moves().count() == 1


@pytest.mark.parametrize("seq", [STARTED, None], ids=["an old page", "a new page"])
def test_an_older_key_after_other_moves_has_no_second_effect(
    duel: DuelGame, clients: list[Client], state_of: StateOf, seq: int | None
) -> None:
    first = any_move(state_of(duel))
    assert press(clients[0], duel, first, key="old").status_code == 200
    for number in range(3):
        turn = state_of(duel).turn
        assert press(clients[turn], duel, any_move(state_of(duel)), key=f"k{number}").status_code == 200
    before = state_of(duel)
    answer = press(clients[0], duel, first, key="old", seq=seq)
    assert answer.status_code == 200
    # It shows how the table stands now, not how it stood after the move.
    assert f'data-seq="{STARTED + 4}"' in answer.content.decode()
    assert (state_of(duel), logged_moves().count()) == (before, 4)


def test_a_key_of_another_move_is_refused(duel: DuelGame, clients: list[Client], state_of: StateOf) -> None:
    low, middle, _high = state_of(duel).hands[0]
    assert press(clients[0], duel, {"type": "play", "card": low}, key="k").status_code == 200
    services.move(game_id=duel.pk, seat=1, action=any_move(state_of(duel)))
    before = state_of(duel)
    answer = press(clients[0], duel, {"type": "play", "card": middle}, key="k")
    assert answer.status_code == 409
    assert "This request was used for something else before." in answer.content.decode()
    assert (state_of(duel), logged_moves().count()) == (before, 2)


def test_the_key_of_somebody_else_is_as_good_as_a_new_one(
    duel: DuelGame, clients: list[Client], state_of: StateOf
) -> None:
    for client in clients:
        assert press(client, duel, any_move(state_of(duel)), key="k").status_code == 200
    assert logged_moves().count() == 2
