import uuid

import pytest
from django.contrib.auth import authenticate
from django.db import IntegrityError, transaction
from django.utils import timezone

from tabletop.accounts.models import Motion, Theme, User
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db


def test_an_account_is_found_however_the_address_is_written(ada: User) -> None:
    assert authenticate(username=" ADA@Example.org", password=PASSWORD) == ada


def test_a_superuser_may_enter_the_admin() -> None:
    boss = User.objects.create_superuser(email="Boss@Example.org", password=PASSWORD, display_name="The boss")
    assert boss.email == "boss@example.org"
    assert boss.is_staff
    assert boss.has_perm("accounts.change_user")


def test_preferences_start_quiet(ada: User) -> None:
    assert (ada.theme, ada.sounds, ada.motion, ada.notify_by_mail) == (Theme.SYSTEM, False, Motion.SYSTEM, True)


def test_the_avatar_keeps_its_colour_when_the_name_changes() -> None:
    people = [User(id=uuid.UUID(int=number), display_name="Ada") for number in range(12)]
    assert [person.avatar_colour for person in people] == [1, 2, 3, 4, 5, 6] * 2
    people[0].display_name = "teo"
    assert (people[0].avatar_colour, people[0].initial) == (1, "T")


BROKEN = {
    "a guest with an address": {"is_guest": True, "email": "teo@example.org"},
    "an account without an address": {"email": None},
    "an address in capitals": {"email": "Teo@example.org"},
    "a deleted account with an address": {"deleted_at": timezone.now(), "is_active": False},
    "a deleted account that is active": {"deleted_at": timezone.now(), "email": None},
    "an unknown theme": {"theme": "pink"},
    "an address that is taken": {"email": "ada@example.org"},
}


@pytest.mark.both_shapes
@pytest.mark.parametrize("columns", BROKEN.values(), ids=BROKEN.keys())
def test_the_database_refuses(columns: dict[str, object], ada: User) -> None:
    sound: dict[str, object] = {"display_name": "Teo", "email": "teo@example.org"}
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create(**(sound | columns))
