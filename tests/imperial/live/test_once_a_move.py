"""What all seats see alike is computed once a move, however many pages show it."""

from collections.abc import Callable
from typing import Any

import pytest

from imperial.pages import loading
from tests.imperial.live.open_table import Table
from tests.kit.calls import note_calls

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
async def table(open_socket: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> Table:
    table = Table(note_calls(monkeypatch, loading, "PublicView"))
    await table.open(open_socket)
    return table


async def test_the_public_view_is_built_once_for_all_pages(table: Table) -> None:
    await table.choose(0, row=0, destination="Romania")
    for mover, fields in (
        (0, {"type": "maneuver_step"}),
        (0, {"type": "maneuver_batch"}),
        (1, {"type": "propose", "spot": "Taxation"}),
        (1, {"to": "undo/"}),
    ):
        assert len(await table.move(mover, **fields)) == 1, fields


async def test_the_pages_of_a_player_who_has_chosen_build_none(table: Table) -> None:
    """The one is of the answer to the choice, which reads the table for itself."""
    await table.choose(0, row=0, destination="Romania")
    assert len(await table.choose(0, row=1, destination="Budapest")) == 1
