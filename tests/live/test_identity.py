"""Whose socket stays open: checked with every heartbeat."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from tabletop.accounts.models import User
from tabletop.live import hub
from tabletop.live.identity import Identity, SignedOut, identity_of, valid_identities
from tests.live.conftest import Ear

pytestmark = pytest.mark.django_db


@pytest.fixture
def identity(people: list[User]) -> Identity:
    client = Client()
    client.force_login(people[0])
    return identity_of({"user": people[0], "session": client.session})


def log_out() -> None:
    Session.objects.all().delete()


def let_session_expire() -> None:
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))


def deactivate() -> None:
    User.objects.update(is_active=False)


def change_password() -> None:
    User.objects.update(password="another hash")


@pytest.mark.parametrize("end_it", [log_out, let_session_expire, deactivate, change_password])
def test_who_is_no_longer_signed_in_is_not_valid(identity: Identity, end_it: Callable[[], Any]) -> None:
    stranger = Identity()
    assert valid_identities({identity, stranger}) == {identity, stranger}
    end_it()
    assert valid_identities({identity, stranger}) == {stranger}


def test_another_persons_session_makes_nobody_valid(identity: Identity, people: list[User]) -> None:
    people[1].set_unusable_password()
    people[1].save()
    forged = identity._replace(person=people[1].pk)
    assert valid_identities({identity, forged}) == {identity}


@pytest.mark.parametrize("end_it", [log_out, let_session_expire, deactivate, change_password])
def test_a_move_of_a_person_who_is_no_longer_signed_in_is_refused_by_one_statement(
    identity: Identity, end_it: Callable[[], Any], django_assert_num_queries: Callable[[int], Any]
) -> None:
    with django_assert_num_queries(1):
        identity.check()
    end_it()
    with pytest.raises(SignedOut):
        identity.check()


def test_another_persons_session_is_no_proof(identity: Identity, people: list[User]) -> None:
    people[1].set_unusable_password()
    people[1].save()
    with pytest.raises(SignedOut):
        identity._replace(person=people[1].pk).check()


async def test_a_socket_that_takes_another_identity_while_it_is_asked_for_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ear = Ear()
    ear.identity = Identity(session_key="gone")

    def nobody_is_valid(_identities: set[Identity]) -> set[Identity]:
        ear.identity = Identity()
        return set()

    monkeypatch.setattr(hub, "valid_identities", nobody_is_valid)
    assert await hub.get_hub()._close_signed_out({ear}) == [ear]
