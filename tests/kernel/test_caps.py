"""How many tables may wait, of one person and from one network, on every road to one (rules 3.2 of the table)."""

import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.utils import timezone

from cambio import services as cambio
from tabletop.accounts.models import User
from tabletop.games import get_game
from tabletop.lobby.queries import open_tables
from tabletop.table import Choices
from tabletop.tables.caps import (
    COUNTED_FOR,
    OPENED_BY_A_PERSON,
    OPENED_FROM_A_NETWORK,
    TABLES_FROM_A_NETWORK,
    TABLES_OF_A_PERSON,
)
from tabletop.tables.queries import LISTED_TABLES
from tabletop.tables.seats import Terms
from tests.kernel.programs import OPEN, Program, api
from tests.kit.clients import client_of
from tests.kit.racers import codes, racers
from tests.tinygame.models import DuelGame
from tests.tinygame.services import tables

__all__ = ["racers"]

FORM = {"player_count": "2", "bot_count": "0", "turn_seconds": "30", "level": "easy", "pace": "calm", "is_open": "on"}
REFUSED = (409, "too_many_tables")

pytestmark = pytest.mark.django_db


def open_by_page(client: Client, slug: str = "duel") -> Any:
    return client.post(f"/{slug}/new/", FORM)


def open_by_program(client: Client) -> Any:
    return client.post("/duel/api/game/create", OPEN, content_type="application/json")


@pytest.fixture
def client(people: list[User]) -> Client:
    return client_of(people[0])


@pytest.mark.parametrize("road", [open_by_page, open_by_program])
def test_a_person_has_at_most_three_tables_that_wait(client: Client, road: Callable[..., Any]) -> None:
    assert [road(client).status_code < 400 for _table in range(TABLES_OF_A_PERSON)] == [True] * TABLES_OF_A_PERSON
    assert road(client).status_code == 409
    assert DuelGame.objects.count() == TABLES_OF_A_PERSON


def test_a_program_is_told_the_code_and_what_to_do(client: Client) -> None:
    for _table in range(TABLES_OF_A_PERSON):
        open_by_program(client)
    refused = api.post("create", OPEN, client=client)
    assert refused.refusal == REFUSED
    assert "Start one of them or leave it" in refused.json["message"]


def test_a_page_says_what_to_do_and_keeps_what_was_filled_in(client: Client) -> None:
    for _table in range(TABLES_OF_A_PERSON):
        open_by_page(client)
    told = client.post("/duel/new/", FORM | {"turn_seconds": "77"}).content.decode()
    assert "Start one of them or leave it" in told
    assert 'value="77"' in told


def test_tables_of_all_games_are_counted_together(client: Client) -> None:
    assert open_by_page(client, "cambio").status_code == 302
    assert open_by_page(client, "cambio").status_code == 302
    assert open_by_page(client).status_code == 302
    assert [open_by_page(client, slug).status_code for slug in ("duel", "cambio", "imperial")] == [409] * 3


def test_a_table_that_starts_or_is_left_makes_room(client: Client, people: list[User]) -> None:
    for _table in range(TABLES_OF_A_PERSON):
        open_by_page(client)
    first, second, _third = DuelGame.objects.order_by("created_at")
    tables.join_table(game_id=first.pk, person=people[1])
    tables.act(game_id=first.pk, seat=0, action={"type": "start"})
    assert open_by_page(client).status_code == 302
    assert open_by_page(client).status_code == 409
    tables.act(game_id=second.pk, seat=0, action={"type": "leave"})
    assert open_by_page(client).status_code == 302


def test_a_table_that_staff_have_closed_makes_room(client: Client) -> None:
    for _table in range(TABLES_OF_A_PERSON):
        open_by_page(client)
    tables.abandon(game_id=DuelGame.objects.all()[0].pk, reason="idle")
    assert open_by_page(client).status_code == 302
    assert open_by_page(client).status_code == 409


@pytest.mark.parametrize("slug", ["cambio", "imperial"])
def test_playing_again_alone_opens_a_table_that_waits_and_is_counted(client: Client, slug: str) -> None:
    """Nobody but its host sat at the table that was closed: there is nobody to begin with."""
    services = get_game(slug).tables
    assert services is not None
    open_by_page(client, slug)
    closed = services.engine.store.games._default_manager.get().pk
    services.abandon(game_id=closed, reason="upkeep")
    for _table in range(TABLES_OF_A_PERSON - 1):
        assert open_by_page(client).status_code == 302
    assert client.post(f"/{slug}/{closed}/rematch/").status_code == 302
    assert open_by_page(client).status_code == 409


