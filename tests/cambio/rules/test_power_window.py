"""Rules 7.1: the power window."""

from typing import Any

import pytest

from cambio import rules
from tests.cambio.rules.table import Table, arranged, with_open_power

OTHER_ACTIONS: list[dict[str, Any]] = [
    {"type": "draw", "source": "deck"},
    {"type": "draw", "source": "discard"},
    {"type": "swap", "position": 0},
    {"type": "discard"},
    {"type": "call_cambio"},
]
POWER_ACTIONS: list[dict[str, Any]] = [
    {"type": "use_power", "position": 0, "targetSeat": 1, "targetPosition": 0},
    {"type": "skip_power"},
    {"type": "dismiss_reveal"},
]


@pytest.mark.parametrize("card", ["7h", "9h", "Jh", "Kh"])
@pytest.mark.parametrize("action", OTHER_ACTIONS, ids=str)
def test_every_other_action_is_refused_while_a_power_is_open(card: str, action: dict[str, Any]) -> None:
    assert with_open_power(card).refusal(0, **action) == "power_pending"


@pytest.mark.parametrize("card", ["7h", "9h", "Jh", "Kh"])
@pytest.mark.parametrize("action", [*OTHER_ACTIONS, *POWER_ACTIONS], ids=str)
def test_everybody_else_is_still_told_that_it_is_not_their_turn(card: str, action: dict[str, Any]) -> None:
    assert with_open_power(card, 3).refusal(2, **action) == "not_your_turn"


@pytest.mark.parametrize("action", POWER_ACTIONS, ids=str)
def test_with_no_window_open_a_power_request_fails(action: dict[str, Any]) -> None:
    assert arranged().refusal(0, **action) == "no_power_pending"
    assert arranged().do(0, "draw", source="deck").refusal(0, **action) == "no_power_pending"


@pytest.mark.parametrize("card", ["7h", "9h", "Jh", "Kh"])
def test_a_power_that_was_skipped_cannot_be_used_later(card: str) -> None:
    table = with_open_power(card).do(0, "skip_power").do(1, "draw", source="discard").do(1, "swap", position=0)
    for action in POWER_ACTIONS:
        assert table.refusal(0, **action) == "no_power_pending"


def test_a_power_that_was_used_cannot_be_used_again() -> None:
    table = with_open_power("Jh").do(0, "use_power", position=0, targetSeat=1, targetPosition=0)
    assert table.refusal(0, "use_power", position=0, targetSeat=1, targetPosition=0) == "not_your_turn"


def test_there_is_no_time_limit_for_choosing() -> None:
    table = with_open_power("7h")
    assert rules.next_deadline(table.state) is None
    assert table.wait(100_000).stage == "power_choice"


def test_powers_work_in_the_final_round_too() -> None:
    table = with_open_power("Jh", 3, turn=1, phase="final_round", caller=0)
    table.do(1, "use_power", position=0, targetSeat=0, targetPosition=0)
    assert (table.hand(0)[0], table.hand(1)[0]) == ("2d", "2h")
    assert table.turn == 2


