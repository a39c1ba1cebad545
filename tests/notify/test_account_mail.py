"""Mail about an account goes at once to the given address; its secret link is not kept."""

from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from tabletop.accounts.models import User
from tabletop.notify import services
from tabletop.notify.models import Notice
from tests.kit.clients import client_of
from tests.notify.mail_server import MailServer

pytestmark = pytest.mark.django_db(transaction=True)
LINK = "https://play.example/secret"


def write(*, name: str = "Teo", address: str = "teo@example.org") -> None:
    person = User(display_name=name)
    services.queue_mail(address, template="accounts/mail/email_confirmation.txt", person=person, link=LINK)


def test_it_goes_out_at_once_to_a_person_without_an_account() -> None:
    write(name="Tom & Ana")
    assert services.send_due() == 1
    (message,) = mail.outbox
    assert (message.to, message.subject) == (["teo@example.org"], "Confirm your e-mail address at Tabletop")
    assert message.body.startswith("Hello Tom & Ana,\n\nopen this link")
    assert f"\n{LINK}\n" in message.body


def test_every_one_goes_out_though_they_are_alike() -> None:
    write()
    write()
    assert services.send_due() == 2


def test_what_it_tells_of_is_rolled_back_and_so_is_the_mail() -> None:
    with transaction.atomic():
        write()
        transaction.set_rollback(True)
    assert services.send_due() == 0


def test_when_it_is_sent_neither_link_nor_address_is_kept() -> None:
    write()
    services.send_due()
    notice = Notice.objects.get()
    assert notice.sent_at
    assert (notice.body, notice.address) == ("", "")


def test_it_is_kept_for_the_next_attempt_and_forgotten_after_the_last(mail_server: MailServer) -> None:
    mail_server.answer_to_data = "451 Come back later"
    with time_machine.travel(timezone.now(), tick=False) as clock:
        write()
        for pause in services.RETRY_MINUTES:
            services.send_due()
            assert LINK in Notice.objects.get().body
            clock.shift(timedelta(minutes=pause))
        services.send_due()
    notice = Notice.objects.get()
    assert (notice.attempts, notice.body, notice.address) == (5, "", "")
    assert "Come back later" in notice.error


def test_staff_see_where_it_goes_but_not_the_link() -> None:
    client = client_of(User.objects.create_superuser("boss@example.org", display_name="The boss"))
    write()
    listed = client.get(reverse("admin:notify_notice_changelist")).content.decode()
    page = client.get(reverse("admin:notify_notice_change", args=[Notice.objects.get().pk])).content.decode()
    assert "teo@example.org" in listed
    assert "teo@example.org" in page
    assert LINK not in listed + page
