"""Rules 15: every code, and the order of checks."""

import re
from typing import Any

import pytest

from cambio import rules
from cambio.rules.refusals import MESSAGES
from tabletop.rules import RuleViolation
from tests.cambio.rules.table import Table, arranged, dealt, with_open_power

DRAW = {"type": "draw", "source": "deck"}


def completed() -> Table:
    return arranged(phase="completed", caller=0)


def looking() -> Table:
    return with_open_power("7h").do(0, "use_power", position=0)


CASES: list[tuple[str, Table, int, dict[str, Any]]] = [
    ("invalid_request", arranged(), 0, {"type": "fly"}),
    ("invalid_request", arranged(), 0, {"type": "draw"}),
    ("invalid_request", arranged(), 0, {"type": "draw", "source": "sleeve"}),
    ("invalid_request", arranged(held="3s"), 0, {"type": "swap"}),
    ("invalid_request", arranged(held="3s"), 0, {"type": "swap", "position": "1"}),
    ("player_not_in_game", arranged(), 2, DRAW),
    ("game_already_completed", completed(), 0, DRAW),
    ("invalid_action", dealt(), 0, DRAW),
    ("invalid_action", arranged(), 0, {"type": "confirm_initial_view"}),
    ("invalid_action", with_open_power("7h"), 0, {"type": "dismiss_reveal"}),
    ("already_viewed_cards", dealt().do(0, "confirm_initial_view"), 0, {"type": "confirm_initial_view"}),
    ("cambio_already_called", arranged().do(0, "call_cambio"), 1, {"type": "call_cambio"}),
    ("cambio_after_draw", arranged(held="3s"), 0, {"type": "call_cambio"}),
    ("not_your_turn", arranged(), 1, DRAW),
    ("already_drew", arranged(held="3s"), 0, DRAW),
    ("no_card_drawn", arranged(), 0, {"type": "swap", "position": 0}),
    ("no_card_drawn", arranged(), 0, {"type": "discard"}),
    ("must_swap_discard", arranged(held="3s", held_from="discard"), 0, {"type": "discard"}),
    ("discard_empty", arranged(discard=()), 0, {"type": "draw", "source": "discard"}),
    ("no_cards_available", arranged(deck=()), 0, DRAW),
    ("power_pending", with_open_power("7h"), 0, DRAW),
    ("no_power_pending", arranged(), 0, {"type": "use_power", "position": 0}),
    ("no_power_pending", arranged(), 0, {"type": "skip_power"}),
    ("no_power_pending", arranged(), 0, {"type": "dismiss_reveal"}),
    ("power_already_used", looking(), 0, {"type": "use_power", "position": 0}),
    ("power_type_mismatch", with_open_power("7h"), 0, {"type": "use_power", "powerType": "blind_swap"}),
    ("invalid_card_position", arranged(held="3s"), 0, {"type": "swap", "position": 4}),
    ("invalid_card_position", with_open_power("7h"), 0, {"type": "use_power", "position": 4}),
    ("invalid_power_target", with_open_power("9h"), 0, {"type": "use_power", "targetSeat": 0, "targetPosition": 0}),
]


@pytest.mark.parametrize(("code", "table", "seat", "action"), CASES)
def test_a_refusal_has_its_code_and_changes_nothing(code: str, table: Table, seat: int, action: Any) -> None:
    assert table.refusal(seat, **action) == code


def test_every_code_the_rules_know_is_among_the_cases() -> None:
    # Too few players is refused before there is a game: see test_deal.
    assert {case[0] for case in CASES} | {"invalid_player_count"} == set(MESSAGES)


@pytest.mark.parametrize(("code", "message"), MESSAGES.items())
def test_a_refusal_is_a_sentence_for_a_player(code: str, message: str) -> None:
    assert re.fullmatch(r"[a-z]+(_[a-z]+)*", code)
    assert re.fullmatch(r"[A-Z][^!]*\.", message)


def test_the_refusal_carries_the_sentence_of_its_code() -> None:
    with pytest.raises(RuleViolation) as refused:
        rules.apply(arranged().state, 1, DRAW, now=0.0, shuffle=list)
    assert refused.value.message == MESSAGES["not_your_turn"]