@pytest.mark.parametrize(
    ("card", "fields", "code"),
    [
        ("7h", {"position": 4}, "invalid_card_position"),
        ("7h", {"position": -1}, "invalid_card_position"),
        ("7h", {}, "invalid_card_position"),
        ("7h", {"position": None}, "invalid_card_position"),
        ("7h", {"targetSeat": 1, "targetPosition": 1}, "invalid_card_position"),
        ("9h", {"targetSeat": 1}, "invalid_card_position"),
        ("9h", {"targetSeat": 1, "targetPosition": 4}, "invalid_card_position"),
        ("9h", {"targetSeat": 1, "targetPosition": -1}, "invalid_card_position"),
        ("9h", {"targetPosition": 1}, "invalid_power_target"),
        ("9h", {"targetSeat": 0, "targetPosition": 1}, "invalid_power_target"),
        ("9h", {"targetSeat": 2, "targetPosition": 1}, "invalid_power_target"),
        ("9h", {"targetSeat": -1, "targetPosition": 1}, "invalid_power_target"),
        ("Jh", {"targetSeat": 1, "targetPosition": 1}, "invalid_card_position"),
        ("Jh", {"position": 1, "targetSeat": 1}, "invalid_card_position"),
        ("Jh", {"position": 4, "targetSeat": 1, "targetPosition": 1}, "invalid_card_position"),
        ("Jh", {"position": 1, "targetSeat": 1, "targetPosition": 4}, "invalid_card_position"),
        ("Jh", {"position": 1, "targetPosition": 1}, "invalid_power_target"),
        ("Jh", {"position": 1, "targetSeat": 0, "targetPosition": 1}, "invalid_power_target"),
        ("Jh", {"position": 1, "targetSeat": 7, "targetPosition": 1}, "invalid_power_target"),
        ("7h", {"position": 1, "powerType": "peek_opponent"}, "power_type_mismatch"),
        ("7h", {"position": 1, "powerType": "none"}, "power_type_mismatch"),
        ("9h", {"targetSeat": 1, "targetPosition": 1, "powerType": "peek_own"}, "power_type_mismatch"),
        ("Jh", {"position": 1, "targetSeat": 1, "targetPosition": 1, "powerType": "look_own"}, "power_type_mismatch"),
        ("7h", {"position": "1"}, "invalid_request"),
        ("7h", {"position": True}, "invalid_request"),
        ("7h", {"position": 1, "powerType": "fly"}, "invalid_request"),
        ("9h", {"targetSeat": "1", "targetPosition": 1}, "invalid_request"),
        ("9h", {"targetSeat": True, "targetPosition": 1}, "invalid_request"),
    ],
    ids=str,
)
def test_an_invalid_request_is_an_error_and_leaves_the_window_open(card: str, fields: Any, code: str) -> None:
    table = with_open_power(card)
    assert table.refusal(0, "use_power", **fields) == code
    assert table.stage == "power_choice"
    assert table.do(0, "skip_power").turn == 1


@pytest.mark.parametrize("card", ["7h", "9h", "Jh"])
def test_nothing_is_on_show_yet_to_dismiss(card: str) -> None:
    assert with_open_power(card).refusal(0, "dismiss_reveal") == "invalid_action"


@pytest.mark.parametrize(
    ("card", "fields"),
    [
        ("7h", {"position": 1, "targetSeat": 99, "targetPosition": 99}),
        ("9h", {"targetSeat": 1, "targetPosition": 1, "position": 99}),
    ],
)
def test_fields_the_open_power_does_not_need_are_ignored(card: str, fields: Any) -> None:
    assert with_open_power(card).do(0, "use_power", **fields).stage == "power_reveal"


@pytest.mark.parametrize(
    ("card", "fields"),
    [
        ("7h", {"position": 1, "powerType": "peek_own"}),
        ("9h", {"targetSeat": 1, "targetPosition": 1, "powerType": "peek_opponent"}),
        ("Jh", {"position": 1, "targetSeat": 1, "targetPosition": 1, "powerType": "blind_swap"}),
    ],
)
def test_the_type_of_the_power_may_be_given(card: str, fields: Any) -> None:
    assert "POWER_USED" in with_open_power(card).do(0, "use_power", **fields).event_types


@pytest.mark.parametrize(
    ("card", "positions", "targets"),
    [("7h", [0, 1, 2, 3], []), ("9h", [], [0, 2]), ("Jh", [0, 1, 2, 3], [0, 2]), ("Kh", [], [])],
)
def test_the_activator_alone_is_told_the_allowed_targets(card: str, positions: Any, targets: Any) -> None:
    table = with_open_power(card, 3, turn=1)
    event = table.event("POWER_AVAILABLE")
    assert event["audience"] == (1,)
    assert (event["positions"], event["targetPlayerIds"]) == (positions, targets)


@pytest.mark.parametrize(("card", "uses"), [("7h", 4), ("9h", 12), ("Jh", 48)])
def test_the_menu_names_every_position_and_every_target_and_the_skip(card: str, uses: int) -> None:
    table = with_open_power(card, 4)
    menu = table.menu(0)
    assert len(menu) == uses + 1
    assert len({str(action) for action in menu}) == uses + 1
    assert menu[-1] == {"type": "skip_power"}
    assert table.view(0)["availableActions"] == ["use_power", "skip_power"]
    for action in menu:
        Table(table.state).do(0, **action)
