"""A page without a socket is told of another name at its table, once."""

from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

import pytest
from django.test import Client

from cambio.services import tables as cambio_tables
from imperial.services import tables as imperial_tables
from tabletop.accounts.models import User
from tabletop.accounts.names import DELETED_PLAYER
from tabletop.accounts.services import erase_person
from tabletop.tables.services import TableServices
from tests.cambio import kit as cambio
from tests.imperial import kit as imperial
from tests.kit.clients import client_of
from tests.kit.frames import shown_in

pytestmark = pytest.mark.django_db

GONE = "Mara"
"""The second at the table."""


@dataclass(frozen=True)
class Polling:
    """The page of the first of two people, and what it shows."""

    client: Client
    address: str
    html: str

    def news(self, shown: str) -> str | None:
        """None if there are none."""
        response = self.client.get(f"{self.address}parts/", {"seq": shown})
        return None if response.status_code == 204 else response.content.decode()


@pytest.fixture(params=[(cambio_tables, cambio.dealt), (imperial_tables, imperial.begun)], ids=["cambio", "imperial"])
def game(request: pytest.FixtureRequest) -> tuple[TableServices, Callable[[list[User]], UUID]]:
    tables, begin = request.param
    return tables, begin


@pytest.fixture
def people() -> list[User]:
    people = imperial.people(2)
    assert people[1].display_name == GONE
    return people


@pytest.fixture
def polling(game: tuple[TableServices, Callable[[list[User]], UUID]], people: list[User]) -> Polling:
    tables, begin = game
    client, address = client_of(people[0]), f"/{tables.engine.slug}/{begin(people)}/"
    polling = Polling(client, address, client.get(address).content.decode())
    assert GONE in polling.html
    assert polling.news(shown_in(polling.html)) is None
    return polling


def test_a_forgotten_name_leaves_the_page(polling: Polling, people: list[User]) -> None:
    erase_person(user=people[1])
    news = polling.news(shown_in(polling.html))
    assert news is not None
    assert DELETED_PLAYER in news
    assert GONE not in news
    assert polling.news(shown_in(news)) is None


def test_a_name_is_news_without_a_move(
    polling: Polling, people: list[User], game: tuple[TableServices, Callable[[list[User]], UUID]]
) -> None:
    """In Imperial a bot plays on for a person who is forgotten, which is a move."""
    game[0].seats.rows(user=people[1]).get().forget("Somebody")
    news = polling.news(shown_in(polling.html))
    assert news is not None
    assert "Somebody" in news
    assert shown_in(news).split(".")[0] == shown_in(polling.html).split(".")[0]
    assert polling.news(shown_in(news)) is None
