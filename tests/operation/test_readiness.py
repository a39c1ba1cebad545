"""`/readyz` says what is missing, and the log says why, in one line."""

import logging

import pytest
from django.test import Client

from tabletop import timebase
from tabletop.models import ClockBeat

pytestmark = pytest.mark.django_db


def test_a_clock_that_has_not_begun_yet_is_no_fault(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    """As right after the start of a site, when the first look comes before the clock's first beat."""
    caplog.set_level(logging.WARNING)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["clock"], answer.json()["ok"]) == (200, False, False)
    (record,) = [record for record in caplog.records if record.name == "tabletop.health"]
    assert record.getMessage() == "not ready: no clock is running; start one with manage.py clock"
    assert record.exc_info is None


def test_with_a_clock_everything_is_ready(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    ClockBeat.objects.create(process="6e1f4c7e-0000-4000-8000-000000000000", at=timebase.now())
    assert client.get("/readyz").json() == {"ok": True, "database": True, "channel_layer": True, "clock": True}
    assert not caplog.records
