"""What a move over the socket costs the database: to make it, and to show it to those who look."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from tests.imperial import kit
from tests.imperial.live.open_table import Table
from tests.kit.statements import hear_statements

pytestmark = pytest.mark.django_db(transaction=True)

MOST = 8
"""BEGIN, game, player, country, history, log, mail, COMMIT: nothing is read, neither for the move nor for the pages."""
MOST_OF_A_STEP = 5
"""No player or country changes, and the rest of the plan lies there already."""
MOST_OF_AN_UNDO = 14
"""Reads the position before; the pages are read anew, because the end of the log is."""


@pytest.fixture
async def table(open_socket: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> Table:
    table = Table(hear_statements(monkeypatch))
    await table.open(open_socket)
    return table


def _count(statements: list[str]) -> int:
    """With COMMIT, which no cursor executes."""
    assert statements
    return len(statements) + 1


def _read(statements: list[str]) -> list[str]:
    return [sql for sql in statements if sql.startswith("SELECT")]


async def test_a_move_reads_nothing_and_neither_do_four_pages(table: Table) -> None:
    await table.choose(0, row=0, destination="Romania")
    told = await table.move(0, type="maneuver_step")
    assert _count(told) <= MOST_OF_A_STEP
    assert not _read(told)
    told = await table.move(0, type="maneuver_batch")
    assert _count(told) <= MOST
    assert not _read(told)
    await table.choose(1, spot="Taxation")
    told = await table.move(1, type="propose")
    assert _count(told) <= MOST
    assert not _read(told)
    game = await sync_to_async(kit.game_of)(table.game_id)
    assert [unit.territory for unit in game.country_info["Austria"].armies] == ["Romania", "Prague"]
    assert game.country_info["Italy"].wheel_spot == "Taxation"


async def test_a_move_is_taken_back_without_loading_the_game_to_write_it(table: Table) -> None:
    await table.choose(0, row=0, destination="Romania")
    await table.move(0, type="maneuver_batch")
    told = await table.move(0, to="undo/")
    writes = [number for number, sql in enumerate(told) if not sql.startswith("SELECT")]
    assert _count(told) <= MOST_OF_AN_UNDO
    assert [re.findall(r'FROM "(\w+)"', sql)[0] for sql in _read(told[: writes[-1]])] == ["game_history"]
    # And the same again.
    assert _read(await table.move(0, type="maneuver_batch")) == []


async def test_a_choice_is_told_to_the_pages_of_its_player_without_reading(table: Table) -> None:
    await table.choose(0, row=0, destination="Romania")
    told = await table.choose(0, row=1, destination="Budapest")
    # Two for who asks, three for the table.
    assert len(_read(told)) == 5
