"""A clock that is set by an hour while games go on: no deadline comes early, and none is late."""

import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest

from tests.kit.ledger import Ledger
from tests.kit.people import PATIENCE_SECONDS
from tests.kit.players import Deed, Player, join, open_table
from tests.kit.server import Site, SiteServer
from tests.races.positions import START, bid

HOUR = 3600
VIEW_SECONDS = 10
"""How long players of Cambio see their first cards."""
LATE_SECONDS = 20
"""A busy machine is late, but not by an hour."""
BANKED = 600
NOTED = "SELECT latest FROM tabletop_sitetime"
SHIFTED_CLOCK = """
CREATE SCHEMA shifted;
CREATE TABLE shifted.shift (seconds float8);
INSERT INTO shifted.shift VALUES (0);
CREATE FUNCTION shifted.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
    $$ SELECT pg_catalog.clock_timestamp() + make_interval(secs => seconds) FROM shifted.shift $$;
DO $$ BEGIN
    EXECUTE format('ALTER DATABASE %I SET search_path = shifted, pg_catalog, public', current_database());
END $$;
"""


@dataclass
class Setting:
    """A site whose clocks can be set."""

    site: Site
    servers: list[SiteServer]
    set_clock: Callable[[float], object]


def clock_file(site: Site, name: str) -> Path:
    """The clock of processes that are started from now on."""
    file = site.folder / name
    file.write_text("0")
    site.environment["TEST_CLOCK_FILE"] = str(file)
    return file


def in_database(site: Site, statement: str) -> list[tuple[float, ...]]:
    address = site.environment["DATABASE_URL"]
    if address.startswith("sqlite"):
        with sqlite3.connect(address.removeprefix("sqlite:///"), timeout=PATIENCE_SECONDS) as file:
            return file.execute(statement).fetchall()
    with psycopg.connect(address, autocommit=True) as connection:
        cursor = connection.execute(statement.encode())
        return cursor.fetchall() if cursor.description else []


def wait_until_sure(setting: Setting) -> None:
    """A process notes the time once it trusts its own count."""
    give_up_at, (before,) = time.monotonic() + PATIENCE_SECONDS, in_database(setting.site, NOTED) or [(0.0,)]
    while in_database(setting.site, NOTED) in ([], [before]):
        assert time.monotonic() < give_up_at, "nobody has noted the time"
        time.sleep(0.1)


def play_through_a_jump(setting: Setting, seconds: float) -> None:
    ledger = Ledger()
    wait_until_sure(setting)
    cards = open_table(setting.servers, "cambio", ledger)
    assert isinstance(join(cards), Player)
    timer = {"increment": 5, "banked": BANKED}
    chess = open_table(setting.servers, "imperial", ledger, timer=timer)
    assert isinstance(join(chess), Player)
    assert chess.do(START).is_accepted
    began_at = time.monotonic()
    assert cards.do(START).is_accepted
    setting.set_clock(seconds)
    while cards.look(at=-1)["state"]["phase"] == "initial_view":
        assert time.monotonic() - began_at < VIEW_SECONDS + LATE_SECONDS, "the deadline waits for an hour to pass"
        time.sleep(0.2)
    assert time.monotonic() - began_at > VIEW_SECONDS - 1, "the deadline has come with the jump"
    # The one has lost some seconds of the time that was banked at most; the moves lie in the order they were made.
    told = chess.do(bid(4), at=-1)
    assert told.is_accepted
    assert "clock_overrun" not in [event["type"] for event in told.body["events"]]
    mine = next(info for info in told.body["state"]["playerInfo"].values() if info.get("banked") is not None)
    assert BANKED - VIEW_SECONDS - LATE_SECONDS < mine["banked"] <= BANKED
    assert chess.do(Deed(path="undo")).is_accepted
    ledger.check_replays(setting.site)


@pytest.mark.parametrize("seconds", [HOUR, -HOUR], ids=["forwards", "back"])
def test_a_jump_of_the_computers_clock_moves_no_deadline(new_site: Callable[..., Site], seconds: float) -> None:
    site = new_site()
    file = clock_file(site, "clock")
    setting = Setting(site, [site.serve()], lambda shift: file.write_text(str(shift)))
    play_through_a_jump(setting, seconds)


@pytest.mark.production_only
@pytest.mark.parametrize("seconds", [HOUR, -HOUR], ids=["forwards", "back"])
def test_a_jump_of_the_databases_clock_moves_no_deadline(new_site: Callable[..., Site], seconds: float) -> None:
    """The clocks of the processes stay as they are."""
    site = new_site()
    in_database(site, SHIFTED_CLOCK)
    servers = [site.serve(), site.serve(clock=False)]
    set_clock = f"UPDATE shifted.shift SET seconds = {seconds}"
    play_through_a_jump(Setting(site, servers, lambda _shift: in_database(site, set_clock)), seconds)


@pytest.mark.production_only
def test_processes_whose_clocks_differ_by_an_hour_count_the_same(new_site: Callable[..., Site]) -> None:
    site = new_site()
    clock_file(site, "one").write_text(str(HOUR))
    one = site.serve()
    other = clock_file(site, "two")
    two = site.serve(clock=False)
    play_through_a_jump(Setting(site, [one, two], lambda shift: other.write_text(str(shift))), -HOUR)
