"""Staff who are no superusers raise nobody's rights, and take no account of staff over."""

from collections.abc import Mapping

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group, Permission
from django.test import Client

from tabletop.accounts.models import User
from tests.access.rows import all_rows, changes
from tests.accounts.conftest import PASSWORD
from tests.kit.clients import client_of
from tests.kit.codes import add_app

pytestmark = pytest.mark.django_db

LIST = "/admin/accounts/user/"
FORM = {"display_name": "Nova", "email": "nova@example.org", "theme": "light", "motion": "full", "is_active": "on"}
NEW_PASSWORD = {"password1": "eight red lanterns", "password2": "eight red lanterns", "usable_password": "true"}
RIGHTS = ["view", "add", "change", "delete"]


@pytest.fixture
def clerk() -> User:
    """Has every right to people, groups and second factors, and is no superuser."""
    person = User.objects.create_user("clerk@example.org", PASSWORD, display_name="The clerk", is_staff=True)
    names = [f"{right}_{kind}" for right in RIGHTS for kind in ("user", "group", "authenticator", "usersession")]
    person.user_permissions.set(Permission.objects.filter(codename__in=names))
    return person


@pytest.fixture
def staff(clerk: User) -> Client:
    return client_of(clerk)


@pytest.fixture
def boss() -> User:
    return User.objects.create_superuser("boss@example.org", PASSWORD, display_name="The boss")


@pytest.fixture
def colleague() -> User:
    return User.objects.create_user("col@example.org", PASSWORD, display_name="A colleague", is_staff=True)


@pytest.fixture
def former(boss: User) -> User:
    """A superuser whom a mistake has left without the mark of staff."""
    return User.objects.create_user("old@example.org", PASSWORD, display_name="A former", is_superuser=True)


def all_rights() -> Mapping[str, object]:
    group = Group.objects.create(name="Rulers")
    granted = [str(right.pk) for right in Permission.objects.all()]
    return {"is_staff": "on", "is_superuser": "on", "groups": [str(group.pk)], "user_permissions": granted}


def test_rights_that_are_sent_along_are_not_given(staff: Client, ada: User) -> None:
    answer = staff.post(f"{LIST}{ada.pk}/change/", {**FORM, **all_rights()})
    assert answer.status_code == 302
    ada.refresh_from_db()
    assert (ada.display_name, ada.email) == ("Nova", "nova@example.org")
    assert (ada.is_staff, ada.is_superuser) == (False, False)
    assert not ada.groups.exists()
    assert not ada.user_permissions.exists()


def test_rights_that_are_sent_with_a_new_account_are_not_given(staff: Client) -> None:
    form = {"email": "new@example.org", "display_name": "New one", "password1": PASSWORD, "password2": PASSWORD}
    assert staff.post(f"{LIST}add/", {**form, **all_rights()}).status_code == 302
    new = User.objects.get(email="new@example.org")
    assert (new.is_staff, new.is_superuser, new.groups.count(), new.user_permissions.count()) == (False, False, 0, 0)


@pytest.mark.parametrize("of", ["clerk", "boss", "colleague", "former"])
def test_an_account_of_staff_is_changed_by_superusers_alone(
    staff: Client, of: str, request: pytest.FixtureRequest
) -> None:
    person: User = request.getfixturevalue(of)
    rights = all_rights()
    before = all_rows()
    address = f"{LIST}{person.pk}/"
    assert staff.post(f"{address}change/", {**FORM, **rights}).status_code == 403
    for page, form in (("password/", NEW_PASSWORD), ("delete/", {"post": "yes"})):
        assert staff.get(address + page).status_code == 403
        assert staff.post(address + page, form).status_code == 403
    assert not [*changes(before, all_rows())]


def test_an_account_of_staff_is_still_shown_without_its_password(staff: Client, boss: User) -> None:
    page = staff.get(f"{LIST}{boss.pk}/change/")
    assert page.status_code == 200
    assert boss.password.split("$")[-1] not in page.content.decode()
    assert 'name="_save"' not in page.content.decode()


def test_accounts_of_staff_are_not_deleted_among_others(staff: Client, ada: User, boss: User) -> None:
    chosen = {"action": "delete_selected", "_selected_action": [str(ada.pk), str(boss.pk)]}
    before = all_rows()
    assert "have permission to delete the following types of objects" in staff.post(LIST, chosen).content.decode()
    assert staff.post(LIST, chosen | {"post": "yes"}).status_code == 403
    assert not [*changes(before, all_rows())]
    staff.post(LIST, chosen | {"_selected_action": [str(ada.pk)], "post": "yes"})
    ada.refresh_from_db()
    assert ada.display_name == "deleted player"


def test_a_second_factor_of_staff_is_taken_away_by_superusers_alone(staff: Client, ada: User, boss: User) -> None:
    for person in (ada, boss):
        add_app(person)
    of_boss, of_ada = (Authenticator.objects.get(user=person).pk for person in (boss, ada))
    place = "/admin/mfa/authenticator/"
    assert staff.post(f"{place}{of_boss}/delete/", {"post": "yes"}).status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": [str(of_boss), str(of_ada)], "post": "yes"}
    assert staff.post(place, chosen).status_code == 403
    assert Authenticator.objects.filter(pk__in=[of_boss, of_ada]).count() == 2
    assert staff.post(f"{place}{of_ada}/delete/", {"post": "yes"}).status_code == 302
    assert client_of(boss).post(f"{place}{of_boss}/delete/", {"post": "yes"}).status_code == 302
    assert not Authenticator.objects.filter(pk__in=[of_boss, of_ada]).exists()


def test_what_a_group_may_do_is_decided_by_superusers_alone(staff: Client, clerk: User, boss: User) -> None:
    group = Group.objects.create(name="Helpers")
    clerk.groups.add(group)
    form = {"name": "Rulers", "permissions": [str(right.pk) for right in Permission.objects.all()]}
    chosen = {"action": "delete_selected", "_selected_action": [str(group.pk)], "post": "yes"}
    before = all_rows()
    assert staff.get(f"/admin/auth/group/{group.pk}/change/").status_code == 200
    assert staff.post(f"/admin/auth/group/{group.pk}/change/", form).status_code == 403
    assert staff.post("/admin/auth/group/add/", form | {"name": "Others"}).status_code == 403
    assert staff.post(f"/admin/auth/group/{group.pk}/delete/", {"post": "yes"}).status_code == 403
    assert staff.post("/admin/auth/group/", chosen).status_code == 403
    assert not [*changes(before, all_rows())]
    assert client_of(boss).post(f"/admin/auth/group/{group.pk}/change/", form).status_code == 302
    assert group.permissions.count() == Permission.objects.count()


def test_superusers_give_rights_and_passwords(boss: User, ada: User, colleague: User) -> None:
    superuser = client_of(boss)
    assert superuser.post(f"{LIST}{ada.pk}/change/", {**FORM, **all_rights()}).status_code == 302
    ada.refresh_from_db()
    assert (ada.is_staff, ada.is_superuser, ada.groups.count()) == (True, True, 1)
    assert superuser.post(f"{LIST}{colleague.pk}/password/", NEW_PASSWORD).status_code == 302
    colleague.refresh_from_db()
    assert colleague.check_password("eight red lanterns")
