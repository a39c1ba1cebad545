"""Rules 14.3, 21.30 and 21.31: deadlines, and what is answered when one is overdue."""

from collections.abc import Callable

import pytest

from cambio import rules
from tests.cambio.rules.table import Table, arranged, dealt, with_open_power

OVERDUE: list[tuple[str, Callable[[], Table], float]] = [
    ("initial view", lambda: dealt(3), 1010.0),
    ("reveal", lambda: with_open_power("Kh", 3), 1005.0),
    ("absent player", lambda: arranged(3).do(0, "disconnected"), 1060.0),
]
over_all_deadlines = pytest.mark.parametrize(
    ("make", "due"), [(make, due) for _name, make, due in OVERDUE], ids=[name for name, *_rest in OVERDUE]
)


@over_all_deadlines
def test_the_next_deadline_is_a_point_in_time(make: Callable[[], Table], due: float) -> None:
    assert rules.next_deadline(make().state) == due


@over_all_deadlines
def test_settling_before_the_deadline_does_nothing(make: Callable[[], Table], due: float) -> None:
    table = make()
    assert rules.settle(table.state, now=due - 0.001, shuffle=list) == (table.state, ())


@over_all_deadlines
def test_settling_twice_is_harmless(make: Callable[[], Table], due: float) -> None:
    once, events = rules.settle(make().state, now=due, shuffle=list)
    assert events
    assert rules.settle(once, now=due, shuffle=list) == (once, ())


@over_all_deadlines
def test_settling_late_comes_to_the_same_as_settling_in_time(make: Callable[[], Table], due: float) -> None:
    in_time, _events = rules.settle(make().state, now=due, shuffle=list)
    assert rules.settle(make().state, now=due + 1000, shuffle=list)[0] == in_time


@over_all_deadlines
def test_view_and_menu_of_an_overdue_state_answer_as_after_settling(make: Callable[[], Table], due: float) -> None:
    overdue = make().state
    settled, _events = rules.settle(overdue, now=due, shuffle=list)
    for seat in range(3):
        assert rules.view(overdue, seat, now=due) == rules.view(settled, seat, now=due)
        assert rules.legal_actions(overdue, seat, now=due) == rules.legal_actions(settled, seat, now=due)


@over_all_deadlines
def test_an_action_first_settles_what_is_due(make: Callable[[], Table], due: float) -> None:
    table = make()
    settled, told = rules.settle(table.state, now=due, shuffle=list)
    seat = settled.current
    action = rules.Draw(source="discard")
    after, events = rules.apply(table.state, seat, action, now=due, shuffle=list)
    expected, more = rules.apply(settled, seat, action, now=due, shuffle=list)
    assert after == expected
    assert events == told + more


def test_settling_needs_no_chance() -> None:
    def no_chance(items: object) -> list[object]:
        raise AssertionError(items)

    for _name, make, due in OVERDUE:
        rules.settle(make().state, now=due, shuffle=no_chance)  # type: ignore[arg-type]


def test_a_game_in_which_nobody_is_waited_for_has_no_deadline() -> None:
    assert rules.next_deadline(arranged(3).state) is None
    assert rules.next_deadline(arranged(3, phase="completed", caller=0).state) is None


def test_an_absent_player_out_of_turn_sets_no_deadline() -> None:
    assert rules.next_deadline(arranged(3).do(1, "disconnected").state) is None


def test_the_reveal_of_a_player_marked_as_gone_ends_after_five_seconds_all_the_same() -> None:
    table = arranged(deck=("Kh", "Ad")).do(0, "disconnected").let_time_pass(58)
    table.do(0, "draw", source="deck").do(0, "discard")
    assert rules.next_deadline(table.state) == 1063.0
    assert table.wait(4.9).stage == "power_reveal"
    assert table.wait(0.1).turn == 1
