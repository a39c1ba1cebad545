"""Names on the pages of a table: people of one name are told apart, no id of a seat is shown (rules 1 of the table)."""

import random
import re
from uuid import UUID

import pytest

from cambio import rules, services, store
from cambio.plug import table
from cambio.services import engine
from tabletop.accounts.models import User
from tabletop.engine import Move
from tabletop.play import submit
from tests.cambio import kit
from tests.cambio.kit import START, act, dealt, guest, lobby_of, people, position
from tests.cambio.pages.visits import client_of, press
from tests.kit.ids import assert_no_ids
from tests.kit.roads import both_roads

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


@both_roads
def test_the_answer_to_a_button_and_the_result_number_them_too(three: list[User]) -> None:
    game_id = dealt(three[:2])
    position(game_id, rules.arrange(HANDS[:2], ["2c", "3c"], ["2d", "3d"], phase="final_round", caller=0, turn=1))
    submit(engine, game_id, Move(seat=1, action={"type": "draw", "source": "deck"}), now=START)
    client = client_of(three[1])
    status, body = press(client, game_id, "discard")
    assert (status, "Anna</" in body, "Anna (2)" in body) == (200, True, False)
    assert names(three[0], game_id) >= {"Anna (2)"}
    assert names(three[1], game_id) >= {"Anna"}


def shown(person: User, game_id: UUID) -> list[str]:
    """All that a browser can get of a table, with the answers to what is refused."""
    client = client_of(person)
    pages = [client.get(f"/cambio/{game_id}/{path}").content.decode() for path in ("", "parts/?seq=-1")]
    return pages + [press(client, game_id, do)[1] for do in ("remove_bot:0:Juno", "swap:9", "peek:1:9")]


@both_roads
def test_neither_the_waiting_room_nor_the_door_shows_the_id_of_a_seat() -> None:
    persons = people(2)
    game_id = services.create_table(person=persons[0], player_count=4, bots=["easy"]).game_id
    services.join_table(game_id=game_id, person=persons[1])
    texts = [text for person in (*persons, guest("Tess")) for text in shown(person, game_id)]
    status, added = press(client_of(persons[0]), game_id, "add_bot:hard")
    assert (status, "remove_bot:3:" in added) == (200, True)
    assert_no_ids([*texts, added], store.load(game_id).names)


def test_no_page_shows_the_id_of_a_seat_from_the_deal_to_the_result() -> None:
    persons, chance, now = people(2), random.Random(5), START
    game_id = dealt(persons, bots=["easy"])

    def check_pages() -> None:
        assert_no_ids([text for person in persons for text in shown(person, game_id)], store.load(game_id).names)

    phases = set()
    while not table.is_over(state := kit.state_of(game_id)):
        if state.game.phase not in phases or chance.random() < 0.1:
            phases.add(state.game.phase)
            check_pages()
        now += 5
        if not kit.settle_at(game_id, now).changed and table.players_to_act(state):
            seat, action = kit.random_action(state, chance, now=now)
            services.act(game_id=game_id, seat=seat, action=action, now=now)
    assert phases == {"initial_view", "playing", "final_round"}
    check_pages()
