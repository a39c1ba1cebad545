"""The ways in which a person is signed out, each by requests to the site."""

import re
from collections.abc import Callable

import httpx

from tests.kit.codes import code_now
from tests.kit.people import Person
from tests.kit.server import Site

MEMBERS = """
from django.contrib.auth.hashers import make_password
from tabletop.accounts.models import User
from tests.kit.codes import add_app
for number in range({}):
    User.objects.create_user(f"eve{{number}}@example.com", None, display_name=f"Eve {{number}}")
    keeper = User.objects.create_superuser(f"eves-keeper{{number}}@example.com", None, display_name="Keeper")
    add_app(keeper)
# Hashed once for all: each would take its time.
User.objects.filter(email__startswith="eve").update(password=make_password({!r}))
"""
PEOPLE = "/admin/accounts/user/"
PASSWORD, NEW_PASSWORD = "a quiet harbour", "a louder harbour"

End = Callable[[Person, Person, int], httpx.Response]
"""Signs the first out; the second is where the same member, who has this number, logs in for it. Answers with 302."""


def create_members(site: Site, count: int) -> None:
    """Once for each site."""
    site.manage("shell", "-c", MEMBERS.format(count, PASSWORD))


def log_in(person: Person, number: int) -> httpx.Response:
    answer = person.post("/account/login/", {"login": f"eve{number}@example.com", "password": PASSWORD})
    assert answer.status_code == 302, answer.text
    person.name = f"Eve {number}"
    return answer


def log_out(person: Person, _elsewhere: Person, _number: int) -> httpx.Response:
    return person.post("/account/logout/", {})


def change_password(_person: Person, elsewhere: Person, number: int) -> httpx.Response:
    log_in(elsewhere, number)
    return elsewhere.post("/account/password/", {"oldpassword": PASSWORD, "password1": NEW_PASSWORD})


def suspend(_person: Person, elsewhere: Person, number: int) -> httpx.Response:
    """As staff do it, in the admin. Each has a keeper: a code opens an account once."""
    elsewhere.post("/account/login/", {"login": f"eves-keeper{number}@example.com", "password": PASSWORD})
    elsewhere.post("/account/second-factor/log-in/", {"code": code_now()})
    email = f"eve{number}@example.com"
    found = re.search("/admin/accounts/user/[0-9a-f-]{36}/change/", elsewhere.http.get(f"{PEOPLE}?q={email}").text)
    assert found is not None
    return elsewhere.post(
        found[0], {"display_name": f"Eve {number}", "email": email, "theme": "system", "motion": "full"}
    )


def delete_account(_person: Person, elsewhere: Person, number: int) -> httpx.Response:
    log_in(elsewhere, number)
    return elsewhere.post("/account/delete/", {"proof": PASSWORD})
