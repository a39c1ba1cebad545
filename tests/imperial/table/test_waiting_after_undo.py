"""Whom the table waits for once a submission has been taken back: nudge, hand-over and takeover go by it."""

from typing import Any

import pytest

from imperial.plug import Clock, Settings, table
from imperial.rules.state import Timer
from tabletop.rules import RuleViolation
from tabletop.table import Choices, HandToBot, Nudge, SeatInfo, Table
from tests.imperial.rules.positions import position
from tests.imperial.table.test_table import SETUP

PROPOSED, TAKEN_BACK = 1000.0, 1500.0
CLOCK = Clock(increment=30, banked=0)


def do(state: Table, seat: str, action: Any, *, now: float) -> Table:
    after, _events = table.apply(state, seat, action, now=now, shuffle=list)
    return after


def refused(state: Table, seat: str, action: Any, *, now: float) -> str:
    with pytest.raises(RuleViolation) as refusal:
        do(state, seat, action, now=now)
    return refusal.value.code


def taken_back(*, clock: Clock | None = None, takeover: bool = False) -> Table:
    """Ann has taken her proposal back, which Ben was to answer."""
    timer = Timer() if clock is None else Timer(timed=True, increment=30, last_move=round(PROPOSED * 1000))
    bonds = {"Austria": {"Ann": [4], "Ben": [3], "Cleo": [2]}}
    before = Table(
        max_players=3,
        seats=tuple(SeatInfo(seat_id=name) for name in ("Ann", "Ben", "Cleo")),
        host="Cleo",
        choices=Choices(takeover=takeover),
        settings=Settings(setup=SETUP, clock=clock),
        game=position(bonds=bonds, timer=timer),
    )
    proposed = do(before, "Ann", {"type": "propose", "wheel_spot": "Taxation"}, now=PROPOSED)
    assert list(proposed.waits.since) == ["Ben"]
    after, _events = table.undo(proposed, "Ann", before.game, now=TAKEN_BACK)
    return after


def test_who_has_taken_a_move_back_is_awaited_from_then_on_and_may_be_nudged() -> None:
    state = taken_back()
    assert state.waits.since == {"Ann": TAKEN_BACK}
    assert refused(state, "Cleo", Nudge(seat_id="Ann"), now=TAKEN_BACK + 29) == "too_early_to_nudge"
    assert do(state, "Cleo", Nudge(seat_id="Ann"), now=TAKEN_BACK + 30).waits.nudged == {"Ann": TAKEN_BACK + 30}


def test_who_was_to_answer_meanwhile_is_not_awaited_any_more() -> None:
    assert refused(taken_back(), "Cleo", Nudge(seat_id="Ben"), now=TAKEN_BACK + 60) == "nobody_to_nudge"


def test_without_a_clock_the_host_may_let_a_bot_play_on_three_days_after_that() -> None:
    state, late = taken_back(), TAKEN_BACK + 3 * 86_400
    assert refused(state, "Cleo", HandToBot(seat_id="Ann"), now=late - 1) == "not_late_yet"
    assert do(state, "Cleo", HandToBot(seat_id="Ann"), now=late).seats[0].bot_level == "sensible"
    assert refused(state, "Cleo", HandToBot(seat_id="Ben"), now=late) == "not_late_yet"


def test_a_bot_takes_over_two_minutes_after_that_at_the_earliest() -> None:
    state = taken_back(clock=CLOCK, takeover=True)
    assert table.next_deadline(state) == TAKEN_BACK + 120
    after, _events = table.settle(state, now=TAKEN_BACK + 120, shuffle=list)
    assert [info.bot_level for info in after.seats] == ["sensible", None, None]
