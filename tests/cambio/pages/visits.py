"""Visits to the pages of a table: browsers of people, and buttons pressed as htmx sends them."""

from django.test import Client

from tests.kit.clients import client_of

__all__ = ["client_of"]


def press(client: Client, game_id: object, do: str, **fields: str) -> tuple[int, str]:
    answer = client.post(f"/cambio/{game_id}/act/", {"do": do, **fields}, headers={"HX-Request": "true"})
    return answer.status_code, answer.content.decode()
