"""The token of a seat can be taken away and made anew, by the page about programs and by a program."""

import re

import pytest
from django.test import Client

from tabletop.accounts.models import User
from tabletop.accounts.services import erase_person
from tabletop.tables import tokens
from tabletop.tables.seats import Terms, hash_token
from tabletop.tables.tokens import revoke_token, seats_of_person
from tests.kernel.programs import Pair, Program, api, rows
from tests.kit.clients import client_of
from tests.tinygame.models import DuelGame, DuelSeat
from tests.tinygame.services import tables

pytestmark = pytest.mark.django_db


@pytest.fixture
def seat(people: list[User]) -> DuelSeat:
    """Of the first person, with a token."""
    return DuelSeat.objects.get(pk=tables.create_table(person=people[0]).player_id)


def token_in(page: bytes) -> str:
    return re.findall(r'id="new-token">([^<]+)<', page.decode())[0]


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


# --- the page ---------------------------------------------------------------------------------------------------------


def test_the_page_lists_the_seats_of_the_person_and_nobody_elses(people: list[User], seat: DuelSeat) -> None:
    other = tables.create_table(person=people[1])
    shown = client_of(people[0]).get("/programs/").content.decode()
    assert seat.game.room_code in shown
    assert "A token has been given out." in shown
    assert other.room_code not in shown


def test_a_table_that_is_closed_is_listed_only_while_its_seat_has_a_token(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    by_page = Terms(token=None)
    closed, given = tables.create_table(person=people[0], terms=by_page), tables.create_table(person=people[0])
    DuelGame.objects.update(abandoned=True)
    goes_on = tables.create_table(person=people[0], terms=by_page)
    assert [seat.room_code for seat in seats_of_person(people[0])] == [given.room_code, goes_on.room_code]
    assert closed.room_code not in client_of(people[0]).get("/programs/").content.decode()
    # However long the list: what has a token can be revoked.
    monkeypatch.setattr(tokens, "LISTED_SEATS", 1)
    assert [seat.room_code for seat in seats_of_person(people[0])] == [given.room_code]


def test_a_seat_taken_on_a_page_has_no_token_until_one_is_made(people: list[User]) -> None:
    client = client_of(people[0])
    client.post("/duel/new/", {"player_count": "2", "bot_count": "0", "turn_seconds": "30"})
    seat = DuelSeat.objects.get()
    assert seat.token_hash is None
    assert "No token." in client.get("/programs/").content.decode()
    token = token_in(client.post("/programs/", {"do": "renew", "seat": str(seat.pk)}).content)
    assert api.get(str(seat.game_id), headers=bearer(token)).status == 200


def test_a_revoked_token_opens_nothing_and_the_seat_stays(people: list[User]) -> None:
    entry = tables.create_table(person=people[0], terms=Terms(token="a token"))
    client = client_of(people[0])
    assert client.post("/programs/", {"do": "revoke", "seat": entry.player_id}).status_code == 302
    assert api.get(str(entry.game_id), headers=bearer("a token")).refusal == (401, "unauthenticated")
    assert api.get(str(entry.game_id), client=client).status == 200


def test_a_new_token_is_shown_once_and_ends_the_former(people: list[User]) -> None:
    entry = tables.create_table(person=people[0], terms=Terms(token="a token"))
    client = client_of(people[0])
    answer = client.post("/programs/", {"do": "renew", "seat": entry.player_id})
    assert "no-store" in answer["Cache-Control"]
    token = token_in(answer.content)
    assert DuelSeat.objects.get().token_hash == hash_token(token)
    assert api.get(str(entry.game_id), headers=bearer("a token")).status == 401
    assert token not in client.get("/programs/").content.decode()


def test_nobody_changes_the_token_of_somebody_elses_seat(people: list[User], seat: DuelSeat) -> None:
    client = client_of(people[1])
    before = rows()
    for what in ("revoke", "renew"):
        assert client.post("/programs/", {"do": what, "seat": str(seat.pk)}).status_code == 404
    assert rows() == before


@pytest.mark.parametrize("sent", [{"seat": ""}, {"do": "revoke", "seat": "x"}, {"do": "sing"}, {"do": ""}])
def test_a_press_that_cannot_be_read_is_refused(people: list[User], seat: DuelSeat, sent: dict[str, str]) -> None:
    client = client_of(people[0])
    before = rows()
    assert client.post("/programs/", {"seat": str(seat.pk)} | sent).status_code == 400
    assert rows() == before


def test_a_stranger_is_asked_for_a_name() -> None:
    assert Client().get("/programs/")["Location"].startswith("/account/guest/")


def test_the_profile_leads_to_the_page(people: list[User]) -> None:
    assert 'href="/programs/"' in client_of(people[0]).get("/account/").content.decode()


# --- programs ---------------------------------------------------------------------------------------------------------


def test_a_program_gives_its_token_back(pair: Pair) -> None:
    host, other = pair
    told = host.post("revoke")
    assert (told.status, told.json["playerToken"]) == (200, None)
    assert host.get().refusal == (401, "unauthenticated")
    assert other.get().status == 200


def test_a_program_exchanges_its_token_for_a_new_one(hosting: Program) -> None:
    told = hosting.post("revoke", {"renew": True})
    assert (told.json["gameId"], told.json["playerId"]) == (hosting.game_id, hosting.player_id)
    assert hosting.get().status == 401
    hosting.token = told.json["playerToken"]
    assert hosting.get().status == 200


def test_a_person_who_is_forgotten_leaves_no_token_behind(people: list[User]) -> None:
    entry = tables.create_table(person=people[0])
    tables.join_table(game_id=entry.game_id, person=people[1])
    tables.act(game_id=entry.game_id, seat=0, action={"type": "start"})
    erase_person(user=people[1])
    assert DuelSeat.objects.get(place=1).token_hash is None


def test_staff_are_told_whether_there_was_a_token(seat: DuelSeat) -> None:
    assert [revoke_token(seat), revoke_token(seat)] == [True, False]
