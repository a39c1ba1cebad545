"""A request to open or to join a table that is sent again with its key leads to the same seat, and to nobody else's."""

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client

from tabletop.accounts.models import User
from tabletop.models import EntryKey
from tabletop.operation.tidy import tidy_up
from tabletop.tables.entrance import KEPT_SECONDS, EntryRequest, enter_once, old_entry_keys
from tabletop.tables.seats import Entry, Terms
from tests.kernel.programs import OPEN, Program, api, rows
from tests.kit.clients import client_of
from tests.kit.program import Answer
from tests.kit.racers import racers
from tests.tinygame.models import DuelGame, DuelSeat
from tests.tinygame.services import tables

__all__ = ["racers"]

SECRET = "a long key that a client made itself"
FORM = {"player_count": "2", "bot_count": "0", "turn_seconds": "30"}
SEAT = ("gameId", "roomCode", "playerId", "playerToken")

pytestmark = pytest.mark.django_db


def create(key: str, client: Client | None = None, **body: object) -> Answer:
    return api.post("create", OPEN | body, client=client or Client(), headers={"Idempotency-Key": key})


def seat_of(answer: Answer) -> tuple[object, ...]:
    return tuple(answer.json[name] for name in SEAT)


# --- programs without a session ---------------------------------------------------------------------------------------


def test_a_client_that_sends_its_own_key_again_gets_the_same_seat_and_token() -> None:
    first, again = create(SECRET), create(SECRET)
    assert (first.status, again.status) == (201, 201)
    assert seat_of(again) == seat_of(first)
    assert (DuelGame.objects.count(), User.objects.count()) == (1, 1)
    assert Program(again).get().status == 200


def test_the_client_may_send_the_session_of_the_first_answer_along() -> None:
    client = Client()
    first = create(SECRET, client)
    assert seat_of(create(SECRET, client)) == seat_of(first)
    assert DuelGame.objects.count() == 1


def test_the_second_answer_has_the_session_of_the_guest_too() -> None:
    create(SECRET)
    client = Client()
    again = create(SECRET, client)
    assert api.get(again.json["gameId"], client=client).json["state"]["mySeat"] == 0


def test_a_guest_who_has_set_a_password_is_not_logged_in_by_an_old_key() -> None:
    create(SECRET)
    person = User.objects.get()
    person.set_password("correct horse battery staple")
    person.save()
    client = Client()
    create(SECRET, client)
    assert "sessionid" not in client.cookies


def test_a_short_key_without_a_session_is_refused_and_nothing_is_opened() -> None:
    refused = create("short")
    assert refused.refusal == (400, "invalid_request")
    assert "at least 32 characters" in refused.json["message"]
    assert not DuelGame.objects.exists()


def test_joining_with_a_key_takes_one_seat(hosting: Program) -> None:
    path, body = f"{hosting.game_id}/join", {"displayName": "Mara"}
    first, again = (api.post(path, body, headers={"Idempotency-Key": SECRET}) for _time in range(2))
    assert (first.status, seat_of(again)) == (200, seat_of(first))
    assert DuelSeat.objects.count() == 2


def test_a_key_of_another_request_is_refused() -> None:
    create(SECRET)
    before = rows()
    assert create(SECRET, botCount=1).refusal == (409, "key_reused")
    assert rows() == before


def test_a_key_whose_seat_is_gone_opens_nothing() -> None:
    host = Program(create(SECRET))
    assert host.post("leave").status == 200
    assert create(SECRET).refusal == (403, "player_not_in_game")
    assert not DuelGame.objects.exists()


@pytest.mark.parametrize("renew", [False, True])
def test_a_key_is_spent_once_the_token_of_its_seat_is_taken_back_or_replaced(renew: bool) -> None:
    host = Program(create(SECRET))
    told = host.post("revoke", {"renew": renew})
    assert told.status == 200
    before, client = rows(), Client()
    spent = create(SECRET, client)
    assert spent.refusal == (409, "key_reused")
    assert "The token of this seat was taken back or replaced." in spent.json["message"]
    assert "sessionid" not in client.cookies
    assert rows() == before


def test_a_key_of_a_session_is_spent_with_its_token_too(people: list[User]) -> None:
    client = client_of(people[0])
    seat = create("one", client).json["playerId"]
    client.post("/programs/", {"do": "revoke", "seat": seat})
    assert create("one", client).refusal == (409, "key_reused")
    assert DuelGame.objects.count() == 1


def test_a_refused_request_does_not_use_its_key_up(hosting: Program) -> None:
    path, body = f"{hosting.game_id}/join", {"displayName": "Mara", "expectedVersion": 7}
    refused = api.post(path, body, headers={"Idempotency-Key": SECRET})
    assert refused.refusal == (409, "stale_state")
    assert not EntryKey.objects.exists()


# --- sessions ---------------------------------------------------------------------------------------------------------


def test_the_same_key_of_the_same_session_opens_one_table(people: list[User]) -> None:
    client = client_of(people[0])
    first, again = create("one", client), create("one", client)
    assert seat_of(again) == seat_of(first)
    assert DuelGame.objects.count() == 1