def test_a_table_where_somebody_else_is_host_does_not_count(client: Client, people: list[User]) -> None:
    for _table in range(TABLES_OF_A_PERSON):
        hosting = tables.create_table(person=people[1])
        tables.join_table(game_id=hosting.game_id, person=people[0])
    assert open_by_page(client).status_code == 302


def test_practising_goes_on_with_three_tables_that_wait(client: Client) -> None:
    for _table in range(TABLES_OF_A_PERSON):
        open_by_page(client)
    assert client.post("/duel/practice/").status_code == 302
    assert DuelGame.objects.exclude(started_at=None).count() == 1


def test_playing_again_opens_no_fourth_table(client: Client, people: list[User]) -> None:
    finished = tables.create_table(person=people[0])
    tables.join_table(game_id=finished.game_id, person=people[1])
    tables.act(game_id=finished.game_id, seat=0, action={"type": "start"})
    DuelGame.objects.filter(pk=finished.game_id).update(abandoned=True)
    for _table in range(TABLES_OF_A_PERSON):
        open_by_page(client)
    refused = client.post(f"/duel/{finished.game_id}/rematch/", headers={"HX-Request": "true"})
    assert refused.status_code == 409
    assert "Start one of them or leave it" in refused.content.decode()


def test_from_one_network_at_most_ten_tables_wait(db: None) -> None:
    for number in range(TABLES_FROM_A_NETWORK):
        Program.create(creatorDisplayName=f"Guest {number}")
    refused = api.post("create", OPEN)
    assert refused.refusal == REFUSED
    assert "from your network" in refused.json["message"]
    elsewhere = Client(REMOTE_ADDR="10.9.9.9")
    assert api.post("create", OPEN, client=elsewhere).status == 201
    assert User.objects.count() == TABLES_FROM_A_NETWORK + 1


def test_a_table_that_waits_for_long_no_longer_counts_against_its_network(db: None) -> None:
    for number in range(TABLES_FROM_A_NETWORK):
        Program.create(creatorDisplayName=f"Guest {number}")
    DuelGame.objects.update(created_at=timezone.now() - COUNTED_FOR - timedelta(minutes=1))
    assert api.post("create", OPEN).status == 201


def test_the_network_is_kept_hashed_and_only_while_the_table_waits(db: None) -> None:
    host = Program.create()
    mark = DuelGame.objects.get().opened_from
    assert len(mark) == 32
    assert "127.0.0.1" not in mark
    Program.join(host, "Mara")
    assert host.post("start").status == 200
    assert DuelGame.objects.get().opened_from == ""


@pytest.mark.django_db(transaction=True)
def test_two_who_open_a_third_table_at_once_open_one(people: list[User], racers: Callable[..., Any]) -> None:
    race = racers(4)
    for _repetition in range(5 if connection.vendor == "postgresql" else 2):
        DuelGame.objects.all().delete()
        for _table in range(TABLES_OF_A_PERSON - 1):
            tables.create_table(person=people[0], terms=Terms(opened_from="here"))
        outcomes = race(lambda _index: tables.create_table(person=people[0], terms=Terms(opened_from="here")))
        assert codes(outcomes) == ["too_many_tables"] * 3
        assert DuelGame.objects.count() == TABLES_OF_A_PERSON


@pytest.mark.django_db(transaction=True)
def test_people_of_one_network_who_open_the_tenth_table_at_once_open_one(
    people: list[User], racers: Callable[..., Any]
) -> None:
    guests = [User.objects.create(display_name=f"Guest {number}", is_guest=True) for number in range(13)]
    for person in guests[: TABLES_FROM_A_NETWORK - 1]:
        tables.create_table(person=person, terms=Terms(opened_from="here"))
    race = racers(4)
    outcomes = race(lambda index: tables.create_table(person=guests[-1 - index], terms=Terms(opened_from="here")))
    assert codes(outcomes) == ["too_many_tables"] * 3
    assert DuelGame.objects.count() == TABLES_FROM_A_NETWORK