# Each pair: two faults at once; the first in the order of rules 15 is told.
ORDER: list[tuple[str, Table, int, dict[str, Any]]] = [
    # shape before seat
    ("invalid_request", arranged(), 9, {"type": "fly"}),
    # shape before completed
    ("invalid_request", completed(), 0, {"type": "draw", "source": "sleeve"}),
    # seat before completed
    ("player_not_in_game", completed(), 9, DRAW),
    # seat before phase
    ("player_not_in_game", dealt(), 9, DRAW),
    # completed before phase
    ("game_already_completed", completed(), 0, {"type": "confirm_initial_view"}),
    # completed before already called
    ("game_already_completed", completed(), 1, {"type": "call_cambio"}),
    # phase before turn
    ("invalid_action", arranged(), 1, {"type": "confirm_initial_view"}),
    ("invalid_action", dealt(), 1, DRAW),
    # phase before power
    ("invalid_action", with_open_power("7h"), 0, {"type": "confirm_initial_view"}),
    # already called before turn, before power, before stage
    ("cambio_already_called", arranged(3).do(0, "call_cambio"), 2, {"type": "call_cambio"}),
    ("cambio_already_called", with_open_power("7h", turn=1, phase="final_round", caller=0), 1, {"type": "call_cambio"}),
    ("cambio_already_called", arranged(turn=1, phase="final_round", caller=0, held="3s"), 1, {"type": "call_cambio"}),
    # turn before power
    ("not_your_turn", with_open_power("7h"), 1, DRAW),
    ("not_your_turn", arranged(), 1, {"type": "use_power", "position": 0}),
    # turn before stage
    ("not_your_turn", arranged(held="3s"), 1, {"type": "call_cambio"}),
    ("not_your_turn", arranged(), 1, {"type": "discard"}),
    # turn before ranges
    ("not_your_turn", arranged(held="3s"), 1, {"type": "swap", "position": 9}),
    # power before stage
    ("power_pending", with_open_power("7h"), 0, {"type": "discard"}),
    ("power_pending", with_open_power("7h", discard=()), 0, {"type": "draw", "source": "discard"}),
    # power before ranges
    ("power_pending", with_open_power("7h"), 0, {"type": "swap", "position": 9}),
    # stage before ranges and targets
    ("no_card_drawn", arranged(), 0, {"type": "swap", "position": 9}),
    ("already_drew", arranged(held="3s", deck=()), 0, DRAW),
    ("already_drew", arranged(held="3s", discard=()), 0, {"type": "draw", "source": "discard"}),
    ("no_power_pending", arranged(), 0, {"type": "use_power", "position": 9, "powerType": "peek_own"}),
    ("power_already_used", looking(), 0, {"type": "use_power", "position": 9, "powerType": "blind_swap"}),
    # the kind of power before its targets
    ("power_type_mismatch", with_open_power("9h"), 0, {"type": "use_power", "powerType": "peek_own", "position": 9}),
    # the target before the positions
    ("invalid_power_target", with_open_power("9h"), 0, {"type": "use_power"}),
    ("invalid_power_target", with_open_power("Jh"), 0, {"type": "use_power", "position": 9}),
]


@pytest.mark.parametrize(("code", "table", "seat", "action"), ORDER)
def test_of_several_faults_the_first_in_the_order_of_checks_is_told(
    code: str, table: Table, seat: int, action: Any
) -> None:
    assert table.refusal(seat, **action) == code


def test_timers_are_settled_before_the_phase_is_checked() -> None:
    assert dealt().let_time_pass(10).refusal(1, "draw", source="deck") == "not_your_turn"


def test_timers_are_settled_before_completed_is_checked() -> None:
    table = arranged(deck=("Kh",), turn=1, phase="final_round", caller=0).do(1, "draw", source="deck").do(1, "discard")
    assert table.let_time_pass(5).refusal(1, "dismiss_reveal") == "game_already_completed"


@pytest.mark.parametrize("garbage", [None, True, 7, 1.5, "draw", [], [DRAW], {}, object()])
def test_what_is_no_object_is_no_action(garbage: Any) -> None:
    with pytest.raises(RuleViolation) as refused:
        rules.apply(arranged().state, 0, garbage, now=0.0, shuffle=list)
    assert refused.value.code == "invalid_request"


def test_unknown_fields_are_ignored_and_a_player_id_in_the_body_is_no_identity() -> None:
    table = arranged().do(0, "draw", source="deck", playerId=1, mySeat=1, colour="green")
    assert table.state.held_card is not None
    assert table.state.held_card.player_id == 0
