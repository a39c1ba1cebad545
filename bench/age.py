"""Cost of a game's age: CPU of a move after 500 actions against one in a fresh game (aim: at most 1.2).

Cambio is played on its pages, by POST and over the socket, fresh and old tables in turns on one server. Imperial's
moves differ too much for that: a random game of six is played through the services, 650 actions long, and late moves
are compared with early ones. There times are those of the process and the database together; CPU is the process's own.
"""

import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence

from bench.cpu import load_of_machine
from bench.moves import close_tables, open_cambio_tables
from bench.rounds import Contender, play_in_turns, print_costs, ratio
from bench.shapes import SHAPES, Services, services_of, site_on
from bench.tables import POST, SOCKET
from tests.kit.process import Server

OLD_ACTIONS = 500
TABLES = 4
"""So many that no person presses more often than the limit of ten messages a second allows."""
ROUNDS = 6
MOVES = 24

ACTIONS = 650
GAMES = 3
EARLY, LATE = slice(0, 100), slice(500, 600)
PLAYERS = ("Juno", "Mara", "Nils", "Olga", "Piet", "Rosa")


def run() -> None:
    for shape in SHAPES:
        print(f"-- {shape}; {load_of_machine()}")
        with services_of(shape) as services, site_on(services) as site:
            asyncio.run(measure_cambio(site.serve(), services))
        with services_of(shape) as services:
            measure_imperial(services)


async def measure_cambio(server: Server, services: Services) -> None:
    meter = services.meter([server])
    tables = await open_cambio_tables([server], 2 * TABLES)
    ages = {"fresh tables": tables[:TABLES], f"after {OLD_ACTIONS} actions": tables[TABLES:]}
    await Contender("", meter, tables[TABLES:]).play(OLD_ACTIONS * TABLES)
    contenders = {
        road: [Contender(f"Cambio, {age}, {road}", meter, played, road) for age, played in ages.items()]
        for road in (POST, SOCKET)
    }
    everybody = [contender for pair in contenders.values() for contender in pair]
    await play_in_turns(everybody, rounds=ROUNDS, moves=MOVES)
    print_costs(everybody)
    for road, (fresh, old) in contenders.items():
        print(f"{road}: old to fresh: {ratio(old, fresh)} (aim: 1.2)")
    await close_tables(tables)


def measure_imperial(services: Services) -> None:
    """In a process of its own, because Django's database is chosen once."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"VAR_DIR": folder, "SECRET_KEY": "bench"} | services.environment
        program = "from bench.age import play_imperial; play_imperial()"
        subprocess.run([sys.executable, "-c", program], env=environment, check=True)


def play_imperial() -> None:
    import django

    django.setup()
    from django.core.management import call_command

    from imperial import store

    call_command("migrate", verbosity=0)
    games = [play_game() for _game in range(GAMES)]
    # The same game several times: of each move the best time, so that others on this machine count for little.
    times, cpu = ([min(taken) for taken in zip(*measured, strict=True)] for measured in zip(*games, strict=True))
    print(f"Imperial: a move takes {_median_and_p95(times)} ms, {_median_and_p95(cpu)} ms of our CPU")
    for title, taken in (("time", times), ("CPU", cpu)):
        early, late = _p95(taken[EARLY]), _p95(taken[LATE])
        print(f"Imperial: p95 of {title}, moves 501-600 to moves 1-100: {late:.1f} / {early:.1f} = {late / early:.2f}")
    game_id = store.games.objects.latest("created_at").pk
    loads, load_cpu = zip(*(_timed(lambda: store.load(game_id)) for _time in range(200)), strict=True)
    loading = f"{_median_and_p95(loads)} ms (aim: 10), {_median_and_p95(load_cpu)} ms of our CPU"
    print(f"Imperial: loading the game after {ACTIONS} actions takes {loading}")


def play_game() -> tuple[list[float], list[float]]:
    """Milliseconds of every move, and of CPU."""
    from imperial import services, store
    from imperial.plug import table
    from tabletop.accounts.models import User

    people = [User.objects.create(display_name=name, is_guest=True) for name in PLAYERS]
    entry = services.create_table(person=people[0], player_count=len(people))
    game_id = entry.game_id
    store.games.objects.filter(pk=game_id).update(shuffle_seed=bytes(32))
    for person in people[1:]:
        services.join_table(game_id=game_id, person=person)
    receipt = services.act(game_id=game_id, seat=entry.seat, action={"type": "start"})
    chance = random.Random(4)
    times, cpu = [], []
    for _action in range(ACTIONS):
        seat = chance.choice(table.players_to_act(receipt.state))
        menu = [table.action_to_json(action) for action in table.legal_actions(receipt.state, seat, now=0)]
        # Without taxes no country scores, and the game goes on as long as we like.
        action = chance.choice([action for action in menu if action.get("wheel_spot") != "Taxation"])
        before = time.perf_counter(), time.process_time()
        receipt = services.act(game_id=game_id, seat=seat, action=action)
        times.append(1000 * (time.perf_counter() - before[0]))
        cpu.append(1000 * (time.process_time() - before[1]))
    return times, cpu


def _timed(run: Callable[[], object]) -> tuple[float, float]:
    before = time.perf_counter(), time.process_time()
    run()
    return 1000 * (time.perf_counter() - before[0]), 1000 * (time.process_time() - before[1])


def _median_and_p95(values: Sequence[float]) -> str:
    return f"{sorted(values)[len(values) // 2]:.1f} (p95 {_p95(values):.1f})"


def _p95(values: Sequence[float]) -> float:
    return sorted(values)[int(len(values) * 0.95)]
