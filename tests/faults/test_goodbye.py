"""A server that is told to stop answers the requests that it has begun."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.faults.test_password_lane import finished, guess
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
