"""How many connections to PostgreSQL a process keeps: as many as `docs/operations.md` says."""

import re
import time
from collections.abc import Callable

import httpx
import psycopg
import pytest

from tests.docs.documents import ROOT
from tests.faults.test_postgres_restart import visit_at_once
from tests.kit.clock import running_clock
from tests.kit.lines import Line
from tests.kit.people import PATIENCE_SECONDS, Person, get
from tests.kit.server import Site, SiteServer

pytestmark = pytest.mark.production_only

SERVER, CLOCK, BOTH = 9, 5, 12
SETTLED_SECONDS = 3
ADDRESS, PASSWORD = "staff@example.org", "a long secret of staff"


def connections(site: Site, name: str) -> int:
    """Of the processes with this name."""
    with psycopg.connect(site.environment["DATABASE_URL"]) as database:
        asked = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = %s"
        (count,) = database.execute(asked, [name]).fetchall()[0]
    return int(count)


def do_everything_at(server: SiteServer) -> None:
    """Pages at once, a socket, a move by it, and a password of a browser that is not known, then of one that is."""
    with Person(server.url, "Ada") as ada, Person(server.url, "Bea") as bea:
        table = ada.start_duel(bea)
        with Line(ada, table) as line:
            assert "toast" in line.move({"type": "play", "card": 9}, key="refused")
            assert {page.status_code for page in visit_at_once(server.url + table, times=60, person=ada)} == {200}
    server.site.environment["DJANGO_SUPERUSER_PASSWORD"] = PASSWORD
    server.site.manage("createsuperuser", "--no-input", "--email", ADDRESS, "--display_name", "Staff")
    with httpx.Client(base_url=server.url, timeout=PATIENCE_SECONDS, verify=False) as browser:
        for _time in range(2):
            if "sessionid" in browser.cookies:
                browser.cookies.delete("sessionid")
            browser.get("/account/login/")
            sent = {"login": ADDRESS, "password": PASSWORD, "csrfmiddlewaretoken": browser.cookies["csrftoken"]}
            assert browser.post("/account/login/", data=sent).status_code == 302


def wait_for_connections(site: Site, name: str, count: int) -> None:
    """That many, and no more a little later."""
    give_up_at = time.monotonic() + PATIENCE_SECONDS
    while (found := connections(site, name)) < count:
        assert time.monotonic() < give_up_at, found
        time.sleep(0.2)
    time.sleep(SETTLED_SECONDS)
    assert connections(site, name) == count


def test_a_server_keeps_as_many_connections_as_is_said(new_site: Callable[..., Site]) -> None:
    site = new_site()
    do_everything_at(site.serve(clock=False))
    wait_for_connections(site, "tabletop serve", SERVER)


def test_a_clock_keeps_as_many_connections_as_is_said(new_site: Callable[..., Site]) -> None:
    site = new_site()
    with running_clock(site) as clock:
        assert get(f"{clock.url}/metrics").status_code == 200
        wait_for_connections(site, "tabletop clock", CLOCK)


def test_a_server_with_its_clock_keeps_as_many_connections_as_is_said(new_site: Callable[..., Site]) -> None:
    site = new_site()
    do_everything_at(site.serve())
    wait_for_connections(site, "tabletop serve", BOTH)


def test_the_document_names_these_numbers() -> None:
    rows = dict(re.findall(r"^\| (`manage.py [^|]+) \| (\d+)", (ROOT / "docs/operations.md").read_text(), re.M))
    assert list(rows.values()) == [str(SERVER), str(CLOCK), str(BOTH)]
