"""Two people with one name are told apart on every page of the table (rules 1.1 of the table)."""

import re
from uuid import UUID

import pytest

from cambio import rules, services
from cambio.services import engine
from tabletop.accounts.models import User
from tabletop.engine import Move
from tabletop.play import submit
from tests.cambio.kit import START, act, dealt, guest, lobby_of, position
from tests.cambio.pages.visits import client_of, press

pytestmark = pytest.mark.django_db

HANDS = [["Ah", "2h", "3h", "4h"], ["5s", "6s", "7s", "8s"], ["5d", "6d", "7d", "8d"]]


@pytest.fixture
def three() -> list[User]:
    return [guest("Anna"), guest("Anna"), guest("Anna")]


def words(person: User, game_id: UUID) -> str:
    """The page as it is read."""
    page = client_of(person).get(f"/cambio/{game_id}/").content.decode()
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page[page.index("<main") :]))


def names(person: User, game_id: UUID) -> set[str]:
    return set(re.findall(r"\bAnna(?: \(\d\))?", words(person, game_id)))


def test_the_waiting_room_and_the_door_number_those_who_came_later(three: list[User]) -> None:
    game_id = lobby_of(three)
    assert names(three[0], game_id) >= {"Anna (2)", "Anna (3)"}
    assert names(three[1], game_id) >= {"Anna", "Anna (3)"}
    assert names(three[2], game_id) >= {"Anna", "Anna (2)"}
    waiting = services.create_table(person=three[0], player_count=3).game_id
    services.join_table(game_id=waiting, person=three[1])
    assert names(three[2], waiting) >= {"Anna", "Anna (2)"}


def test_everybody_reads_who_is_on_turn_and_who_did_what(three: list[User]) -> None:
    game_id = dealt(three)
    position(game_id, rules.arrange(HANDS, ["2c", "3c"], ["2d", "3d"], turn=1))
    assert "Anna (2) is drawing." in words(three[0], game_id)
    act(game_id, 1, "draw", source="deck")
    act(game_id, 1, "discard")
    for person in (three[0], three[2]):
        assert "Anna (2) drew from the deck." in words(person, game_id)
    assert "Anna (3) is drawing." in words(three[1], game_id)
    act(game_id, 2, "draw", source="deck")
    act(game_id, 2, "swap", position=0)
    assert "Anna is drawing." in words(three[2], game_id)
    submit(engine, game_id, Move(seat=0, action={"type": "left"}), now=START)
    assert "Anna is away." in words(three[1], game_id)


def test_the_answer_to_a_button_and_the_result_number_them_too(three: list[User]) -> None:
    game_id = dealt(three[:2])
    position(game_id, rules.arrange(HANDS[:2], ["2c", "3c"], ["2d", "3d"], phase="final_round", caller=0, turn=1))
    submit(engine, game_id, Move(seat=1, action={"type": "draw", "source": "deck"}), now=START)
    client = client_of(three[1])
    status, body = press(client, game_id, "discard")
    assert (status, "Anna</" in body, "Anna (2)" in body) == (200, True, False)
    assert names(three[0], game_id) >= {"Anna (2)"}
    assert names(three[1], game_id) >= {"Anna"}
