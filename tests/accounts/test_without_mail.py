"""A site that runs with MAIL=off says so where it would have to send a mail."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from tabletop.accounts.models import User
from tabletop.notify.models import Notice
from tabletop.notify.queries import wants_mail
from tabletop.notify.services import queue_mail, send_due
from tests.kit.clients import client_of

pytestmark = pytest.mark.django_db
ADDRESS = "ada@play.example"


@pytest.fixture(autouse=True)
def _without_mail(settings: Settings) -> None:
    settings.MAIL_AVAILABLE = False


@pytest.fixture
def ada() -> User:
    return User.objects.create_user(email=ADDRESS, password="a long secret", display_name="Ada")


@pytest.mark.parametrize("name", ["account_signup", "account_reset_password", "account_email"])
def test_pages_that_promise_a_mail_say_that_there_is_none(ada: User, name: str) -> None:
    address, browser = reverse(name), client_of(ada)
    for answer in (browser.get(address), browser.post(address, {"email": ADDRESS, "password": "x" * 12})):
        assert answer.status_code == 403
        assert "This site sends no mail" in answer.content.decode()
    assert not Notice.objects.exists()


def test_nothing_is_queued_and_nothing_is_sent(ada: User, settings: Settings, mailoutbox: list[object]) -> None:
    assert not wants_mail(ada)
    queue_mail(ADDRESS, template="accounts/mail/password_reset_key.txt", person=ada, link="secret")
    assert not Notice.objects.exists()
    settings.MAIL_AVAILABLE = True
    queue_mail(ADDRESS, template="accounts/mail/password_reset_key.txt", person=ada, link="secret")
    assert Notice.objects.count() == 1
    settings.MAIL_AVAILABLE = False
    assert (send_due(), mailoutbox) == (0, [])


def test_people_who_have_an_account_can_log_in(ada: User) -> None:
    answer = Client().post(reverse("account_login"), {"login": ada.email, "password": "a long secret"})
    assert answer.status_code == 302