def test_the_home_page_shows_one_table_of_each_host_first(people: list[User]) -> None:
    juno, mara = (client_of(person) for person in people)
    open_by_page(mara, "cambio")
    for _table in range(2):
        open_by_page(juno, "cambio")
    hosts = [table.host for table in open_tables() if table.game == "cambio"]
    assert hosts == [people[0].pk, people[1].pk, people[0].pk]


def test_who_opens_many_tables_pushes_nobody_off_the_list(people: list[User]) -> None:
    """However they came to be so many."""
    cambio.create_table(person=people[1], player_count=2, choices=Choices(is_open=True))
    for _table in range(LISTED_TABLES + 1):
        cambio.create_table(person=people[0], player_count=2, choices=Choices(is_open=True))
    hosts = [table.host for table in open_tables() if table.game == "cambio"]
    assert (len(hosts), people[1].pk in hosts) == (LISTED_TABLES, True)


# --- how many an hour -------------------------------------------------------------------------------------------------


def practise(client: Client) -> int:
    return client.post("/duel/practice/").status_code


def open_and_start(client: Client) -> int:
    opened = client.post("/duel/api/game/create", OPEN | {"botCount": 1}, content_type="application/json")
    if opened.status_code < 400:
        assert api.post(f"{opened.json()['gameId']}/start", {}, client=client).status == 200
    return opened.status_code


@pytest.mark.parametrize("begin", [practise, open_and_start])
def test_a_person_opens_at_most_thirty_tables_an_hour(client: Client, begin: Callable[[Client], int]) -> None:
    with time_machine.travel(1_800_000_000, tick=False) as clock:
        assert [begin(client) < 400 for _game in range(OPENED_BY_A_PERSON.times)] == [True] * OPENED_BY_A_PERSON.times
        assert [practise(client), open_by_page(client).status_code, open_by_program(client).status_code] == [429] * 3
        assert DuelGame.objects.count() == OPENED_BY_A_PERSON.times
        clock.shift(3600)
        assert begin(client) < 400


def test_page_and_program_are_told_why_and_until_when(client: Client) -> None:
    with time_machine.travel(1_800_000_000, tick=False):
        for _game in range(OPENED_BY_A_PERSON.times):
            practise(client)
        page, program = client.post("/duel/practice/"), open_by_program(client)
    sentence = "You have opened 30 tables within an hour. Play on at one of them, or try again in 60 minutes."
    assert (page["Retry-After"], program["Retry-After"]) == ("3600", "3600")
    assert sentence in page.content.decode()
    assert (program.json()["code"], program.json()["message"]) == ("too_many", sentence)


def test_at_most_120_tables_an_hour_are_opened_from_one_network() -> None:
    people = [User.objects.create(display_name=name, is_guest=True) for name in ("Ida", "Jon", "Kim", "Lea")]
    with time_machine.travel(1_800_000_000, tick=False):
        for person in people:
            for _game in range(OPENED_BY_A_PERSON.times):
                assert practise(client_of(person)) == 302
        games, stranger = DuelGame.objects.count(), Client()
        refused = stranger.post("/duel/practice/")
        assert (refused.status_code, games) == (429, OPENED_FROM_A_NETWORK.times)
        assert "120 tables have been opened from your network within an hour." in refused.content.decode()
        assert (DuelGame.objects.count(), User.objects.count()) == (games, len(people))
        # Nothing is left of the guest who could not begin: the next press makes another.
        stranger.defaults["REMOTE_ADDR"] = "192.0.2.9"
        assert practise(stranger) == 302


def test_who_is_refused_counts_neither_as_having_opened_a_table_nor_against_the_network(client: Client) -> None:
    for _table in range(TABLES_OF_A_PERSON):
        open_by_page(client)
    with time_machine.travel(time.time(), tick=False):
        refused = {open_by_page(client).status_code for _press in range(OPENED_FROM_A_NETWORK.times)}
        assert refused == {409}
        assert practise(client) == 302
        assert practise(Client()) == 302


def test_who_has_opened_too_many_does_not_use_up_those_of_the_network(client: Client) -> None:
    with time_machine.travel(1_800_000_000, tick=False):
        assert {practise(client) for _press in range(OPENED_FROM_A_NETWORK.times + 1)} == {302, 429}
        assert practise(Client()) == 302


def test_a_press_that_is_repeated_is_not_counted(client: Client) -> None:
    for _press in range(OPENED_BY_A_PERSON.times + 1):
        assert client.post("/duel/practice/", {"key": "one press"}).status_code == 302
    assert DuelGame.objects.count() == 1
