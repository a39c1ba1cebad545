"""Every POST that hashes a password goes through the password lane: `tabletop.password_lane`."""

from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.urls import reverse

from tabletop.password_lane import HASHING, may_hash
from tests.access.lines import read_lines
from tests.access.requests import address, visit
from tests.access.visitors import FEW, Visitor, World
from tests.access.walk import taken_back

ROUTES = [line.route for line in read_lines() if line.method == "POST"]
WHO: tuple[Visitor, ...] = (*FEW, "account")


class NotingHasher(MD5PasswordHasher):
    noted = 0

    def encode(self, password: str, salt: str) -> str:
        NotingHasher.noted += 1
        return super().encode(password, salt)


def test_no_password_is_hashed_on_the_threads_of_pages(world: World, settings: Any) -> None:
    settings.PASSWORD_HASHERS = [f"{__name__}.NotingHasher"]
    hashed = set()
    for route in ROUTES:
        for visitor in WHO:
            with taken_back():
                before = NotingHasher.noted
                visit(world, "POST", route, visitor)
                if NotingHasher.noted != before:
                    hashed.add(address(world, route))
    assert {"/account/login/", "/account/sign-up/", "/account/delete/"} <= hashed, "the test hashes too little"
    assert [path for path in hashed if not may_hash("POST", path)] == []


@pytest.mark.parametrize(
    "path",
    [
        reverse("admin:auth_user_password_change", args=[UUID(int=1)]),
        reverse("admin:accounts_user_add"),
        reverse("account_confirm_email", args=["key"]),
        reverse("account_reset_password_from_key", kwargs={"uidb36": "1", "key": "set-password"}),
    ],
)
def test_links_of_mails_and_pages_of_staff_go_there_too(path: str) -> None:
    """Without a key that opens, or a right of staff, nothing is hashed at them."""
    assert may_hash("POST", path)


@pytest.mark.parametrize("method", ["POST", "post", "pOsT"])
def test_a_method_is_the_same_however_it_is_written(method: str) -> None:
    assert may_hash(method, "/account/login/")


@pytest.mark.parametrize(
    ("method", "path"), [("GET", HASHING[0]), ("POST", "/account/guest/"), ("POST", "/cambio/new/")]
)
def test_what_hashes_nothing_does_not_wait_there(method: str, path: str) -> None:
    assert not may_hash(method, path)
