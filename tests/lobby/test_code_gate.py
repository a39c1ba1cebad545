"""One gate for codes on every road to a table: who has guessed too often is refused before the code is looked up."""

import re
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import islice, product

import pytest
import time_machine
from django.db import connection
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from cambio import services as cambio
from imperial import services as imperial
from tabletop.accounts.services import create_guest
from tabletop.limits import TooMany
from tabletop.lobby.codes import ALPHABET, GUESSES, look_up

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("_within_one_minute")]
Send = Callable[[Client, str], tuple[int, str]]


@pytest.fixture
def _within_one_minute() -> Iterator[None]:
    with time_machine.travel("2030-05-04T12:00:20Z", tick=False):
        yield


def by_link(client: Client, code: str) -> tuple[int, str]:
    answer = client.get(f"/t/{code}/")
    return answer.status_code, answer.content.decode()


def by_form(client: Client, code: str) -> tuple[int, str]:
    answer = client.post("/join/", {"code": code})
    return answer.status_code, answer.content.decode()


def by_form_with_script(client: Client, code: str) -> tuple[int, str]:
    answer = client.post("/join/", {"code": code}, headers={"HX-Request": "true"})
    return answer.status_code, answer.content.decode()


def by_program(game: str) -> Send:
    def send(client: Client, code: str) -> tuple[int, str]:
        body = {"displayName": "Eve", "roomCode": code}
        answer = client.post(f"/{game}/api/game/join", body, content_type="application/json")
        return answer.status_code, answer.content.decode()

    return send


ROADS: dict[str, Send] = {
    "link": by_link,
    "form": by_form,
    "form with script": by_form_with_script,
    "cambio's programs": by_program("cambio"),
    "imperial's programs": by_program("imperial"),
}
"""No socket takes a code: sockets are opened by the id of a table, which nobody guesses."""


@pytest.fixture
def codes() -> dict[str, str]:
    """Of a waiting table of each game."""
    host = create_guest(name="Ada")
    opened = [cambio.create_table(person=host, player_count=3), imperial.create_table(person=host, player_count=3)]
    return dict(zip(("cambio", "imperial"), (entry.room_code for entry in opened), strict=True))


def wrong(codes: dict[str, str], count: int) -> list[str]:
    """Codes that no table has."""
    all_codes = ("".join(letters) for letters in product(ALPHABET, repeat=6))
    return list(islice((code for code in all_codes if code not in codes.values()), count))


@pytest.mark.parametrize("road", ROADS)
def test_after_two_hundred_wrong_codes_the_right_one_is_refused_on_every_road(road: str, codes: dict[str, str]) -> None:
    guesses = [ROADS[road](Client(), guess)[0] for guess in wrong(codes, 200)]
    assert guesses == [404] * GUESSES.times + [429] * (200 - GUESSES.times)
    for name, send in ROADS.items():
        for code in codes.values():
            assert send(Client(), code)[0] == 429, name


@pytest.mark.parametrize("road", ROADS)
def test_the_refusal_says_the_same_of_a_right_and_a_wrong_code_and_looks_neither_up(
    road: str, codes: dict[str, str]
) -> None:
    (guess,) = wrong(codes, 1)
    for _guess in range(GUESSES.times):
        by_link(Client(), guess)
    with CaptureQueriesContext(connection) as asked:
        answers = {ROADS[road](Client(), code) for code in (*codes.values(), guess, "nonsense")}
    assert [query["sql"] for query in asked.captured_queries if "room_code" in query["sql"]] == []
    ((status, text),) = {(status, without_tokens(text)) for status, text in answers}
    assert (status, "That was quick." in text) == (429, True)


def without_tokens(html: str) -> str:
    """A page has CSRF tokens, which differ with each visit."""
    return re.sub(r"\b[A-Za-z0-9]{64}\b", "", html)


@pytest.mark.parametrize("road", ROADS)
def test_right_codes_use_up_no_tries(road: str, codes: dict[str, str]) -> None:
    code = codes["imperial" if "imperial" in road else "cambio"]
    statuses = {ROADS[road](Client(), code)[0] for _time in range(GUESSES.times + 5)}
    assert 429 not in statuses
    assert ROADS[road](Client(), wrong(codes, 1)[0])[0] == 404


def test_guesses_at_the_same_moment_are_no_more_than_guesses_one_after_another(rf: RequestFactory) -> None:
    number = 3 * GUESSES.times
    barrier = threading.Barrier(number, timeout=60)
    looked_up: list[str] = []

    def find(code: str) -> None:
        looked_up.append(code)

    def guess(request: HttpRequest) -> None:
        barrier.wait()
        with suppress(TooMany):
            look_up(request, "ABCDEF", find)

    with ThreadPoolExecutor(number) as threads:
        list(threads.map(guess, [rf.get("/") for _number in range(number)]))
    assert len(looked_up) == GUESSES.times
