"""Where the server's CPU of a move goes, by package: own time of every function in a profiled server.

The profiler makes functions written in Python dearer than those in C: read shares, not milliseconds.
"""

import json
import os
import signal
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from bench.cpu import process_id
from bench.shapes import services_of, site_on
from bench.tables import POST, SOCKET, CambioTable
from tests.kit.server import SiteServer

STAGES: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "rules of the game",
        (
            "cambio/rules/",
            "cambio/bots/",
            "cambio/plug.py",
            "cambio/coaching.py",
            "tabletop/table/",
            "tabletop/characters.py",
            "tabletop/rules.py",
            "tabletop/shuffle.py",
        ),
    ),
    (
        "rows: read, compare, batch",
        (
            *("cambio/store/", "cambio/models.py", "cambio/choices.py", "tabletop/models.py", "tabletop/batch.py"),
            *("tabletop/composed.py", "tabletop/rows.py", "tabletop/tables/models.py", "tabletop/tables/reading.py"),
            "tabletop/tables/writing.py",
            "tabletop/tables/chair_wishes.py",
        ),
    ),
    (
        "write path, kept games, keys",
        (
            *("tabletop/play.py", "tabletop/engine.py", "tabletop/kept_games.py", "tabletop/keys.py"),
            "tabletop/timebase.py",
            *("cambio/services.py", "cambio/queries.py", "tabletop/tables/services.py", "tabletop/tables/queries.py"),
            *("tabletop/tables/seats.py", "tabletop/tables/playing.py", "tabletop/likeness.py", "tabletop/bidi.py"),
            "tabletop/avatars.py",
        ),
    ),
    (
        "doors: socket, form, limits",
        (
            *("tabletop/live/consumers.py", "tabletop/live/table_consumer.py", "tabletop/live/moves.py"),
            *("tabletop/live/writer.py", "cambio/consumers.py", "cambio/forms.py", "cambio/pages/moves.py"),
            *("cambio/pages/views.py", "tabletop/tables/moves.py", "tabletop/tables/views.py"),
            *("tabletop/admission.py", "tabletop/tables/forms.py", "tabletop/request_headers.py", "tabletop/limits.py"),
        ),
    ),
    (
        "views and contexts of parts",
        (
            *("cambio/pages/", "cambio/table_view.py", "tabletop/live/parts.py", "tabletop/live/pages.py"),
            *("tabletop/live/loading.py", "tabletop/tables/faces.py", "tabletop/tables/names.py"),
            "tabletop/tables/manners.py",
            "tabletop/tables/menu.py",
            "tabletop/tables/sitting_in.py",
            "tabletop/tables/watch_list.py",
            "tabletop/tables/waiting_room.py",
        ),
    ),
    (
        "session and person",
        (
            *("django/contrib/sessions/", "django/contrib/auth/", "allauth/", "tabletop/accounts/"),
            "tabletop/live/identity.py",
        ),
    ),
    (
        "hub, snapshots, announcements",
        (
            *("tabletop/live/announce.py", "tabletop/live/hub.py", "tabletop/live/presence.py"),
            "tabletop/live/members.py",
            *("tabletop/live/tables_shown.py", "tabletop/live/watchers.py", "tabletop/live/watch_rooms.py"),
            "tabletop/live/missed.py",
            *("tabletop/live/snapshots.py", "tabletop/replay.py"),
        ),
    ),
    ("ORM", ("django/db/",)),
    ("database driver", ("psycopg", "sqlite3", "_sqlite")),
    (
        "templates",
        (
            *("django/template/", "django/utils/html.py", "django/utils/safestring.py"),
            *("tabletop/template_layout.py", "tabletop/templatetags/", "cambio/templatetags/"),
        ),
    ),
    ("translation", ("django/utils/translation/", "gettext.py", "tabletop/translation.py")),
    (
        "request, middleware, answer",
        (
            *("django/", "csp/", "whitenoise/", "django_htmx/", "gzip.py", "tabletop/errors.py"),
            *("tabletop/error_codes.py", "tabletop/conditional.py", "tabletop/games.py", "tabletop/static_files.py"),
            *("tabletop/health.py", "tabletop/response_headers.py", "tabletop/password_lane.py"),
        ),
    ),
    (
        "HTTP and socket frames",
        (
            *("daphne/", "twisted/", "autobahn/", "a2wsgi/", "channels/", "http/", "email/", "json/"),
            *("tabletop/asgi.py", "tabletop/bodies.py", "tabletop/body_limits.py"),
            *("tabletop/live/frames.py", "tabletop/live/incoming.py", "tabletop/live/origins.py"),
            *("tabletop/live/old_cookies.py", "tabletop/database.py"),
        ),
    ),
    ("Redis", ("channels_redis/", "redis/")),
    ("loop and thread hops", ("asyncio/", "asgiref/", "concurrent/", "threading.py", "contextvars", "selectors.py")),
    ("logs and counts", ("logging/", "structlog/", "tabletop/logs.py", "prometheus_client/", "tabletop/operation/")),
    ("clock and mail", ("tabletop/clock.py", "tabletop/background.py", "tabletop/notify/")),
    ("home pages", ("tabletop/lobby/",)),
    ("programs", ("cambio/api/", "tabletop/api/")),
)
"""The first stage that names a file has it. `tests/bench` sees to it that every file on the way of a move is named."""
ELSE = "else"
PATIENCE_SECONDS = 20

