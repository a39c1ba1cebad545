"""Django's test client as the browser of a person."""

from typing import Any

from django.test import Client

from tabletop.accounts.models import User


def client_of(person: User, **options: Any) -> Client:
    client = Client(**options)
    client.force_login(person)
    return client
