import re
from collections.abc import Callable

import pytest
from django.conf import settings as site_settings
from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse

from tabletop.accounts import services
from tabletop.accounts.models import User
from tabletop.notify.services import send_due
from tests.kit.clients import client_of

PASSWORD = "seven green teapots"


@pytest.fixture
def ada(db: None) -> User:
    return User.objects.create_user(email="ada@example.org", password=PASSWORD, display_name="Ada")


@pytest.fixture
def guest(db: None) -> User:
    return services.create_guest(name="Teo")


@pytest.fixture
def browser_of() -> Callable[[User], Client]:
    return client_of


def delivered() -> list[EmailMessage]:
    """All mails so far, after the mailer has run."""
    send_due()
    return mail.outbox


def path_in_mail(to: str) -> str:
    """The path of the link in the last mail to this address."""
    body = next(message.body for message in reversed(delivered()) if message.to == [to])
    found = re.search(re.escape(site_settings.SITE_URL) + r"(/\S+)", str(body))
    assert found
    return found[1]


def present_person(client: Client) -> User | None:
    """The person this browser is logged in as."""
    response = client.get(reverse("accounts:guest"))
    user = response.context["user"]
    return user if user.is_authenticated else None


def without_token(html: bytes) -> str:
    return re.sub(r'csrf\w*"[^>]*?"[\w]{64}"|"x-csrftoken": "\w+"', "", html.decode())