Times = dict[str, float]
"""Own seconds of all functions of a file."""


async def print_stages(shape: str, *, tables: int, moves: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        variables = {"DJANGO_SETTINGS_MODULE": "bench.profiled_settings", "BENCH_PROFILE": folder}
        with services_of(shape) as services, site_on(services, environment=variables) as site:
            server = site.serve()
            playing = [await CambioTable.open([server], number) for number in range(tables)]
            for road in (POST, SOCKET):
                await _profile(server, Path(folder), playing, road=road, moves=moves)
            for table in playing:
                await table.close()


async def _profile(server: SiteServer, folder: Path, tables: list[CambioTable], *, road: str, moves: int) -> None:
    for number in range(moves // 4):
        await tables[number % len(tables)].play(road)
    before = _written(server, folder)
    for number in range(moves):
        await tables[number % len(tables)].play(road)
    after = _written(server, folder)
    times = {place: seconds - before.get(place, 0.0) for place, seconds in after.items()}
    spent = stages_of(times)
    whole = sum(spent.values())
    print(f"{road}: {1000 * whole / moves:.1f} ms of profiled CPU a move")
    for stage, seconds in sorted(spent.items(), key=lambda item: -item[1]):
        print(f"  {stage:34}{1000 * seconds / moves:8.2f} ms{seconds / whole:8.1%}")
    unknown = sorted((place for place in times if stage_of(place) == ELSE), key=lambda place: -times[place])
    print(f"  most of what is in no stage: {', '.join('/'.join(Path(place).parts[-2:]) for place in unknown[:5])}")


def stages_of(times: Mapping[str, float]) -> Times:
    spent: Times = {}
    for place, seconds in times.items():
        spent[stage_of(place)] = spent.get(stage_of(place), 0.0) + seconds
    return spent


def stage_of(file: str) -> str:
    return next((stage for stage, places in STAGES if any(part in file for part in places)), ELSE)


def _written(server: SiteServer, folder: Path) -> Times:
    """Asks the server for its profile so far."""
    file = folder / "profile.json"
    file.unlink(missing_ok=True)
    os.kill(process_id(server), signal.SIGUSR2)
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not file.exists():
        assert time.monotonic() < deadline, "The server wrote no profile."
        time.sleep(0.05)
    times: Times = json.loads(file.read_text())
    return times
