"""Visits to the pages of a table: browsers of people, and buttons pressed as htmx sends them."""

from django.test import Client

from tabletop.accounts.models import User


def client_of(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


def press(client: Client, game_id: object, do: str, **fields: str) -> tuple[int, str]:
    answer = client.post(f"/cambio/{game_id}/act/", {"do": do, **fields}, headers={"HX-Request": "true"})
    return answer.status_code, answer.content.decode()
