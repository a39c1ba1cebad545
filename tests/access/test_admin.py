"""The pages that the admin has for each model: by the rights of staff, not by lines.

Who is no staff is asked to log in. Staff get a page if they have its right; without, 403.
"""

from collections.abc import Mapping
from itertools import product
from typing import Any
from urllib.parse import urlencode

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.test import Client

from tests.access.requests import CSRF_TOKEN, cell_of
from tests.access.routes import admin_routes
from tests.access.rows import Rows, all_rows, changes, comparison
from tests.access.visitors import PASSWORD, VISITORS, Visitor, World
from tests.access.walk import taken_back
from tests.kit.bulk import bulk

MODELS = {
    "auth/group": "add change delete",
    "accounts/user": "add change delete",
    "cambio/gamesession": "delete hidden help",
    "cambio/cambioaction": "",
    "deckbuilder/deckstate": "delete hidden",
    "imperial/game": "delete hidden help",
    "imperial/setup": "add",
    "imperial/imperialaction": "",
    "mfa/authenticator": "delete",
    "notify/notice": "delete",
    "tabletop/deadline": "",
    "tabletop/presence": "",
    "tabletop/clockbeat": "",
    "talk/remark": "judge",
    "talk/report": "judge",
    "usersessions/usersession": "delete",
}
"""What a superuser may do besides looking, by the address below /admin/."""
NEEDS = {
    "": "view",
    "add/": "add",
    "<path:object_id>/": "view",
    "<path:object_id>/change/": "view",
    "<path:object_id>/history/": "view",
    "<path:object_id>/delete/": "delete",
    "<path:object_id>/hidden/": "hidden",
    "<id>/password/": "change",
}
"""The right that a page asks for; a page of our own is added here."""
ACTIONS = {
    "verify_tables": "view",
    "verify_as_csv": "view",
    "export_json": "view",
    "hand_turn_to_bot": "help",
    "offer_seats": "help",
    "abort_tables": "help",
    "hide": "judge",
    "settle": "judge",
    "delete_selected": "delete",
}
"""The right that an action of a list asks for."""
OF_SUPERUSERS = {("auth/group", "change")}
"""What the right to change alone does not allow."""
CONFIRMED = {"post": "yes", "confirmed": "yes", "reason": "idle"}
NOVA = {"name": "Nova", "display_name": "Nova", "email": "nova@example.org", "theme": "dark", "motion": "full"}
FORM = CONFIRMED | NOVA | {"password1": PASSWORD, "password2": PASSWORD, "usable_password": "true"}
"""Sent to every page: whatever its form asks for is filled in."""
STAFF: tuple[Visitor, ...] = ("clerk", "staff", "super")
WHO = VISITORS if bulk(2) == 2 else ("stranger", "account", *STAFF)


def may(visitor: Visitor, model: str, right: str) -> bool:
    if visitor == "super":
        return right == "view" or right in MODELS[model].split()
    is_given = right in ("view", "change", "help", "judge") and (model, right) not in OF_SUPERUSERS
    return visitor == "staff" and is_given and may("super", model, right)


def key_of(world: World, model: str) -> str:
    """Of a running table, of somebody who is no staff, and of any row of the other kinds."""
    app, name = model.split("/")
    if model == "accounts/user":
        return str(world.people["guest"].pk)
    if "help" in MODELS[model]:
        return str(world.tables[app, "running"].game_id)
    row = apps.get_model(app, name)._default_manager.first()
    assert row is not None, f"no row of {model}: add one to tests/access/visitors.py"
    return str(row.pk)


def address(world: World, model: str, page: str) -> str:
    key = key_of(world, model)
    return f"/admin/{model}/{page}".replace("<path:object_id>", key).replace("<id>", key)


def ask(
    world: World,
    visitor: Visitor,
    method: str,
    path: str,
    *,
    form: Mapping[str, str] | None = None,
    with_token: bool = True,
) -> str:
    client: Client = world.client(visitor, "cambio")
    headers = {"X-CSRFToken": CSRF_TOKEN} if with_token else {}
    client.cookies["csrftoken"] = CSRF_TOKEN
    kind = "application/octet-stream" if form is None else "application/x-www-form-urlencoded"
    return cell_of(client.generic(method, path, urlencode(form or {}), content_type=kind, headers=headers))


def actions_of(world: World, model: str) -> set[str]:
    """What the list offers to superusers, and deleting, which some lists offer nobody."""
    app, name = model.split("/")
    shown: Any = admin.site._registry[apps.get_model(app, name)]
    request = world.client("super", "cambio").get(f"/admin/{model}/").wsgi_request
    return {*shown.get_actions(request), "delete_selected"}


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
            granted = may(visitor, model, right)
            with taken_back():
                compare = comparison(rows)
                got = ask(world, visitor, "POST", path, form=FORM)
                # To look is no right to change: an action of a list is named, and has a test of its own.
                if right == "view" or not granted:
                    compare(f"POST {path} of {visitor}")
            if visitor not in STAFF:
                assert got == "login", f"POST {path} of {visitor}"
            elif page == "<path:object_id>/":
                assert got == "->", f"POST {path} of {visitor}"
            elif not granted:
                assert got == "403", f"POST {path} of {visitor}"
            else:
                # A list that offers no action takes no form.
                assert got in ("200", "->") or (page, got) == ("", "403"), f"POST {path} of {visitor}"


@pytest.mark.parametrize("model", MODELS)
def test_an_action_of_a_list_is_for_those_with_its_right(world: World, rows: Rows, model: str) -> None:
    for action in sorted(actions_of(world, model)):
        assert action in ACTIONS, f"Add to ACTIONS of {__name__} which right {action} asks for."
        chosen = {**FORM, "action": action, ACTION_CHECKBOX_NAME: key_of(world, model)}
        for visitor in WHO:
            done = f"{action} of {model} by {visitor}"
            with taken_back():
                got = ask(world, visitor, "POST", f"/admin/{model}/", form=chosen)
                changed = [*changes(rows, all_rows())]
            if may(visitor, model, ACTIONS[action]):
                assert got in ("200", "->"), done
                # Every action of staff is logged at least.
                assert changed, done
            else:
                refused = ("403",) if not may(visitor, model, "view") else ("403", "->")
                assert got in (refused if visitor in STAFF else ("login",)), done
                assert not changed, done


@pytest.mark.parametrize("model", MODELS)
def test_other_methods_change_nothing_in_the_admin(world: World, rows: Rows, model: str) -> None:
    for page, method in product(admin_routes()[model], ("PUT", "DELETE")):
        path = address(world, model, page)
        with taken_back():
            compare = comparison(rows)
            for visitor in WHO:
                got = ask(world, visitor, method, path, form=FORM)
                refused = ("->",) if page == "<path:object_id>/" else ("403", "405")
                allowed = refused if not may(visitor, model, NEEDS[page]) else ("->", "200", "405")
                assert got in (allowed if visitor in STAFF else ("login",)), f"{method} {path} of {visitor}"
            compare(f"{method} {path}")


@pytest.mark.parametrize("model", MODELS)
def test_a_post_to_the_admin_without_token_is_refused(world: World, rows: Rows, model: str) -> None:
    for page in admin_routes()[model]:
        with taken_back():
            compare = comparison(rows)
            assert ask(world, "super", "POST", address(world, model, page), with_token=False) == "403"
            compare(f"POST {model}/{page}")
