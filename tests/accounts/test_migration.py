"""Accounts from before allauth: their addresses are confirmed, their passwords and sessions valid."""

from importlib import import_module

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.test import Client

from tabletop.accounts import services
from tabletop.accounts.models import User
from tabletop.accounts.sessions import SessionStore
from tests.accounts.conftest import PASSWORD, present_person

pytestmark = [pytest.mark.django_db, pytest.mark.both_shapes]

migration = import_module("tabletop.accounts.migrations.0002_confirmed_addresses")


def test_the_addresses_of_accounts_count_as_confirmed_and_nobody_else_has_any(ada: User, guest: User) -> None:
    deleted = User.objects.create_user(email="gone@example.org", password=PASSWORD, display_name="Gone")
    services.erase_person(user=deleted)
    EmailAddress.objects.all().delete()
    for _ in range(2):
        migration.confirm_addresses(apps, None)
        rows = EmailAddress.objects.values_list("user_id", "email", "verified", "primary")
        assert [*rows] == [(ada.pk, "ada@example.org", True, True)]


def test_a_person_from_before_logs_in_with_the_same_password(ada: User, client: Client) -> None:
    EmailAddress.objects.all().delete()
    migration.confirm_addresses(apps, None)
    client.post("/account/login/", {"login": "ada@example.org", "password": PASSWORD})
    assert present_person(client) == ada


def test_a_session_from_before_is_still_one(ada: User, client: Client) -> None:
    session = SessionStore()
    session[SESSION_KEY] = str(ada.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = ada.get_session_auth_hash()
    session["renewed_at"] = 1_800_000_000.0
    session.save()
    client.cookies["sessionid"] = str(session.session_key)
    assert present_person(client) == ada
