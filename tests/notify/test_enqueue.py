"""Queueing a mail: in the move's transaction, once per task, only for those who want mail."""

from collections.abc import Callable

import pytest
from django.db import transaction
from pytest_django import DjangoAssertNumQueries, Settings

from tabletop.accounts.models import User
from tabletop.accounts.services import erase_person
from tabletop.notify import services
from tabletop.notify.models import Notice
from tests.notify.conftest import send_due
from tests.tinygame.models import DuelGame

Tell = Callable[..., None]


def test_a_notice_says_whose_turn_it_is_and_links_to_the_table(tell: Tell, duel: DuelGame, settings: Settings) -> None:
    settings.SITE_URL = "https://play.example"
    tell()
    notice = Notice.objects.get()
    assert notice.subject == "Your turn: Sunday table"
    assert 'It is your turn in Duel, at the table "Sunday table".' in notice.body
    assert f"\nhttps://play.example/duel/{duel.pk}/\n" in notice.body
    assert "\nhttps://play.example/account/" in notice.body


def test_a_mail_is_plain_text_and_its_subject_one_line(tell: Tell) -> None:
    tell(table="Tom & Ana's\r\nBcc: all@example.com")
    notice = Notice.objects.get()
    assert notice.subject == "Your turn: Tom & Ana's"
    assert "&amp;" not in notice.body


def test_the_same_task_again_leaves_one_notice(tell: Tell) -> None:
    tell(table="First")
    tell(table="Second")
    assert [notice.subject for notice in Notice.objects.all()] == ["Your turn: First"]


def test_a_task_is_not_written_again_when_its_mail_is_sent(tell: Tell) -> None:
    tell()
    send_due()
    tell()
    assert send_due() == 0
    assert Notice.objects.count() == 1


def test_a_move_that_is_rolled_back_leaves_no_notice(tell: Tell) -> None:
    with transaction.atomic():
        tell()
        transaction.set_rollback(True)
    assert not Notice.objects.exists()


@pytest.mark.parametrize("written_before", [False, True])
def test_a_notice_costs_one_statement_whether_it_is_new_or_not(
    tell: Tell, written_before: bool, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    if written_before:
        tell()
    with transaction.atomic(), django_assert_num_queries(1):
        tell()


@pytest.mark.parametrize("choice", [{"notify_by_mail": False}, {"is_active": False}])
def test_who_wants_no_mail_gets_none(
    mara: User, tell: Tell, choice: dict[str, bool], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for field, value in choice.items():
        setattr(mara, field, value)
    with django_assert_num_queries(0):
        tell()


def test_a_guest_has_no_address_and_gets_none(duel: DuelGame) -> None:
    guest = User.objects.get(is_guest=True)
    services.queue_turn_mails(
        {1: guest}, game_slug="duel", game_id=duel.pk, turn="one", table_title="Sunday table", url="/duel/"
    )
    assert not Notice.objects.exists()


def test_an_erased_person_gets_none(mara: User, tell: Tell) -> None:
    erase_person(user=mara)
    tell()
    assert not Notice.objects.exists()
