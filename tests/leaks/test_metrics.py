"""`/metrics` counts the same in twin worlds."""

import re

import pytest
import time_machine
from django.test import Client

from tabletop.operation import gauges
from tests.cambio.kit import START
from tests.kit.roads import both_roads
from tests.leaks.playing import play
from tests.leaks.test_other_roads import make_mistakes
from tests.leaks.twins import TWINS, Table

pytestmark = pytest.mark.django_db

VARIES = re.compile(r"_(seconds|created|bytes)|part_cache|^(python|process)_")
"""Time and memory, and what is rendered once for all: they differ between any two runs."""


@pytest.fixture(autouse=True)
def _read_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gauges, "READ_SECONDS", 0.0)


def samples() -> dict[str, float]:
    lines = Client().get("/metrics").content.decode().splitlines()
    told = [line.rpartition(" ") for line in lines if not line.startswith("#")]
    return {name: float(value) for name, _blank, value in told if not VARIES.search(name)}


def counted(table: Table) -> dict[str, float]:
    """What a viewer and a stranger add by what they do at this table."""
    before = samples()
    assert play(table)
    make_mistakes(table)
    return {name: value - before.get(name, 0) for name, value in samples().items() if value != before.get(name, 0)}


@both_roads
@pytest.mark.parametrize("slug", TWINS)
def test_counts_are_the_same_in_twin_worlds(slug: str) -> None:
    # How long the machine takes is no part of the worlds: a deadline is late after a minute in which no clock runs.
    with time_machine.travel(START, tick=False):
        first, second = map(counted, TWINS[slug]())
    assert first == second
    assert first, "nothing was counted"
