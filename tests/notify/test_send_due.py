"""Sending after the commit, once; a retry only if the server certainly has not accepted the mail."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
import time_machine
from django.db import connection, transaction
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tabletop.accounts.models import User
from tabletop.accounts.services import erase_person
from tabletop.notify import services
from tabletop.notify.models import Notice
from tests.notify.conftest import a_minute_later, send_due
from tests.notify.mail_server import MailServer

Tell = Callable[..., None]


def test_a_notice_is_mailed_once(tell: Tell, mail_server: MailServer) -> None:
    tell()
    assert send_due() == 1
    assert send_due() == 0
    (mail,) = mail_server.taken
    assert mail["To"] == "mara@example.com"
    assert mail["Subject"] == "Your turn: Sunday table"
    assert mail["Auto-Submitted"] == "auto-generated"
    notice = Notice.objects.get()
    assert notice.sent_at
    assert (notice.attempts, notice.error) == (1, "")


def test_many_notices_share_one_connection_and_the_oldest_goes_first(tell: Tell, mail_server: MailServer) -> None:
    for turn in range(5):
        tell(turn=f"turn {turn}", table=f"Table {turn}")
    assert send_due(limit=3) == 3
    assert mail_server.subjects == ["Your turn: Table 0", "Your turn: Table 1", "Your turn: Table 2"]
    assert mail_server.connections == 1
    assert send_due() == 2


def test_the_claim_is_committed_before_the_mail_server_hears_of_it(tell: Tell, mail_server: MailServer) -> None:
    seen_by_others: list[bool] = []

    def look() -> None:
        seen_by_others.append(Notice.objects.get().claimed_at is not None)
        connection.close()

    mail_server.on_mail = look
    tell()
    send_due()
    assert seen_by_others == [True]


def test_a_transaction_around_the_sending_is_refused(tell: Tell, mail_server: MailServer) -> None:
    tell()
    with pytest.raises(RuntimeError, match="durable"), transaction.atomic():
        send_due()
    assert mail_server.taken == []
    assert send_due() == 1


def test_two_clocks_at_once_send_every_notice_once(tell: Tell, mail_server: MailServer) -> None:
    for turn in range(12):
        tell(turn=f"turn {turn}", table=f"Table {turn}")
    start = threading.Barrier(2, timeout=60)

    def one_clock() -> int:
        start.wait()
        try:
            return services.send_due()
        finally:
            connection.close()

    with a_minute_later(), ThreadPoolExecutor(max_workers=2) as clocks:
        counts = [future.result() for future in [clocks.submit(one_clock) for _ in range(2)]]
    assert sum(counts) == 12
    assert sorted(mail_server.subjects) == sorted(f"Your turn: Table {turn}" for turn in range(12))


def test_a_refused_mail_is_tried_again_later_and_arrives_once(tell: Tell, mail_server: MailServer) -> None:
    mail_server.answer_to_data = "451 Come back later"
    with time_machine.travel(timezone.now(), tick=False) as clock:
        tell()
        assert send_due() == 0
        assert "Come back later" in Notice.objects.get().error
        mail_server.answer_to_data = "250 Taken"
        assert send_due() == 0, "not at once"
        clock.shift(timedelta(minutes=1))
        assert send_due() == 1
        clock.shift(timedelta(days=1))
        assert send_due() == 0
    assert len(mail_server.taken) == 1
    notice = Notice.objects.get()
    assert (notice.attempts, notice.error) == (2, "")


def test_a_mail_that_may_have_arrived_is_not_sent_again(tell: Tell, mail_server: MailServer) -> None:
    mail_server.hangs_up_before_answering = True
    with time_machine.travel(timezone.now(), tick=False) as clock:
        tell()
        assert send_due() == 0
        mail_server.hangs_up_before_answering = False
        clock.shift(timedelta(days=1))
        assert send_due() == 0
    assert len(mail_server.taken) == 1
    notice = Notice.objects.get()
    assert notice.claimed_at
    assert notice.sent_at is None
    assert "SMTPServerDisconnected" in notice.error


def test_a_server_that_is_down_is_asked_five_times_in_ever_longer_pauses(tell: Tell, mail_server: MailServer) -> None:
    mail_server.shutdown()
    mail_server.server_close()
    attempts: list[int] = []
    with time_machine.travel(timezone.now(), tick=False) as clock:
        tell()
        for minute in range(300):
            send_due()
            if Notice.objects.get().attempts > len(attempts):
                attempts.append(minute)
            clock.shift(timedelta(minutes=1))
    assert attempts == [0, 1, 6, 36, 156]
    notice = Notice.objects.get()
    assert notice.claimed_at, "given up"
    assert "ConnectionRefusedError" in notice.error


def test_what_is_kept_of_a_refusal_names_no_address(tell: Tell, mail_server: MailServer) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        tell()
        address = Notice.objects.get().to_address
        mail_server.answer_to_recipient = f"550 No such user: <{address.upper()}>"
        for _hour in range(6):
            send_due()
            assert address.lower() not in Notice.objects.get().error.lower()
            clock.shift(timedelta(hours=4))
    assert "No such user: <…>" in Notice.objects.get().error


def test_a_failure_ends_the_round_and_costs_the_others_no_attempt(tell: Tell, mail_server: MailServer) -> None:
    mail_server.answer_to_data = "451 Come back later"
    tell(turn="first")
    tell(turn="second", table="Other table")
    assert send_due() == 0
    assert dict(Notice.objects.values_list("task", "attempts")) == {"duel:first:0": 1, "duel:second:0": 0}
    mail_server.answer_to_data = "250 Taken"
    assert send_due() == 1
    assert mail_server.subjects == ["Your turn: Other table"]


def test_who_opts_out_before_the_mail_goes_gets_none(mara: User, tell: Tell, mail_server: MailServer) -> None:
    tell()
    User.objects.update(notify_by_mail=False)
    assert send_due() == 0
    User.objects.update(notify_by_mail=True)
    assert send_due() == 0, "an old turn is no news"
    assert mail_server.taken == []


def test_an_erased_or_deleted_person_gets_none(mara: User, tell: Tell, mail_server: MailServer) -> None:
    tell(turn="first")
    erase_person(user=mara)
    assert send_due() == 0
    mara.delete()
    assert not Notice.objects.exists()
    assert send_due() == 0
    assert mail_server.taken == []


def test_a_round_costs_one_statement_and_eight_for_each_mail_about_a_turn(
    tell: Tell, mail_server: MailServer, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        send_due()
    for turn in range(3):
        tell(turn=f"turn {turn}")
    # Each mail: BEGIN, claim, COMMIT; presence; the table (three for Duel); the record that it was sent.
    with django_assert_num_queries(1 + 3 * 8):
        assert send_due() == 3
