"""Django's test client as the browser of a person, and the second factor that staff need: see `tests.kit.codes`."""

import time
from datetime import UTC, datetime
from typing import Any

from django.test import Client

from tabletop.accounts.models import User
from tabletop.accounts.queries import has_second_factor
from tabletop.accounts.sessions import SECOND_FACTOR, SEEN_AT, STAFF_SECONDS, STAFF_UNTIL
from tests.kit.codes import add_app


def client_of(person: User, **options: Any) -> Client:
    client = Client(**options)
    client.force_login(person)
    if person.is_staff:
        show_second_factor(client, person)
    return client


def show_second_factor(client: Client, person: User) -> None:
    """As if a member of staff had logged in with one: how they do has tests of its own."""
    if not has_second_factor(person):
        add_app(person)
    session = client.session
    now = time.time()
    session.update({SECOND_FACTOR: True, SEEN_AT: now, STAFF_UNTIL: now + STAFF_SECONDS})
    session.set_expiry(datetime.fromtimestamp(now + STAFF_SECONDS, tz=UTC))
    session.save()
