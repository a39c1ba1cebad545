from collections.abc import Callable

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client
from django.urls import reverse

from tabletop.accounts.models import User
from tests.accounts.conftest import PASSWORD
from tests.kit.codes import SECRET, add_app

pytestmark = pytest.mark.django_db

LIST = "/admin/accounts/user/"


@pytest.fixture
def staff(browser_of: Callable[[User], Client]) -> Client:
    boss = User.objects.create_superuser(email="boss@example.org", password=PASSWORD, display_name="The boss")
    return browser_of(boss)


def test_staff_find_people_by_name_and_address(staff: Client, ada: User, guest: User) -> None:
    assert "Teo" in staff.get(LIST, {"is_guest__exact": 1}).content.decode()
    found = staff.get(LIST, {"q": "ada@example"}).content.decode()
    assert "ada@example.org" in found
    assert "Teo" not in found


def test_staff_change_a_person(staff: Client, ada: User) -> None:
    address = reverse("admin:accounts_user_change", args=[ada.pk])
    assert staff.get(address).status_code == 200
    form = {
        "display_name": "Ada L",
        "email": "ADA.L@example.org",
        "theme": "light",
        "motion": "full",
        "is_active": "on",
    }
    assert staff.post(address, form).status_code == 302
    ada.refresh_from_db()
    assert (ada.display_name, ada.email, ada.check_password(PASSWORD)) == ("Ada L", "ada.l@example.org", True)


def test_staff_open_and_save_a_guest(staff: Client, guest: User) -> None:
    address = reverse("admin:accounts_user_change", args=[guest.pk])
    assert (
        staff.post(
            address, {"display_name": "Teodor", "theme": "dark", "motion": "full", "is_active": "on"}
        ).status_code
        == 302
    )
    guest.refresh_from_db()
    assert (guest.display_name, guest.email) == ("Teodor", None)
    refused = staff.post(
        address, {"display_name": "Teodor", "email": "t@example.org", "theme": "dark", "motion": "full"}
    )
    assert "A guest has no e-mail address." in refused.content.decode()


def test_staff_make_an_account(staff: Client) -> None:
    form = {"email": "New@example.org", "display_name": "New one", "password1": PASSWORD, "password2": PASSWORD}
    assert staff.get(LIST + "add/").status_code == 200
    assert staff.post(LIST + "add/", form).status_code == 302
    assert User.objects.get(email="new@example.org").check_password(PASSWORD)
    refused = staff.post(LIST + "add/", form | {"email": ""})
    assert "An account needs an e-mail address." in refused.content.decode()


def test_staff_set_a_password(staff: Client, ada: User) -> None:
    address = reverse("admin:auth_user_password_change", args=[ada.pk])
    form = {"password1": "eight red lanterns", "password2": "eight red lanterns", "usable_password": "true"}
    assert staff.post(address, form).status_code == 302
    ada.refresh_from_db()
    assert ada.check_password("eight red lanterns")


def test_staff_take_a_lost_second_factor_away_and_never_see_its_secret(staff: Client, ada: User) -> None:
    add_app(ada)
    row = Authenticator.objects.get(user=ada)
    pages = [staff.get("/admin/mfa/authenticator/"), staff.get(f"/admin/mfa/authenticator/{row.pk}/change/")]
    assert [page.status_code for page in pages] == [200, 200]
    assert not any(SECRET in page.content.decode() for page in pages)
    assert staff.post(f"/admin/mfa/authenticator/{row.pk}/delete/", {"post": "yes"}).status_code == 302
    assert not Authenticator.objects.filter(user=ada).exists()


def test_deleting_in_the_admin_keeps_the_row_without_the_person(staff: Client, ada: User, guest: User) -> None:
    address = reverse("admin:accounts_user_delete", args=[ada.pk])
    assert staff.get(address).status_code == 200
    assert staff.post(address, {"post": "yes"}).status_code == 302
    staff.post(LIST, {"action": "delete_selected", "_selected_action": [str(guest.pk)], "post": "yes"})
    for person in (ada, guest):
        person.refresh_from_db()
        assert (person.display_name, person.email, person.is_active) == ("deleted player", None, False)
