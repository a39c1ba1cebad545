"""The thread on which moves from sockets are made: one for each process, with a database connection that lasts.

One thread is enough, because the database makes one change after another, and one hop to it is cheaper than those of
Channels, which look after the connection before and after each message.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from django.db import InternalError, connection, connections

from tabletop.database import OUTAGE, is_outage

Given = ParamSpec("Given")
Made = TypeVar("Made")

_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="writer")


async def write(work: Callable[Given, Made], /, *given: Given.args, **more: Given.kwargs) -> Made:
    """Runs the work on the writer's thread; closes a connection that fails.

    Runs it once more if the connection turns out dead, as after a restart of the database: a move has a key, by which
    it happens once. To check the connection before each move would cost every move an answer of the database.
    """

    def run() -> Made:
        before = connection.connection
        try:
            return work(*given, **more)
        except (InternalError, *OUTAGE) as error:
            # Django may have opened another one already, when it took the transaction back.
            was_dead = before is not None and (connection.connection is not before or not connection.is_usable())
            connection.close()
            if not (was_dead and is_outage(error)):
                raise
        return work(*given, **more)

    return await asyncio.get_running_loop().run_in_executor(_thread, run)


def close_connection() -> None:
    """Closes the writer's connection to the database; the next move opens a new one."""
    _thread.submit(connections.close_all).result()
