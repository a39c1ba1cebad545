"""Cost of a move: server CPU per POSTed move that four sockets are told about."""

import asyncio

from bench.sockets import cpu_seconds, open_socket
from tests.kit.people import Person
from tests.kit.postgres import PostgresServer
from tests.kit.redis import RedisServer
from tests.kit.server import Site, SiteServer

DUELS = 60


def run() -> None:
    measure_on("SQLite, in-memory layer", Site())
    postgres, redis = PostgresServer(), RedisServer()
    try:
        site = Site(database_url=postgres.start().url, redis_url=redis.start().url)
        measure_on("PostgreSQL, Redis", site)
    finally:
        redis.close()
        postgres.close()


def measure_on(shape: str, site: Site) -> None:
    try:
        server = site.serve()
        asyncio.run(play(shape, server))
    finally:
        site.close()


async def play(shape: str, server: SiteServer) -> None:
    players = (Person(server.url, "Ada"), Person(server.url, "Bea"))
    moves, spent = 0, 0.0
    for _number in range(DUELS):
        table = players[0].start_duel(players[1])
        sockets = [await open_socket(server, table) for _number in range(4)]
        hands = [player.hand(table) for player in players]
        turn, led = 0, 0
        before = cpu_seconds(server)
        for _move in range(6):
            card = hands[turn].pop(0)
            answer = await asyncio.to_thread(players[turn].post, f"{table}move/", {"type": "play", "card": card})
            assert answer.status_code == 200, answer.text
            for socket in sockets:
                await asyncio.wait_for(socket.recv(), timeout=5)
            turn, led = next_turn(turn, card, led)
            moves += 1
        spent += cpu_seconds(server) - before
        for socket in sockets:
            await socket.close()
    print(f"{shape}: {1000 * spent / moves:.1f} ms of server CPU a move, {moves / spent:.0f} moves per CPU second")


def next_turn(turn: int, card: int, led: int) -> tuple[int, int]:
    if not led:
        return 1 - turn, card
    return (turn if card > led else 1 - turn), 0
