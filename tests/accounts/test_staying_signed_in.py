"""The session cookie is renewed while a person returns: a guest is known by it alone."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tabletop.accounts.models import User
from tabletop.operation.tidy import empty_guests

pytestmark = pytest.mark.django_db


def test_a_guest_who_comes_back_now_and_then_is_never_forgotten(client: Client) -> None:
    client.post(reverse("accounts:guest"), {"name": "Juno"})
    guest = User.objects.get()
    start = timezone.now()
    for days in range(100, 1100, 100):
        with time_machine.travel(start + timedelta(days=days), tick=False):
            page = client.get(reverse("accounts:profile"))
            assert page.status_code == 200
            assert page.wsgi_request.user == guest
            assert not empty_guests().exists(), "who was here today is not tidied up"


def test_the_cookie_is_not_sent_again_with_every_page(client: Client) -> None:
    client.post(reverse("accounts:guest"), {"name": "Juno"})
    client.get(reverse("accounts:profile"))
    assert "sessionid" not in client.get(reverse("accounts:profile")).cookies
