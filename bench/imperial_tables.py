"""Imperial's tables: loading a late game (aim: 10 ms), a move late in the game against one early (aim: at most 1.2).

A random game of six is played through the services on SQLite and on PostgreSQL, 650 actions long. Times are those of
this process and the database together, told as median and 95th percentile; CPU is this process's own.
"""

import os
import random
import subprocess
import sys
import tempfile
import time

from tests.kit.postgres import PostgresServer

ACTIONS = 650
EARLY, LATE = slice(0, 100), slice(500, 600)
PLAYERS = ("Juno", "Mara", "Nils", "Olga", "Piet", "Rosa")


def run() -> None:
    measure_on("SQLite", database_url=None)
    postgres = PostgresServer(durable=True)
    try:
        measure_on("PostgreSQL", database_url=postgres.start().url)
    finally:
        postgres.close()


def measure_on(shape: str, *, database_url: str | None) -> None:
    """In a process of its own, because Django's database is chosen once."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"VAR_DIR": folder, "SECRET_KEY": "bench"}
        environment |= {"DATABASE_URL": database_url} if database_url else {}
        program = f"from bench.imperial_tables import measure; measure({shape!r})"
        subprocess.run([sys.executable, "-c", program], env=environment, check=True)


def measure(shape: str) -> None:
    import django

    django.setup()
    from django.core.management import call_command

    from imperial import services, store, table
    from tabletop.accounts.models import User

    call_command("migrate", verbosity=0)
    people = [User.objects.create(display_name=name, is_guest=True) for name in PLAYERS]
    game_id = services.create_table(person=people[0], player_count=len(people)).game_id
    for person in people[1:]:
        services.join_table(game_id=game_id, person=person)
    receipt = services.act(game_id=game_id, seat=PLAYERS[0], action={"type": "start_game"})
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
    print(f"{shape}: a move takes {_told(times)} ms, {_told(cpu)} ms of our CPU")
    for title, taken in (("time", times), ("CPU", cpu)):
        early, late = _p95(taken[EARLY]), _p95(taken[LATE])
        print(f"{shape}: p95 of {title}, moves 501-600 to moves 1-100: {late:.1f} / {early:.1f} = {late / early:.2f}")
    loads, load_cpu = [], []
    for _time in range(200):
        before = time.perf_counter(), time.process_time()
        store.load(game_id)
        loads.append(1000 * (time.perf_counter() - before[0]))
        load_cpu.append(1000 * (time.process_time() - before[1]))
    told = f"{_told(loads)} ms (aim: 10), {_told(load_cpu)} ms of our CPU"
    print(f"{shape}: loading the game after {ACTIONS} actions takes {told}")


def _told(values: list[float]) -> str:
    return f"{sorted(values)[len(values) // 2]:.1f} (p95 {_p95(values):.1f})"


def _p95(values: list[float]) -> float:
    return sorted(values)[int(len(values) * 0.95)]
