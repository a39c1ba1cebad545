"""The pipeline of a submission (rules 2.1, 8): shape, game over, mode, whose turn, then the rule."""

from typing import Any

import pytest

from imperial import rules
from imperial.rules.refusals import refusal
from imperial.rules.state import State
from tests.imperial.rules.positions import NOW, STANDARD, position, refused

ACTIONS: dict[str, dict[str, Any]] = {
    "bid": {"amount": 1},
    "bid_buy": {"accept": True},
    "buy": {"country": "Italy", "stock": 1},
    "punt": {},
    "propose": {"wheel_spot": "Taxation"},
    "agree": {},
    "vote": {"choice": 1},
    "maneuver_step": {"destination": "Vienna", "action": ""},
    "maneuver_batch": {"fleet_man": [], "army_man": []},
    "dictator_peace": {"accept": True},
    "peace_vote": {"choice": "accept"},
}
MODES = {
    "bid": ("bid",),
    "buy-bid": ("bid_buy",),
    "buy": ("buy", "punt"),
    "proposal": ("propose",),
    "proposal-opp": ("propose", "agree"),
    "vote": ("vote",),
    "continue-man": ("maneuver_step", "maneuver_batch", "dictator_peace"),
    "peace-vote": ("peace_vote",),
}


@pytest.mark.parametrize("mode", MODES)
def test_an_action_of_another_mode_is_refused_from_every_player(mode: str) -> None:
    state = position(mode=mode)
    for kind, payload in ACTIONS.items():
        if kind not in MODES[mode]:
            assert refused(state, "Ann", kind, **payload) == "wrong_mode"
            assert refused(state, "Ben", kind, **payload) == "wrong_mode"


@pytest.mark.parametrize("mode", MODES)
def test_who_is_not_to_act_is_refused(mode: str) -> None:
    state = position(mode=mode)
    for kind in MODES[mode]:
        for player in ("Ben", "Zoe", 1):
            assert refused(state, player, kind, **ACTIONS[kind]) == "not_your_turn"  # type: ignore[arg-type]


def test_after_the_end_everything_is_refused() -> None:
    state = position(mode="game-over", to_act=())
    for kind, payload in (*ACTIONS.items(), ("pause", {}), ("resume", {})):
        assert refused(state, "Ann", kind, **payload) == "wrong_mode"


def test_a_wrong_shape_is_refused_before_anything_else() -> None:
    over = position(mode="game-over", to_act=())
    assert refused(over, "Zoe", "vote", choice=3) == "invalid_request"
    assert refused(over, "Zoe", "dance") == "invalid_request"


def test_a_name_in_the_payload_does_not_make_anybody_somebody_else() -> None:
    assert refused(position(), "Ben", "propose", wheel_spot="Taxation", name="Ann", player="Ann") == "not_your_turn"


def test_undo_is_no_action() -> None:
    assert refused(position(), "Ann", "undo") == "invalid_request"


def test_typed_actions_and_json_do_the_same() -> None:
    state: State = position()
    typed = rules.apply(state, "Ann", rules.Propose(wheel_spot="Taxation"), setup=STANDARD, shuffle=list, now=NOW)
    given = {"type": "propose", "wheel_spot": "Taxation"}
    assert rules.apply(state, "Ann", given, setup=STANDARD, shuffle=list, now=NOW) == typed


def test_a_refusal_has_a_code_and_a_sentence() -> None:
    violation = refusal("limit", "Enough is enough.")
    assert (violation.code, violation.message) == ("limit", "Enough is enough.")


def test_looking_for_nobody_finds_nothing_to_do() -> None:
    assert rules.legal_actions(position(), "Zoe", setup=STANDARD) == []
    assert rules.legal_actions(position(), "Ben", setup=STANDARD) == []
    assert rules.legal_actions(position(), 3, setup=STANDARD) == []
