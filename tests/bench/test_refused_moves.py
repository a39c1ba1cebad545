"""A benchmark whose moves are refused measures nothing: it ends with an error."""

from typing import Any

import pytest

from bench.cpu import Meter
from bench.rounds import Contender, play_in_turns
from bench.tables import SEATS, SOCKET, CambioTable, MoveRefused


class DeafSocket:
    """Takes what it is sent, and answers with a toast."""

    async def send(self, message: str) -> None:
        pass

    async def recv(self) -> str:
        return '<div id="toasts"><p class="toast">It is <b>not</b> your turn.</p></div>'


async def test_a_refused_move_over_the_socket_ends_the_run() -> None:
    table = CambioTable([], "a-table")
    sockets: list[Any] = [DeafSocket() for _seat in range(SEATS)]
    table.sockets = sockets
    with pytest.raises(MoveRefused, match=r"^It is not your turn\.$"):
        await play_in_turns([Contender("site, socket", Meter([]), [table], SOCKET)], rounds=1, moves=1)
