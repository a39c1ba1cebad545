"""The textbook application as a process, and its tables as clients see them."""

import asyncio
import json
import os
import re
import socket
import subprocess
import sys
import time
from typing import Any

from bench.shapes import Services
from bench.tables import POST, SEATS, LiveTable, open_socket
from tests.kit.process import Server


class ReferenceServer(Server):
    """Daphne, as its command line starts it."""

    name = "reference"

    def __init__(self, services: Services) -> None:
        super().__init__()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self.variables = os.environ | {
            "DJANGO_SETTINGS_MODULE": "bench.reference.settings",
            "VAR_DIR": str(self.folder),
            "DATABASE_URL": f"sqlite:///{self.folder / 'reference.sqlite3'}",
            **services.environment,
        }

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def environment(self) -> dict[str, str]:
        return self.variables

    def command(self) -> list[str]:
        address = ["-b", "127.0.0.1", "-p", str(self.port), "-v", "0"]
        return [sys.executable, "-m", "daphne", *address, "bench.reference.asgi:application"]

    def is_ready(self) -> bool:
        with socket.socket() as attempt:
            return attempt.connect_ex(("127.0.0.1", self.port)) == 0

    def deal(self, tables: int) -> list[dict[str, Any]]:
        """Creates the rows and so many tables; called before the server starts."""
        command = [sys.executable, "-m", "bench.reference.prepare", str(tables)]
        dealt = subprocess.run(command, env=self.variables, capture_output=True, text=True, check=False)
        if dealt.returncode:
            raise RuntimeError(dealt.stderr)
        opened: list[dict[str, Any]] = json.loads(dealt.stdout)
        return opened


class ReferenceTable(LiveTable):
    """Plays the same game as a table of Cambio: draw, then swap the second card."""

    seq_of_frame = re.compile(r'id="table" data-seq="(\d+)"')

    @classmethod
    async def open(cls, server: Server, dealt: dict[str, Any]) -> "ReferenceTable":
        table = cls()
        for session in dealt["sessions"]:
            table.sockets.append(await open_socket(server, f"/table/{dealt['id']}/", session=session))
        return table

    async def play(self, road: str = POST) -> None:
        message = {"do": "swap", "position": 1} if self.made % 2 else {"do": "draw"}
        started = time.monotonic()
        await self.sockets[self.turn].send(json.dumps(message))
        await self.finish(started, await self.all_heard(self.seq + 1))
        if self.made % 2 == 0:
            self.turn = (self.turn + 1) % SEATS


async def open_tables(server: ReferenceServer, dealt: list[dict[str, Any]]) -> list[ReferenceTable]:
    return list(await asyncio.gather(*(ReferenceTable.open(server, table) for table in dealt)))
