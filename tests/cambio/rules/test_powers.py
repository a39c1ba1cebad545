"""Rules 7.1, 7.2 and 7.4: the power window, its use, and the skip."""

from collections import Counter
from typing import Any

import pytest

from cambio import rules
from tabletop.shuffle import shuffle_at
from tests.cambio.rules.table import HANDS, Table, arranged, with_open_power

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


# --- the window -------------------------------------------------------------------------------------------------------


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
    assert "POWER_USED" in with_open_power(card).do(0, "use_power", **fields).told


@pytest.mark.parametrize(
    ("card", "positions", "targets"),
    [
        ("7h", [0, 1, 2, 3], []),
        ("9h", [], [0, 2]),
        ("Jh", [0, 1, 2, 3], [0, 2]),
        ("Kh", [], []),
    ],
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


# --- peek_own ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["7h", "8h"])
@pytest.mark.parametrize("position", range(4))
def test_peek_own_shows_the_chosen_own_card_to_the_activator_alone(card: str, position: int) -> None:
    table = with_open_power(card, 3).do(0, "use_power", position=position)
    assert table.told == ["POWER_USED", "CARD_REVEALED"]
    assert table.event("CARD_REVEALED") == {
        "type": "CARD_REVEALED",
        "ownerId": 0,
        "position": position,
        "card": HANDS[0][position],
        "expiresAt": 1005.0,
        "audience": (0,),
    }
    assert table.faces(0) == {(0, position): HANDS[0][position]}
    assert table.faces(1) == table.faces(2) == table.faces(None) == {}


# --- peek_opponent ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["9h", "10h"])
@pytest.mark.parametrize(("target", "position"), [(1, 0), (2, 3)])
def test_peek_opponent_shows_the_chosen_card_to_the_activator_and_not_to_its_owner(
    card: str, target: int, position: int
) -> None:
    table = with_open_power(card, 3).do(0, "use_power", targetSeat=target, targetPosition=position)
    assert table.event("CARD_REVEALED")["audience"] == (0,)
    assert table.faces(0) == {(target, position): HANDS[target][position]}
    assert table.faces(1) == table.faces(2) == table.faces(None) == {}


@pytest.mark.parametrize("card", ["7h", "9h", "Kh"])
def test_everybody_is_told_of_a_peek_but_not_of_its_target(card: str) -> None:
    table = with_open_power(card, 3)
    if card != "Kh":
        table.do(0, "use_power", position=1, targetSeat=2, targetPosition=1)
    used = table.event("POWER_USED")
    assert used.keys() == {"type", "playerId", "powerType", "audience"}
    assert used["audience"] is None


# --- blind_swap -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["Jh", "Qh"])
def test_blind_swap_exchanges_the_two_cards_and_the_turn_ends_immediately(card: str) -> None:
    table = with_open_power(card, 3).do(0, "use_power", position=1, targetSeat=2, targetPosition=3)
    assert table.hand(0) == ["2h", "5c", "4h", "5h"]
    assert table.hand(2) == ["2c", "3c", "4c", "3h"]
    assert table.hand(1) == list(HANDS[1])
    assert table.told == ["POWER_USED", "SWAP_COMPLETED", "TURN_STARTED"]
    assert table.turn == 1


def test_blind_swap_shows_nobody_a_card_but_everybody_the_two_places() -> None:
    table = with_open_power("Jh", 3).do(0, "use_power", position=1, targetSeat=2, targetPosition=3)
    assert table.event("SWAP_COMPLETED") == {
        "type": "SWAP_COMPLETED",
        "playerId": 0,
        "position": 1,
        "targetPlayerId": 2,
        "targetPosition": 3,
        "audience": None,
    }
    assert all(table.faces(viewer) == {} for viewer in (0, 1, 2, None))


def test_exchanging_two_kings_is_a_normal_exchange() -> None:
    table = with_open_power("Jh", hands=(("Kh", "3h", "4h", "5h"), ("Kd", "3d", "4d", "5d")))
    table.do(0, "use_power", position=0, targetSeat=1, targetPosition=0)
    assert (table.hand(0)[0], table.hand(1)[0]) == ("Kd", "Kh")


@pytest.mark.parametrize("card", ["9h", "Jh"])
def test_the_cards_of_a_player_who_is_away_are_legal_targets(card: str) -> None:
    table = with_open_power(card, connected=[True, False])
    assert table.do(0, "use_power", position=0, targetSeat=1, targetPosition=0).told[0] == "POWER_USED"


@pytest.mark.parametrize("card", ["9h", "Jh"])
def test_the_cards_of_the_caller_are_legal_targets(card: str) -> None:
    table = with_open_power(card, turn=1, phase="final_round", caller=0)
    assert table.do(1, "use_power", position=0, targetSeat=0, targetPosition=0).told[0] == "POWER_USED"


# --- look_own ---------------------------------------------------------------------------------------------------------


def test_a_king_shows_one_of_the_own_cards_at_once() -> None:
    table = with_open_power("Kh", 3)
    assert table.told == ["CARD_DISCARDED", "POWER_AVAILABLE", "POWER_USED", "CARD_REVEALED"]
    assert table.stage == "power_reveal"
    assert table.faces(0) == {(0, 0): "2h"}
    assert table.faces(1) == table.faces(2) == table.faces(None) == {}


def test_chance_picks_the_card_a_king_shows_and_every_position_comes_up() -> None:
    seen: Counter[int] = Counter()
    for number in range(400):
        table = arranged(deck=("Kh", "Ad"))
        table.shuffle = shuffle_at(b"king" * 8, str(number))
        table.do(0, "draw", source="deck").do(0, "discard")
        seen[next(iter(table.faces(0)))[1]] += 1
    assert set(seen) == {0, 1, 2, 3}
    assert min(seen.values()) > 60


def test_no_request_is_accepted_to_activate_a_king() -> None:
    assert with_open_power("Kh").refusal(0, "use_power", position=1) == "power_already_used"
    assert with_open_power("Kh").refusal(0, "use_power") == "power_already_used"


# --- the skip ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "power"), [("7h", "peek_own"), ("9h", "peek_opponent"), ("Jh", "blind_swap")])
def test_a_skip_closes_the_window_has_no_effect_and_ends_the_turn(card: str, power: str) -> None:
    table = with_open_power(card).do(0, "skip_power")
    assert table.told == ["POWER_SKIPPED", "TURN_STARTED"]
    assert table.event("POWER_SKIPPED") == {
        "type": "POWER_SKIPPED",
        "playerId": 0,
        "powerType": power,
        "audience": None,
    }
    assert table.state.open_power is None
    assert [table.hand(0), table.hand(1)] == [list(hand) for hand in HANDS[:2]]
    assert table.turn == 1


def test_during_a_reveal_a_skip_is_a_dismissal() -> None:
    table = with_open_power("Kh").do(0, "skip_power")
    assert table.told == ["CARD_HIDDEN", "TURN_STARTED"]
    assert table.turn == 1
