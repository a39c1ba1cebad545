"""A server that is told to stop answers the requests that it has begun."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest

from tests.faults.test_password_lane import finished, guess
from tests.kit.lines import Line
from tests.kit.people import Person
from tests.kit.server import Site

STRANGERS = 4
"""Twice as many as passwords are looked at once: when the first is answered others have begun."""


@pytest.mark.both_shapes
def test_requests_that_have_begun_are_answered_when_the_server_stops(new_site: Callable[..., Site]) -> None:
    server = new_site().serve()
    with ThreadPoolExecutor(STRANGERS) as crowd:
        guesses = [crowd.submit(guess, server.url, stranger) for stranger in range(STRANGERS)]
        while not finished(guesses):
            time.sleep(0.001)
        assert len(finished(guesses)) < STRANGERS
        server.stop()
        assert [each.result().status_code for each in guesses] == [400] * STRANGERS


def test_sockets_end_in_the_log_and_nobody_has_left_the_table(new_site: Callable[..., Site]) -> None:
    """Their pages come back to the next server at once."""
    site = new_site(environment={"ACCESS_LOG": "1"})
    server = site.serve()
    asked = "from tabletop.models import Presence; print(Presence.objects.count())"
    with Person(server.url, "Ada") as ada, Person(server.url, "Bea") as bea:
        table = ada.start_duel(bea)
        with Line(ada, table) as line:
            line.wait_for('id="beat"')
            server.stop()
    lines = [msgspec.json.decode(line) for line in server.log.read_text().splitlines() if line.startswith("{")]
    assert [line["event"] for line in lines if line["event"].startswith("socket")] == ["socket opened", "socket closed"]
    assert int(site.manage("shell", "--no-imports", "-c", asked)) == 1
