"""Names stand where the rows know seat ids: on pages, in the log, in answers; and no id is shown to anybody."""

import re
from typing import Any, get_args
from uuid import UUID

import pytest
from django.test import Client
from msgspec.structs import replace

from imperial import queries, services
from imperial.models import Game
from imperial.rules.state import Mode
from tabletop.accounts.models import User
from tests.imperial import kit
from tests.imperial.pages.visits import HTMX, browser, page_of, post
from tests.kit.ids import assert_no_ids
from tests.kit.roads import both_roads

pytestmark = pytest.mark.django_db

REFUSED: tuple[tuple[str, dict[str, str]], ...] = (
    ("act", {"type": "bid", "amount": "1000000"}),
    ("act", {"do": "remove_bot:0:Juno"}),
    ("draft", {"row": "99", "destination": "Vienna"}),
    ("undo", {}),
)


def everything_shown(client: Client, game_id: UUID) -> list[str]:
    """All that a browser can get of a table, with the answers to what is refused."""
    latest = kit.game_of(game_id).turn_id - 1
    paths = ["", "parts/?seq=-1", "history/", "places/", "chart/", "turn/1/", f"turn/{latest}/"]
    answers: list[Any] = [client.get(f"/imperial/{game_id}/{path}", follow=True) for path in paths]
    answers += [client.get(f"/imperial/{game_id}/{path}", **HTMX) for path in ("places/", "chart/")]
    answers += [post(client, game_id, verb, **fields) for verb, fields in REFUSED]
    return [answer.content.decode() for answer in (*answers, client.get("/"))]


@pytest.mark.parametrize("mode", get_args(Mode))
def test_no_page_shows_the_id_of_a_seat(mode: str) -> None:
    persons = kit.people(6)
    game_id = kit.begun(persons)
    kit.play_randomly(game_id, seed=1, actions=9)
    turn_id = kit.game_of(game_id).turn_id
    kit.position(game_id, replace(kit.any_state(6, lambda state: state.mode == mode), turn_id=turn_id))
    for person in (persons[0], kit.guest("Tess")):
        texts = everything_shown(browser(person), game_id)
        assert "Mara" in texts[0]
        assert_no_ids(texts, kit.names_at(game_id))


@both_roads
def test_neither_the_waiting_room_nor_a_game_as_it_goes_shows_the_id_of_a_seat() -> None:
    persons = kit.people(3)
    game_id = kit.lobby_of(persons, bots=["random"])
    waiting = [page_of(person, game_id) for person in (*persons, kit.guest("Tess"))]
    started = post(browser(persons[0]), game_id, "act", do="start").content.decode()
    assert_no_ids([*waiting, started], kit.names_at(game_id))
    kit.play_randomly(game_id, seed=4, actions=120)
    assert len(queries.whole_log(game_id, to_turn=10_000)) > queries.SHOWN_LINES
    clients = [browser(person) for person in persons]
    assert_no_ids(
        [client.get(f"/imperial/{game_id}/{path}").content.decode() for client in clients for path in ("", "history/")],
        kit.names_at(game_id),
    )


def players_on(page: str) -> list[str]:
    return re.findall(r'class="plr__name" title="([^"]+)"', page)


def lines_on(page: str) -> list[tuple[str, str]]:
    """The log: the numbers of the countries that a line is about, and its words."""
    return re.findall(r'<li id="log-\d+-\d+" data-turn="\d+" data-about="([\d ]*)">.*?<span>([^<]+)</span></li>', page)


@pytest.fixture
def annas() -> list[User]:
    return [kit.guest("Anna"), kit.guest("Anna"), kit.guest("Nils")]


def test_two_people_with_one_name_are_told_apart_before_the_game(annas: list[User]) -> None:
    game_id = kit.lobby_of(annas)
    assert re.findall(r'class="seat__name">([^<]+)<', page_of(annas[2], game_id)) == ["Anna", "Anna (2)", "You"]
    assert re.findall(r'class="seat__name">([^<]+)<', page_of(annas[1], game_id)) == ["Anna", "You", "Nils"]


@both_roads
def test_two_people_with_one_name_are_told_apart_at_the_table_and_in_its_log(annas: list[User]) -> None:
    game_id = kit.begun(annas)
    answer = post(browser(annas[1]), game_id, "act", type="bid", amount="5")
    assert "Anna (2) has bid on Austria-Hungary." in answer.content.decode()
    for person in annas:
        page = page_of(person, game_id)
        assert players_on(page) == ["Anna", "Anna (2)", "Nils"]
        assert lines_on(page)[0] == ("1", "Anna (2) has bid on Austria-Hungary.")
    kit.act(game_id, "Anna", "bid", amount=4)
    kit.act(game_id, "Nils", "bid", amount=3)
    asked, waiting = page_of(annas[1], game_id), page_of(annas[0], game_id)
    assert "Take" in asked
    assert re.search(r'plr__name" title="Anna \(2\)">Anna \(2\)</span><small>you</small>', asked)
    assert re.search(r'plr__name" title="Anna">Anna</span><small>you</small>', waiting)
    assert kit.game_of(game_id).bid_buy_order == ("Anna (2)", "Anna", "Nils")


@both_roads
def test_a_bot_is_sent_away_by_its_own_name_though_a_person_has_the_same() -> None:
    person = kit.guest("Ottilie")
    game_id = services.create_table(person=person, player_count=3).game_id
    services.add_bot(game_id=game_id, person=person)
    # Bots keep clear of the names of those who sit there; a person who comes later may still be called like one.
    services.join_table(game_id=game_id, person=kit.guest("Konrad"))
    assert kit.seated_names(game_id) == ["Ottilie", "Konrad", "Konrad (2)"]
    client = browser(person)
    assert post(client, game_id, "act", do="remove_bot:2:Konrad (2)").status_code == 409
    assert post(client, game_id, "act", do="remove_bot:1:Konrad").status_code == 200
    assert kit.seated_names(game_id) == ["Ottilie", "Konrad"]


def test_somebody_called_like_a_country_is_not_taken_for_it_in_the_log() -> None:
    persons = [kit.guest(name) for name in ("Austria", "Mara", "Taxation")]
    game_id = kit.begun(persons)
    page = page_of(persons[1], game_id)
    assert players_on(page) == ["Austria", "Mara", "Taxation"]
    assert lines_on(page) == [("", "The game has begun. Players: Austria, Mara and Taxation.")]
    for name in ("Austria", "Mara", "Taxation"):
        kit.act(game_id, name, "bid", amount=0)
    kit.act(game_id, "Austria", "bid", amount=3)
    about_italy, *_before, first, _begun = lines_on(page_of(persons[1], game_id))
    assert about_italy == ("2", "Austria has bid on Italy.")
    assert first == ("1", "Austria has bid on Austria-Hungary.")
    history = browser(persons[1]).get(f"/imperial/{game_id}/history/").content.decode()
    assert lines_on(history)[0] == about_italy
    assert queries.export(Game.objects.get(pk=game_id))["game"]["history"][-1] == "Austria has bid on Italy."