def test_the_same_key_of_another_session_is_another_request(people: list[User]) -> None:
    first, other = (create("one", client_of(person)) for person in people)
    assert (first.status, other.status) == (201, 201)
    assert first.json["gameId"] != other.json["gameId"]


def test_the_long_key_of_a_session_gives_a_stranger_nothing(people: list[User]) -> None:
    first, stranger = create(SECRET, client_of(people[0])), create(SECRET)
    assert first.json["playerToken"] != stranger.json["playerToken"]
    assert first.json["gameId"] != stranger.json["gameId"]


def test_the_secret_of_a_client_gives_another_session_nothing(people: list[User]) -> None:
    first, other = create(SECRET), create(SECRET, client_of(people[0]))
    assert first.json["gameId"] != other.json["gameId"]


# --- what is kept -----------------------------------------------------------------------------------------------------


def test_neither_key_nor_token_is_kept() -> None:
    token = create(SECRET).json["playerToken"]
    kept = repr(list(EntryKey.objects.values())) + repr(rows())
    assert SECRET not in kept
    assert token not in kept


def test_a_key_counts_for_a_day() -> None:
    first = create(SECRET)
    EntryKey.objects.update(at=time.time() - KEPT_SECONDS - 1)
    assert create(SECRET).json["gameId"] != first.json["gameId"]
    assert EntryKey.objects.count() == 1


def test_old_keys_are_forgotten_and_young_ones_stay(people: list[User]) -> None:
    create("old", client_of(people[0]))
    EntryKey.objects.update(at=100)
    create("young", client_of(people[1]))
    assert [key.at for key in old_entry_keys(now=time.time())] == [100]
    tidy_up(tell=lambda name, gone: None)
    assert [key.at > 100 for key in EntryKey.objects.all()] == [True]


# --- pages ------------------------------------------------------------------------------------------------------------


def key_in(page: Any) -> str:
    return re.findall(r'name="key" value="([^"]+)"', page.content.decode())[0]


def test_a_form_pressed_twice_opens_one_table(people: list[User]) -> None:
    client = client_of(people[0])
    sent = FORM | {"key": key_in(client.get("/duel/new/"))}
    first, again = (client.post("/duel/new/", sent) for _press in range(2))
    assert (first.status_code, again["Location"]) == (302, first["Location"])
    assert DuelGame.objects.count() == 1


def test_a_form_pressed_again_leads_to_its_table_though_a_token_was_made_meanwhile(people: list[User]) -> None:
    client = client_of(people[0])
    sent = FORM | {"key": key_in(client.get("/duel/new/"))}
    first = client.post("/duel/new/", sent)
    client.post("/programs/", {"do": "renew", "seat": str(DuelSeat.objects.get().pk)})
    assert client.post("/duel/new/", sent)["Location"] == first["Location"]


def test_every_visit_to_the_form_has_a_key_of_its_own(people: list[User]) -> None:
    client = client_of(people[0])
    first = client.get("/duel/new/")
    assert "ETag" not in first.headers
    assert key_in(first) != key_in(client.get("/duel/new/"))


def test_another_choice_in_the_same_form_is_another_table(people: list[User]) -> None:
    client = client_of(people[0])
    sent = FORM | {"key": key_in(client.get("/duel/new/"))}
    client.post("/duel/new/", sent)
    client.post("/duel/new/", sent | {"bot_count": "1"})
    assert DuelGame.objects.count() == 2


def test_the_form_of_a_table_that_is_gone_opens_another(people: list[User]) -> None:
    client = client_of(people[0])
    sent = FORM | {"key": key_in(client.get("/duel/new/"))}
    client.post("/duel/new/", sent)
    tables.act(game_id=DuelGame.objects.get().pk, seat=0, action={"type": "leave"})
    assert client.post("/duel/new/", sent).status_code == 302
    assert DuelGame.objects.count() == 1


def test_a_stranger_who_presses_practice_twice_is_one_guest_with_one_table() -> None:
    sent = {"key": key_in(Client().get("/duel/practice/"))}
    first, again = Client(), Client()
    tables_shown = [client.post("/duel/practice/", sent)["Location"] for client in (first, again)]
    assert tables_shown[0] == tables_shown[1]
    assert User.objects.count() == 1
    assert 'id="play-' in again.get(tables_shown[0]).content.decode()


def test_a_key_that_cannot_be_read_is_refused(people: list[User]) -> None:
    assert client_of(people[0]).post("/duel/new/", FORM | {"key": "x" * 65}).status_code == 400


# --- at once ----------------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_the_same_key_sent_four_times_at_once_opens_one_table(people: list[User], racers: Callable[..., Any]) -> None:
    race = racers(4)

    def open_once(key: str) -> Entry:
        asked = EntryRequest(key=key, session="a session", person=people[0].pk, what="a duel")
        with transaction.atomic():
            return enter_once(
                tables, asked, lambda token: tables.create_table(person=people[0], terms=Terms(token=token))
            )

    for repetition in range(5 if connection.vendor == "postgresql" else 2):
        entries = race(lambda _index, key=f"key {repetition}": open_once(key))
        assert len({(entry.game_id, entry.player_id, entry.token) for entry in entries}) == 1
        assert DuelGame.objects.count() == repetition + 1
