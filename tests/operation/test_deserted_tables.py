"""Deserted waiting tables are closed within minutes, not once a day: they count among the tables of their hosts."""

import time

import pytest

from tabletop.operation import tidy
from tests.operation.test_tidy import guest, names_left, tidying_thread, waiting_table
from tests.tinygame.models import DuelGame

pytestmark = pytest.mark.django_db


def test_they_are_looked_for_every_five_minutes_by_one_process() -> None:
    now = time.time()
    claimed = [tidy.claim_deserted(now=now + second) for second in (0, 1, 299, 301, 302)]
    assert claimed == [True, False, False, True, False]
    assert tidy.claim_day(now=now)


@pytest.mark.django_db(transaction=True)
def test_they_are_closed_though_the_site_was_tidied_up_today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tidy, "FIRST_AFTER_SECONDS", 0.0)
    assert tidy.claim_day(now=time.time())
    waiting_table(guest("Juno"), minutes_ago=31)
    deadline = time.monotonic() + 60
    with tidying_thread():
        while DuelGame.objects.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
    assert not DuelGame.objects.exists()
    assert names_left() == {"Juno"}, "all else has its day"
