"""`/metrics` of served processes: each tells its own, to those who may read it."""

import time
from collections.abc import Callable

import httpx
import pytest
from websockets.sync.client import connect

from tests.faults.duels import duel_at
from tests.kit.people import PATIENCE_SECONDS, Person, get
from tests.kit.server import Site, SiteServer
from tests.operation.told import Told

pytestmark = pytest.mark.both_shapes


def told(server: SiteServer) -> Told:
    """As Prometheus hears it, which asks without the proxy."""
    answer = get(f"{server.url}/metrics")
    assert answer.status_code == 200
    return Told(answer.text)


def wait_for(server: SiteServer, value: float, name: str, **labels: str) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while (last := told(server).value(name, **labels)) != value:
        assert time.monotonic() < deadline, f"{name} is {last}"
        time.sleep(0.05)


def test_an_open_socket_is_counted_until_it_closes(server: SiteServer) -> None:
    labels = {"game": "", "page": "home"}
    before = told(server).value("tabletop_sockets_open", **labels)
    address = f"{server.url.replace('http', 'ws', 1)}/lobby/live/"
    with connect(address, origin=server.url) as socket:  # type: ignore[arg-type] # any text
        socket.recv(timeout=PATIENCE_SECONDS)
        wait_for(server, before + 1, "tabletop_sockets_open", **labels)
    wait_for(server, before, "tabletop_sockets_open", **labels)


def test_a_visitor_who_comes_through_the_proxy_reads_nothing(server: SiteServer) -> None:
    answer = get(f"{server.url}/metrics", headers={"X-Forwarded-For": "203.0.113.9"})
    assert (answer.status_code, answer.text) == (404, "")


def test_each_of_two_processes_tells_its_own(new_site: Callable[..., Site]) -> None:
    site = new_site()
    first, second = site.serve(clock=False), site.serve(clock=False)
    with Person(first.url, "Ada") as ada, Person(first.url, "Bea") as bea, duel_at(first, (ada, bea)) as duel:
        duel.play(0)
        labels = {"game": "duel", "page": "table"}
        assert told(first).value("tabletop_sockets_open", **labels) == 2
        assert told(second).value("tabletop_sockets_open", **labels) == 0
        moves = {"game": "duel", "kind": "play"}
        assert told(first).value("tabletop_moves_total", **moves) == 1
        assert told(second).value("tabletop_moves_total", **moves) == 0
        text = told(first).text
        assert duel.table.split("/")[2] not in text
        assert not [name for name in ("Ada", "Bea") if name in text]


def test_metrics_are_not_among_what_the_server_sends_to_others(server: SiteServer) -> None:
    with httpx.Client(base_url=server.url, headers={"X-Forwarded-For": "203.0.113.9"}, verify=False) as client:
        for path in ("/metrics/", "/metrics?x=1", "/%6detrics"):
            answer = client.get(path)
            assert answer.status_code == 404, path
            assert "tabletop_moves" not in answer.text
