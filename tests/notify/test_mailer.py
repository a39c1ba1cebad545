from datetime import timedelta

import pytest
import time_machine
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tabletop.notify import mailer
from tabletop.notify.models import Notice
from tabletop.notify.services import queue_mail

pytestmark = pytest.mark.django_db


def test_once_a_day_old_mails_and_sessions_that_have_run_out_are_forgotten() -> None:
    long_ago = timezone.now() - timedelta(seconds=settings.SESSION_COOKIE_AGE + 60)
    for day in (long_ago, timezone.now()):
        with time_machine.travel(day, tick=False):
            Client().post(reverse("accounts:guest"), {"name": "Juno"})
            queue_mail("ada@example.org", template="accounts/mail/no_account.txt", email="ada@example.org")
    assert (Session.objects.count(), Notice.objects.count()) == (2, 2)
    mailer.clean_up()
    assert (Session.objects.count(), Notice.objects.count()) == (1, 1)
    assert Session.objects.get().expire_date > timezone.now()
