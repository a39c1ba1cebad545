"""Visits to the pages of a table: browsers of people, positions, and buttons pressed by the road a test is on."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any
from uuid import UUID

from django.db import connection
from django.test import Client
from msgspec.structs import replace

from imperial.pages.table import page
from tabletop.accounts.models import User
from tests.imperial import kit
from tests.imperial.rules import positions
from tests.kit.clients import client_of
from tests.kit.roads import Answer, press_button

HTMX: dict[str, Any] = {"HTTP_HX_REQUEST": "true"}
NAMES = ("Juno", "Mara", "Nils")


browser = client_of


def put(game_id: UUID, **fields: Any) -> None:
    """A position of three players; Juno leads everywhere unless bonds say otherwise."""
    bonds = fields.pop("bonds", {name: {"Juno": [5]} for name in positions.STANDARD.countries})
    state = positions.position(players=NAMES, bonds=bonds, **fields)
    kit.position(game_id, replace(state, turn_id=kit.game_of(game_id).turn_id))


def post(client: Client, game_id: UUID, verb: str, *, key: str = "", **fields: Any) -> Answer:
    return press_button(client, page, game_id, f"{verb}/", fields, key=key)


def between_look_and_lock(
    happens: Callable[[], object], *, statement: str = "SAVEPOINT"
) -> AbstractContextManager[Any]:
    """Lets something else happen after a request has looked at the table, and before it locks it to move."""
    others = iter([happens])

    def execute(go_on: Callable[..., Any], sql: str, *details: Any) -> Any:
        if sql.startswith(statement) and (other := next(others, None)):
            other()
        return go_on(sql, *details)

    return connection.execute_wrapper(execute)


def page_of(person: User, game_id: UUID) -> str:
    return browser(person).get(f"/imperial/{game_id}/").content.decode()
