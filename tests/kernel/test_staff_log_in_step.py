"""What staff do to a table and its line in the admin log are one step: both are there, or neither."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from tabletop.accounts.models import User
from tests.kernel.staff import LIST, boss, helper, logged
from tests.tinygame import services, store
from tests.tinygame.models import DuelGame

pytestmark = pytest.mark.django_db

CLOSE = {"action": "abort_tables", "confirmed": "yes", "reason": "fault"}
LOG = 'INSERT INTO "django_admin_log"'
SAID = "Closed: a fault of the site."


@pytest.fixture
def staff() -> Client:
    client = helper("view_duelgame", "change_duelgame")
    client.raise_request_exception = False
    return client


@pytest.fixture
def second(people: list[User], duel: DuelGame) -> DuelGame:
    """Comes before the other in the list, which begins with the latest."""
    return services.start_duel(people=people)


def refusing(statement: str) -> AbstractContextManager[None]:
    """The database executes no statement that begins like this."""

    def refuse(execute: Callable[..., Any], sql: str, *given: Any) -> Any:
        if sql.startswith(statement):
            raise DatabaseError("The disk is full.")
        return execute(sql, *given)

    return connection.execute_wrapper(refuse)


def chosen(*duels: DuelGame, **fields: str) -> dict[str, Any]:
    return {"_selected_action": [str(duel.pk) for duel in duels], **fields}


def closed() -> set[str]:
    return set(DuelGame.objects.filter(abandoned=True).values_list("room_code", flat=True))


def test_a_table_that_breaks_leaves_the_log_of_those_closed_before(
    staff: Client, duel: DuelGame, second: DuelGame
) -> None:
    DuelGame.objects.filter(pk=duel.pk).update(game={"broken": True})
    assert staff.post(LIST, chosen(duel, second, **CLOSE)).status_code == 500
    assert closed() == {second.room_code}
    assert logged() == [(second.room_code, SAID)]


def test_a_table_that_has_gone_meanwhile_is_told_and_the_others_are_closed(
    staff: Client, duel: DuelGame, second: DuelGame, people: list[User]
) -> None:
    third = services.start_duel(people=people)
    services.tables.remove_table(game_id=second.pk)
    services.tables.abandon(game_id=third.pk, reason="idle")
    page = staff.post(LIST, chosen(duel, second, third, **CLOSE), follow=True).content.decode()
    assert f"{third.room_code}: This table has been closed." in page
    assert "1 table is closed." in page
    assert logged() == [(duel.room_code, SAID)]


@pytest.mark.django_db(transaction=True)
def test_a_table_is_not_closed_where_the_log_cannot_say_so(staff: Client, duel: DuelGame) -> None:
    with refusing(LOG):
        assert staff.post(LIST, chosen(duel, **CLOSE)).status_code in (500, 503)
    assert closed() == set()
    assert staff.post(LIST, chosen(duel, **CLOSE)).status_code == 302
    assert (closed(), logged()) == ({duel.room_code}, [(duel.room_code, SAID)])


def test_a_closed_table_is_announced_when_its_log_is_written_too(
    staff: Client, duel: DuelGame, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks() as announced:
        staff.post(LIST, chosen(duel, **CLOSE))
    assert (len(announced), logged()) == (1, [(duel.room_code, SAID)])
    with django_capture_on_commit_callbacks() as announced:
        staff.post(LIST, chosen(duel, **CLOSE))
    assert announced == []


@pytest.mark.django_db(transaction=True)
def test_a_seat_is_not_handed_over_where_the_log_cannot_say_so(staff: Client, duel: DuelGame) -> None:
    with refusing(LOG):
        assert staff.post(LIST, chosen(duel, action="hand_turn_to_bot")).status_code in (500, 503)
    assert [info.bot_level for info in store.load(duel.pk).state.seats] == [None, None]
    staff.post(LIST, chosen(duel, action="hand_turn_to_bot"))
    assert [info.bot_level for info in store.load(duel.pk).state.seats] == ["low", None]
    assert len(logged()) == 1


def test_the_log_says_of_no_table_that_it_was_deleted_where_it_was_not(duel: DuelGame, second: DuelGame) -> None:
    superuser = boss()
    superuser.raise_request_exception = False
    delete = chosen(duel, second, action="delete_selected", post="yes")
    with refusing('DELETE FROM "tinygame_duelgame"'):
        assert superuser.post(LIST, delete).status_code in (500, 503)
    assert (DuelGame.objects.count(), logged()) == (2, [])
    superuser.post(LIST, delete)
    assert (DuelGame.objects.count(), len(logged())) == (0, 2)
