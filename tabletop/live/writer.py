"""The thread on which moves from sockets are made: one for each process, with a database connection that lasts.

One thread is enough, because the database makes one change after another, and one hop to it is cheaper than those of
Channels, which look after the connection before and after each message.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from django.db import InterfaceError, OperationalError, connection, connections

Given = ParamSpec("Given")
Made = TypeVar("Made")

_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="writer")


async def write(work: Callable[Given, Made], /, *given: Given.args, **more: Given.kwargs) -> Made:
    """Runs the work on the writer's thread; closes a connection that fails, so that the next move opens a new one."""

    def run() -> Made:
        try:
            return work(*given, **more)
        except (InterfaceError, OperationalError):
            connection.close()
            raise

    return await asyncio.get_running_loop().run_in_executor(_thread, run)


def close_connection() -> None:
    """Closes the writer's connection to the database; the next move opens a new one."""
    _thread.submit(connections.close_all).result()
