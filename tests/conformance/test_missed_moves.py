"""A page without a socket that has missed somebody's move gets all parts with the answer to its own."""

from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

import pytest
from django.test import Client

from tests.cambio import kit as cambio
from tests.imperial import kit as imperial
from tests.kit.clients import client_of
from tests.kit.frames import parts_in

pytestmark = pytest.mark.django_db


@dataclass(frozen=True)
class Table:
    address: str
    client: Client
    """Of the first of two people."""
    other_moves: Callable[[], object]
    press: dict[str, str]
    """What the first one sends then."""


def cambio_table() -> Table:
    people = cambio.people(2)
    game_id = cambio.dealt(people)
    address, other = f"/cambio/{game_id}/", lambda: cambio.act(game_id, 1, "confirm_initial_view")
    return Table(address, client_of(people[0]), other, {"do": "confirm_initial_view"})


def imperial_table() -> Table:
    people = imperial.people(2)
    game_id: UUID = imperial.begun(people)
    address, other = f"/imperial/{game_id}/", lambda: imperial.act(game_id, "Mara", "bid", amount=4)
    return Table(address, client_of(people[0]), other, {"type": "bid", "amount": "5"})


@pytest.fixture(params=[cambio_table, imperial_table])
def table(request: pytest.FixtureRequest) -> Table:
    built: Table = request.param()
    return built


def seq_of(table: Table) -> int:
    html = table.client.get(f"{table.address}parts/?seq=-1").content.decode()
    return int(html.split('id="beat" data-seq="')[1].split('"')[0])


def post(table: Table, to: str, fields: dict[str, str], seq: int) -> str:
    headers = {"HX-Request": "true", "X-Table-Seq": str(seq)}
    answer = table.client.post(f"{table.address}{to}", fields, headers=headers)
    assert answer.status_code == 200, answer.content.decode()
    return answer.content.decode()


@pytest.mark.parametrize("missed", [False, True])
def test_the_answer_to_a_move_brings_what_the_page_has_missed(table: Table, missed: bool) -> None:
    shown = seq_of(table)
    table.other_moves()
    answer = post(table, "act/", table.press, shown if missed else seq_of(table))
    everything = table.client.get(f"{table.address}parts/?seq=-1").content.decode()
    assert (parts_in(answer) >= parts_in(everything)) == missed
    if missed:
        assert f'data-seq="{seq_of(table)}"' in answer


@pytest.mark.parametrize(("to", "fields"), [("draft/", {"bid": "3"}), ("hint/", {"hint": "bid"})])
@pytest.mark.parametrize("missed", [False, True])
def test_the_answer_to_a_choice_brings_what_the_page_has_missed(to: str, fields: dict[str, str], missed: bool) -> None:
    table = imperial_table()
    shown = seq_of(table)
    table.other_moves()
    answer = post(table, to, fields, shown if missed else seq_of(table))
    everything = table.client.get(f"{table.address}parts/?seq=-1").content.decode()
    assert (parts_in(answer) >= parts_in(everything)) == missed
