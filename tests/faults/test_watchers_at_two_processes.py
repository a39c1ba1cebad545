"""Those who look on are counted across processes, and no more when their process is killed."""

import asyncio
from collections.abc import Callable

from websockets.asyncio.client import ClientConnection

from tests.faults.test_several_processes import open_socket
from tests.kit.frames import watching_in
from tests.kit.people import Person
from tests.kit.server import Site, SiteServer

PATIENCE_SECONDS = 60


async def until_told(socket: ClientConnection, number: int) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        while watching_in(str(await socket.recv())) != number:
            pass


def test_watchers_of_another_process_are_counted_until_it_dies(new_site: Callable[..., Site]) -> None:
    site = new_site()
    one, two = site.serve(), site.serve(clock=False)
    with (
        Person(one.url, "Ada") as ada,
        Person(one.url, "Bea") as bea,
        Person(two.url, "Eve") as eve,
        Person(one.url, "Fay") as fay,
    ):
        asyncio.run(watch_and_die(one, two, ada, bea, (eve, fay)))


async def watch_and_die(
    one: SiteServer, two: SiteServer, ada: Person, bea: Person, watchers: tuple[Person, Person]
) -> None:
    table = await asyncio.to_thread(ada.start_duel, bea)
    player = await open_socket(one, table, ada)
    there = await open_socket(two, table, watchers[0])
    await until_told(player, 1)
    here = await open_socket(one, table, watchers[1])
    for socket in (player, here, there):
        await until_told(socket, 2)
    two.kill()
    for socket in (player, here):
        await until_told(socket, 1)
    await here.close()
    await until_told(player, 0)
    await player.close()
