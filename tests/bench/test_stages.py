"""`bin/bench moves` tells where the CPU of a move goes: every file on its way has a stage, a new one too."""

import sys
import time
from fnmatch import fnmatch
from pathlib import Path
from types import FrameType

import pytest

from bench.stages import ELSE, STAGES, stage_of
from tests.cambio.kit import act, people
from tests.cambio.numbers.known import dealt_alike
from tests.cambio.pages.visits import client_of
from tests.docs.documents import ROOT

PRODUCT = ("tabletop/", "cambio/")
OFF_THE_WAY = {
    "*/admin.py": "what staff see",
    "*/staff_*.py": "the same",
    "tabletop/hidden_cards.py": "the same",
    "tabletop/tables/verdicts.py": "what staff and commands verify",
    "*/apps.py": "registration, at the start of a process",
    "*/urls.py": "tables of addresses: Django runs through them",
    "*/sockets.py": "the same, of sockets",
    "*/migrations/*": "columns, when the site is updated",
    "*/management/*": "commands",
    "*/simulation.py": "games among bots without a server",
    "cambio/replay.py": "the audit of a stored game",
    "tabletop/reference/*": "the reference for programs",
    "tabletop/tables/__init__.py": "a docstring",
    "tabletop/tables/caps.py": "opening a table",
    "tabletop/tables/opening.py": "the same",
    "tabletop/one_at_a_time.py": "the same",
    "tabletop/tables/entrance.py": "opening and joining tables",
    "tabletop/tables/own_tables.py": "home pages",
    "tabletop/tables/finished_tables.py": "joining or leaving the next table",
    "tabletop/tables/held_seats.py": "joining the next table",
    "tabletop/tables/playing_again.py": "opening and joining the next table",
    "tabletop/tables/removals.py": "joining, and sending away",
    "tabletop/tables/offered_seats.py": "taking a seat that somebody has given up",
    "tabletop/tables/mails.py": "mail to those who are nudged, and wanted again",
    "tabletop/tables/turn_times.py": "home pages, doors and the waiting room",
    "tabletop/tables/entry_requests.py": "the same",
    "tabletop/tables/invitation*.py": "the same",
    "tabletop/tables/qr_codes.py": "the waiting room",
    "tabletop/tables/tokens.py": "tokens of seats, which a program has before it moves",
    "tabletop/tables/program_views.py": "the page about them",
    "tabletop/talk/*": "what people say at a table",
    "tabletop/live/talking.py": "the same",
    "tabletop/settings.py": "settings, at the start of a process",
    "tabletop/known_types.py": "once, when a process starts",
    "tabletop/running.py": "the same",
    "tabletop/backups/*": "copies of the database",
}
"""Files that no move runs through, and why."""


def product_files() -> list[str]:
    found = [path for room in PRODUCT for path in (ROOT / room).rglob("*.py") if path.read_text().strip()]
    return sorted(str(path.relative_to(ROOT)) for path in found)


def is_off_the_way(file: str) -> bool:
    return any(fnmatch(file, pattern) for pattern in OFF_THE_WAY)


def test_every_file_on_the_way_of_a_move_has_a_stage() -> None:
    assert [file for file in product_files() if stage_of(file) == ELSE and not is_off_the_way(file)] == []


@pytest.mark.django_db(transaction=True)
def test_a_move_by_post_runs_through_no_file_without_a_stage() -> None:
    persons = people(2)
    game_id = dealt_alike(persons)
    for seat in range(2):
        act(game_id, seat, "confirm_initial_view", now=time.time())
    client = client_of(persons[0])
    assert client.get(f"/cambio/{game_id}/").status_code == 200
    met: set[str] = set()

    def meet(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and frame.f_code.co_name != "<module>":
            met.add(frame.f_code.co_filename)

    sys.setprofile(meet)
    try:
        answer = client.post(f"/cambio/{game_id}/act/", {"do": "draw:deck"}, headers={"HX-Request": "true"})
    finally:
        sys.setprofile(None)
    assert answer.status_code == 200
    ours = {str(Path(file).relative_to(ROOT)) for file in met if Path(file).is_relative_to(ROOT)}
    run = {file for file in ours if file.startswith(PRODUCT)}
    assert {"tabletop/play.py", "tabletop/batch.py", "cambio/rules/engine.py"} <= run
    assert [file for file in sorted(run) if stage_of(file) == ELSE or is_off_the_way(file)] == []


def test_the_lean_write_is_told_apart_from_the_rest() -> None:
    rows, write, hub = "rows: read, compare, batch", "write path, kept games, keys", "hub, snapshots, announcements"
    stages = {
        "tabletop/batch.py": rows,
        "tabletop/composed.py": rows,
        "tabletop/rows.py": rows,
        "tabletop/kept_games.py": write,
        "tabletop/keys.py": write,
        "tabletop/replay.py": hub,
    }
    assert {file: stage_of(str(ROOT / file)) for file in stages} == stages


def test_a_new_file_is_noticed() -> None:
    for file in (
        "tabletop/something.py",
        "tabletop/live/something.py",
        "tabletop/tables/something.py",
        "cambio/x/y.py",
    ):
        assert stage_of(file) == ELSE


def test_no_stage_names_what_is_gone() -> None:
    named = [place for _stage, places in STAGES for place in places if place.startswith(PRODUCT)]
    assert [place for place in named if not (ROOT / place).exists()] == []
    assert len(named) == len(set(named))
    for pattern in OFF_THE_WAY:
        assert any(fnmatch(file, pattern) for file in product_files()), pattern
