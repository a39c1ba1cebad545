"""Ways to a table: a code that is typed, a link that is shared."""

from collections.abc import Iterator

import pytest
import time_machine
from django.test import Client

from tabletop.accounts.models import User
from tests.kit.clients import client_of
from tests.lobby.conftest import StartDuel
from tests.tinygame.models import DuelGame

pytestmark = pytest.mark.django_db
UNKNOWN = "We know no table with that code. Check the six characters."
HTMX = {"HX-Request": "true"}


@pytest.fixture
def duel(start_duel: StartDuel) -> DuelGame:
    return start_duel(first=None)


def test_a_code_leads_to_the_invitation(client: Client, duel: DuelGame) -> None:
    for text in (duel.room_code, duel.room_code.lower(), f" {duel.room_code} "):
        response = client.post("/join/", {"code": text})
        assert (response.status_code, response.headers["Location"]) == (302, f"/t/{duel.room_code}/")


def test_with_htmx_the_browser_is_sent_to_the_invitation(client: Client, duel: DuelGame) -> None:
    response = client.post("/join/", {"code": duel.room_code}, headers=HTMX)
    assert (response.status_code, response.headers["HX-Redirect"]) == (200, f"/t/{duel.room_code}/")


def test_a_shared_link_leads_to_the_door_and_who_sits_there_to_the_table(client: Client, duel: DuelGame) -> None:
    for code in (duel.room_code, duel.room_code.lower()):
        response = client.get(f"/t/{code}/")
        assert (response.status_code, "This game is on" in response.content.decode()) == (200, True)
        seated = client_of(User.objects.get(display_name="Juno")).get(f"/t/{code}/")
        assert (seated.status_code, seated.headers["Location"]) == (302, f"/duel/{duel.pk}/")


@pytest.mark.parametrize("code", ["ABCDEF", "ABC", "", "   ", "ABC0EF", "x" * 5000, "\x00", "💣💣💣💣💣💣", "<b>hey"])
def test_an_unknown_and_an_ill_formed_code_get_the_same_answer_next_to_the_field(client: Client, code: str) -> None:
    response = client.post("/join/", {"code": code})
    html = response.content.decode()
    assert response.status_code == 404
    assert UNKNOWN in html
    assert 'aria-invalid="true" aria-describedby="code-error" autofocus' in html
    assert "Pull up a chair." in html
    assert "<b>hey" not in html


def test_a_request_without_a_code_gets_the_same_answer(client: Client) -> None:
    response = client.post("/join/")
    assert response.status_code == 404
    assert UNKNOWN in response.content.decode()


@pytest.mark.parametrize("code", ["ABCDEF", "nothing", "x" * 300, "%00", "%F0%9F%92%A3"])
def test_a_link_with_a_wrong_code_shows_the_home_page_and_says_so(client: Client, code: str) -> None:
    response = client.get(f"/t/{code}/")
    assert response.status_code == 404
    assert "This invitation leads to no table any more. Ask for a new one." in response.content.decode()


def test_with_htmx_only_the_form_is_replaced(client: Client) -> None:
    response = client.post("/join/", {"code": "ABCDEF"}, headers=HTMX)
    html = response.content.decode()
    assert response.status_code == 404
    assert html.lstrip().startswith('<form class="field" id="code-form"')
    assert UNKNOWN in html
    assert "Pull up a chair." not in html


def test_a_visit_to_the_address_of_the_form_leads_home(client: Client) -> None:
    response = client.get("/join/")
    assert (response.status_code, response.headers["Location"]) == (302, "/")


@pytest.fixture
def _within_one_minute() -> Iterator[None]:
    with time_machine.travel("2030-05-04T12:00:20Z", tick=False):
        yield


@pytest.mark.usefixtures("_within_one_minute")
def test_who_guesses_too_often_is_asked_to_wait(client: Client, duel: DuelGame) -> None:
    for number in range(10):
        guess = client.post("/join/", {"code": "ABCDEF"}) if number % 2 else client.get("/t/ABCDEF/")
        assert guess.status_code == 404
    for response in (client.post("/join/", {"code": duel.room_code}), client.get(f"/t/{duel.room_code}/")):
        assert response.status_code == 429
        assert response.headers["Retry-After"] == "40"
        assert "That was quick. Try again in 40 seconds." in response.content.decode()


@pytest.mark.usefixtures("_within_one_minute")
def test_too_many_guesses_with_htmx_leave_the_form_where_it_is(client: Client) -> None:
    for _number in range(10):
        client.post("/join/", {"code": "ABCDEF"}, headers=HTMX)
    response = client.post("/join/", {"code": "ABCDEF"}, headers=HTMX)
    assert response.status_code == 429
    assert response.headers["HX-Reswap"] == "none"
    assert 'hx-swap-oob="beforeend:#toasts"' in response.content.decode()


@pytest.mark.usefixtures("_within_one_minute")
def test_another_address_may_still_guess(client: Client, duel: DuelGame) -> None:
    for _number in range(11):
        client.post("/join/", {"code": "ABCDEF"}, REMOTE_ADDR="192.0.2.1")
    assert client.post("/join/", {"code": duel.room_code}, REMOTE_ADDR="192.0.2.2").status_code == 302
