"""A database that goes away after the deed, when the session is saved: an outage, not a mistake of the sender's.

Django takes whatever fails there for a session that has been ended meanwhile, and answers 400, which says that nothing
has changed. The same request, sent again with its key, is answered as made.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import InternalError, OperationalError, connection
from django.test import Client
from django.urls import reverse

from tabletop.accounts.models import User
from tabletop.accounts.sessions import RENEW_SECONDS, SEEN_AT
from tests.kernel.conftest import any_move, game_of, logged_moves
from tests.kernel.programs import OPEN, api
from tests.kit.clients import client_of
from tests.kit.roads import HTMX
from tests.tinygame.models import DuelGame
from tests.tinygame.pages import page

# Each request has its own transactions: after a failure the next one must find them whole.
pytestmark = pytest.mark.django_db(transaction=True)
SAVING = ('UPDATE "django_session"', 'UPDATE "accounts_user" SET "last_login"')
"""The session, and what is noted once a day of who comes back."""
every_saving = pytest.mark.parametrize("saving", SAVING, ids=["session", "return"])


@contextmanager
def outage_at(saving: str, error: type[Exception] = OperationalError) -> Iterator[None]:
    failed = []

    def fail(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith(saving):
            failed.append(sql)
            raise error("terminating connection due to administrator command")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(fail):
        yield
    assert failed, "nothing was saved: this proves nothing"


@pytest.fixture
def back_after_a_day(people: list[User]) -> Client:
    """The first player, whose session is renewed by the next request."""
    client = client_of(people[0])
    session = client.session
    session[SEEN_AT] = session.get(SEEN_AT, RENEW_SECONDS * 3) - RENEW_SECONDS * 2
    session.save()
    return client


@every_saving
def test_a_page_says_that_it_is_an_outage(back_after_a_day: Client, saving: str) -> None:
    with outage_at(saving):
        answer = back_after_a_day.get(reverse("accounts:profile"))
    assert (answer.status_code, answer["Retry-After"]) == (503, "2")
    assert "What you had done before is safe." in answer.content.decode()
    assert back_after_a_day.get(reverse("accounts:profile")).status_code == 200


@every_saving
def test_a_move_of_a_page_is_made_once(duel: DuelGame, back_after_a_day: Client, saving: str) -> None:
    address, action = f"{page.address(duel.pk)}move/", any_move(game_of(duel))
    headers = HTMX | {"Idempotency-Key": "key"}
    with outage_at(saving):
        answer = back_after_a_day.post(address, action, headers=headers)
    assert (answer.status_code, answer["HX-Reswap"]) == (503, "none")
    assert "What you had done before is safe." in answer.content.decode()
    assert back_after_a_day.post(address, action, headers=headers).status_code == 200
    assert logged_moves().count() == 1


def test_a_program_opens_one_table() -> None:
    headers = {"Idempotency-Key": "a long key that a client made itself"}
    with outage_at(SAVING[0]):
        answer = Client().post(f"{api.base}/create", OPEN, content_type="application/json", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
    assert api.post("create", OPEN, client=Client(), headers=headers).status == 201
    assert (DuelGame.objects.count(), User.objects.count()) == (1, 1)


def test_after_a_log_out_meanwhile_the_answer_stands(duel: DuelGame, back_after_a_day: Client) -> None:
    def log_out(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith(SAVING[0]):
            with connection.cursor() as cursor:
                cursor.execute("DELETE FROM django_session")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(log_out):
        answer = back_after_a_day.post(f"{page.address(duel.pk)}move/", any_move(game_of(duel)), headers=HTMX)
    assert answer.status_code == 200
    assert not answer.cookies
    assert "Cookie" in answer["Vary"]
    assert logged_moves().count() == 1


def test_a_fault_of_ours_is_none_either(back_after_a_day: Client) -> None:
    back_after_a_day.raise_request_exception = False
    with outage_at(SAVING[1], InternalError):
        assert back_after_a_day.get(reverse("accounts:profile")).status_code == 500
