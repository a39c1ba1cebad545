"""The pages that the admin has for each model: by the rights of staff, not by lines.

Who is no staff is asked to log in. Staff get a page if they have its right; without, 403.
"""

import pytest
from django.apps import apps
from django.test import Client

from tests.access.requests import CSRF_TOKEN, cell_of
from tests.access.routes import admin_routes
from tests.access.rows import Rows, comparison
from tests.access.visitors import VISITORS, Visitor, World
from tests.access.walk import taken_back
from tests.kit.bulk import bulk

MODELS = {
    "auth/group": "add change delete",
    "accounts/user": "add change delete",
    "cambio/gamesession": "",
    "cambio/cambioaction": "",
    "deckbuilder/deckstate": "delete",
    "imperial/game": "",
    "imperial/setup": "add",
    "imperial/imperialaction": "",
    "notify/notice": "delete",
    "tabletop/deadline": "",
    "tabletop/presence": "",
    "tabletop/clockbeat": "",
}
"""What a superuser may do besides looking, by the address below /admin/."""
NEEDS = {
    "": "view",
    "add/": "add",
    "<path:object_id>/": "view",
    "<path:object_id>/change/": "view",
    "<path:object_id>/history/": "view",
    "<path:object_id>/delete/": "delete",
    "<id>/password/": "change",
}
"""The right that a page asks for; a page of our own is added here."""
STAFF: tuple[Visitor, ...] = ("clerk", "staff", "super")
WHO = VISITORS if bulk(2) == 2 else ("stranger", "account", *STAFF)


def may(visitor: Visitor, model: str, right: str) -> bool:
    if visitor == "clerk":
        return False
    possible = right == "view" or right in MODELS[model]
    return possible and (visitor == "super" or right in ("view", "change"))


def address(world: World, model: str, page: str) -> str:
    app, name = model.split("/")
    row = apps.get_model(app, name)._default_manager.first()
    assert row is not None, f"no row of {model}: add one to tests/access/visitors.py"
    pk = world.people["guest"].pk if model == "accounts/user" else row.pk
    return f"/admin/{model}/{page}".replace("<path:object_id>", str(pk)).replace("<id>", str(pk))


def ask(world: World, visitor: Visitor, method: str, path: str, *, with_token: bool = True) -> str:
    client: Client = world.client(visitor, "cambio")
    headers = {"X-CSRFToken": CSRF_TOKEN} if with_token else {}
    client.cookies["csrftoken"] = CSRF_TOKEN
    return cell_of(client.generic(method, path, headers=headers))


def test_every_model_and_every_page_has_its_rule() -> None:
    unknown = admin_routes().keys() - MODELS.keys()
    assert not unknown, f"Add to MODELS of {__name__} what a superuser may do besides looking: {sorted(unknown)}"
    pages = {page for pages in admin_routes().values() for page in pages} - NEEDS.keys()
    assert not pages, f"Add to NEEDS of {__name__} which right these pages ask for: {sorted(pages)}"
    assert MODELS.keys() == admin_routes().keys()


@pytest.mark.parametrize("model", MODELS)
def test_a_page_of_the_admin_is_for_those_with_its_right(world: World, rows: Rows, model: str) -> None:
    for page in admin_routes()[model]:
        path = address(world, model, page)
        for visitor in WHO:
            with taken_back():
                compare = comparison(rows)
                got = ask(world, visitor, "GET", path)
                compare(f"GET {path} of {visitor}")
            granted = may(visitor, model, NEEDS[page])
            # The bare address of a row leads to its page, which asks.
            allowed = "->" if page == "<path:object_id>/" else "200" if granted else "403"
            assert got == (allowed if visitor in STAFF else "login"), f"GET {path} of {visitor}"


@pytest.mark.parametrize("model", MODELS)
def test_nobody_without_the_right_changes_anything_by_a_post(world: World, rows: Rows, model: str) -> None:
    for page in admin_routes()[model]:
        path = address(world, model, page)
        right = "change" if page == "<path:object_id>/change/" else NEEDS[page]
        for visitor in WHO:
            # Looking is no change: a list takes the actions that it offers, which ask for rights of their own.
            if right == "view" or may(visitor, model, right):
                continue
            with taken_back():
                compare = comparison(rows)
                got = ask(world, visitor, "POST", path)
                compare(f"POST {path} of {visitor}")
            assert got == ("403" if visitor in STAFF else "login"), f"POST {path} of {visitor}"


@pytest.mark.parametrize("model", MODELS)
def test_a_post_to_the_admin_without_token_is_refused(world: World, rows: Rows, model: str) -> None:
    for page in admin_routes()[model]:
        with taken_back():
            compare = comparison(rows)
            assert ask(world, "super", "POST", address(world, model, page), with_token=False) == "403"
            compare(f"POST {model}/{page}")
