"""Visits to the pages of a table: browsers of people, and buttons pressed by the road that the test is on."""

from uuid import UUID

from django.test import Client

from cambio.pages.table import page
from tests.kit.clients import client_of
from tests.kit.roads import press_button

__all__ = ["client_of"]


def press(client: Client, game_id: UUID, do: str, *, key: str = "", **fields: str) -> tuple[int, str]:
    answer = press_button(client, page, game_id, "act/", {"do": do, **fields}, key=key)
    return answer.status_code, answer.content.decode()
