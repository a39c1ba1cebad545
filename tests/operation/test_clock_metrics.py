"""The clock tells its counts at a port of its own: moves that it makes are counted there, and nowhere else."""

import time
from collections.abc import Callable

import httpx
import pytest

from tests.kit.clock import ClockProcess, running_clock
from tests.kit.people import PATIENCE_SECONDS, Person, get
from tests.kit.server import Site, SiteServer
from tests.kit.services import shape
from tests.operation.told import Told

pytestmark = pytest.mark.both_shapes

SETTLED = {"game": "duel", "kind": "settle"}


def told(process: ClockProcess | SiteServer) -> Told:
    answer = get(f"{process.url}/metrics")
    assert answer.status_code == 200
    return Told(answer.text)


def test_a_deadline_is_counted_by_the_clock_that_made_it(new_site: Callable[..., Site]) -> None:
    site = new_site()
    server = site.serve(clock=False)
    with running_clock(site) as clock:
        with Person(server.url, "Ada") as ada, Person(server.url, "Bea") as bea:
            ada.start_duel(bea, turn_seconds=1)
        give_up_at = time.monotonic() + PATIENCE_SECONDS
        while not told(clock).value("tabletop_moves_total", **SETTLED):
            assert time.monotonic() < give_up_at, "the clock has counted no move"
            time.sleep(0.2)
        assert told(server).value("tabletop_moves_total", **SETTLED) == 0


def test_the_clock_tells_what_the_database_holds(new_site: Callable[..., Site]) -> None:
    site = new_site()
    with running_clock(site) as clock:
        give_up_at = time.monotonic() + PATIENCE_SECONDS
        # Read again after a while, if the first beat had not come yet.
        while (counts := told(clock)).value("tabletop_clock_running") != 1:
            assert time.monotonic() < give_up_at, counts.text
            time.sleep(1)
        assert counts.value("tabletop_database_up") == 1
        own = sum(
            value
            for (name, labels), value in counts.samples.items()
            if name == "tabletop_database_connections" and ("state", "elsewhere") not in labels
        )
        # The count of time, the clock, the mailer, tidying up, and who reads this.
        assert (own == 0) is (shape() == "small")
        assert own <= 5
        assert (counts.value("tabletop_database_connections_limit") > 0) is (shape() == "production")


def test_only_the_counts_are_told_and_only_to_listed_addresses(new_site: Callable[..., Site]) -> None:
    site = new_site()
    with running_clock(site) as clock:
        for path in ("/", "/metrics/", "/readyz"):
            answer = get(clock.url + path)
            assert (answer.status_code, answer.text) == (404, "")
        assert get(f"{clock.url}/metrics", headers={"X-Forwarded-For": "203.0.113.9"}).status_code == 200
        assert httpx.post(f"{clock.url}/metrics").status_code == 501
    site.environment["METRICS_ADDRESSES"] = "10.1.0.0/16"
    with running_clock(site) as clock:
        answer = get(f"{clock.url}/metrics")
        assert (answer.status_code, answer.text) == (404, "")


def test_the_alerts_know_where_the_units_tell_their_counts() -> None:
    """Every port that a unit listens on is a target, at the address it listens on."""
    from tests.docs.documents import ROOT

    deploy = ROOT / "deploy"
    alerts = (deploy / "prometheus/alerts.yml").read_text()
    clock = (deploy / "systemd/tabletop-clock.service").read_text()
    server = (deploy / "systemd/tabletop@.service").read_text()
    assert "clock --metrics-port 9101\n" in clock
    assert "--host 127.0.0.1 --port 800%i\n" in server
    assert 'targets: ["127.0.0.1:8001", "127.0.0.1:8002", "127.0.0.1:9101"]' in alerts
