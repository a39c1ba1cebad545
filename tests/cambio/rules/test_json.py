"""The names the contract fixes: states and actions in JSON, and positions set up by hand."""

import json
from typing import Any

import pytest

from cambio import rules
from tests.cambio.rules.table import HANDS, arranged, dealt, with_open_power

ACTIONS: list[dict[str, Any]] = [
    {"type": "confirm_initial_view"},
    {"type": "draw", "source": "deck"},
    {"type": "draw", "source": "discard"},
    {"type": "swap", "position": 3},
    {"type": "discard"},
    {"type": "use_power", "position": 0},
    {"type": "use_power", "targetSeat": 1, "targetPosition": 2},
    {"type": "use_power", "position": 0, "targetSeat": 1, "targetPosition": 2, "powerType": "blind_swap"},
    {"type": "skip_power"},
    {"type": "dismiss_reveal"},
    {"type": "call_cambio"},
    {"type": "disconnected"},
    {"type": "reconnected"},
]


@pytest.mark.parametrize("data", ACTIONS, ids=str)
def test_an_action_survives_json(data: dict[str, Any]) -> None:
    assert rules.action_to_json(rules.action_from_json(data)) == data


def test_an_action_may_be_applied_typed_or_as_json() -> None:
    state = arranged().state
    typed = rules.apply(state, 0, rules.Draw(source="deck"), now=0.0, shuffle=list)
    assert typed == rules.apply(state, 0, {"type": "draw", "source": "deck"}, now=0.0, shuffle=list)


def test_a_dealt_game_in_json() -> None:
    table = dealt()
    assert rules.to_json(table.state) == {
        "phase": "initial_view",
        "currentTurnPlayerId": None,
        "cambioCallerId": None,
        "winnerId": None,
        "players": [
            {
                "displayName": name,
                "turnOrder": seat,
                "hand": table.hand(seat),
                "isConnected": True,
                "disconnectedAt": None,
                "hasViewedInitialCards": False,
                "hasTakenFinalTurn": False,
            }
            for seat, name in enumerate(["Ines", "Teo"])
        ],
        "deck": list(table.state.deck),
        "discard": list(table.state.discard),
        "heldCard": None,
        "openPower": None,
        "initialViewEndsAt": 1010.0,
        "peekExpiresAt": None,
    }


def test_a_held_card_in_json() -> None:
    table = arranged().do(0, "draw", source="deck")
    assert rules.to_json(table.state)["heldCard"] == {"playerId": 0, "source": "deck", "card": "Ah"}


def test_an_open_power_in_json() -> None:
    table = with_open_power("9h")
    power = {"playerId": 0, "powerType": "peek_opponent"}
    assert rules.to_json(table.state)["openPower"] == power | {"reveal": None}
    table.do(0, "use_power", targetSeat=1, targetPosition=2)
    data = rules.to_json(table.state)
    assert data["openPower"] == power | {"reveal": {"ownerId": 1, "position": 2}}
    assert data["peekExpiresAt"] == 1005.0


@pytest.mark.parametrize(
    "table",
    [
        dealt(4),
        arranged(3, held="3s"),
        with_open_power("7h"),
        with_open_power("Kh", 3),
        arranged().do(0, "call_cambio"),
    ],
)
def test_a_state_survives_json(table: Any) -> None:
    data = json.loads(json.dumps(rules.to_json(table.state)))
    assert rules.from_json(data) == table.state
    assert rules.to_json(rules.from_json(data)) == data


# --- arranged positions -----------------------------------------------------------------------------------------------


def test_an_arranged_game_is_as_asked() -> None:
    state = rules.arrange([list(hand) for hand in HANDS[:3]], ["Ah", "Ad"], ["6h", "6d"], turn=2)
    data = rules.to_json(state)
    assert data["phase"] == "playing"
    assert data["currentTurnPlayerId"] == 2
    assert data["deck"] == ["Ah", "Ad"]
    assert data["discard"] == ["6h", "6d"]
    assert [player["hand"] for player in data["players"]] == [list(hand) for hand in HANDS[:3]]
    assert all(player["isConnected"] and player["hasViewedInitialCards"] for player in data["players"])
    assert not any(player["hasTakenFinalTurn"] for player in data["players"])


def test_the_arranged_caller_counts_as_having_taken_the_final_turn_listed_or_not() -> None:
    for taken in ([1], [0, 1]):
        table = arranged(3, turn=2, phase="final_round", caller=0, final_turns_taken=taken)
        assert [player.has_taken_final_turn for player in table.state.players] == [True, True, False]


def test_an_arranged_final_turn_that_was_taken_is_not_taken_again() -> None:
    table = arranged(4, turn=1, phase="final_round", caller=0, final_turns_taken=[2])
    assert table.do(1, "draw", source="deck").do(1, "discard").turn == 3


def test_before_the_final_round_nobody_has_taken_a_final_turn() -> None:
    table = arranged(3, final_turns_taken=[0, 1, 2]).do(0, "draw", source="deck").do(0, "discard")
    assert table.turn == 1


def test_an_arranged_held_card_belongs_to_the_player_on_turn() -> None:
    table = arranged(3, turn=1, held="9s", held_from="discard")
    assert table.state.held_card == rules.HeldCard(player_id=1, source="discard", card="9s")


def test_an_arranged_completed_game_has_its_winner() -> None:
    state = arranged(phase="completed", caller=0, hands=(("2h", "2d", "2c", "2s"), ("Kh", "Kd", "Kc", "Ks"))).state
    assert rules.is_over(state)
    assert (state.winner_id, state.current_turn_player_id) == (1, None)


def test_an_arranged_initial_view_ends_ten_seconds_after_second_0() -> None:
    state = arranged(phase="initial_view").state
    assert rules.next_deadline(state) == 10.0
    assert state.current_turn_player_id is None


def test_everything_the_contract_names_is_exported() -> None:
    assert all(hasattr(rules, name) for name in rules.__all__)
    assert {
        "new_game",
        "arrange",
        "apply",
        "settle",
        "next_deadline",
        "players_to_act",
        "legal_actions",
        "view",
        "scores",
        "is_over",
        "result",
        "to_json",
        "from_json",
        "action_from_json",
        "action_to_json",
    } <= set(rules.__all__)


@pytest.mark.parametrize(
    "part",
    [
        with_open_power("Kh").state,
        with_open_power("Kh").state.open_power,
        arranged().state.players[0],
        arranged(held="3s").state.held_card,
        rules.Swap(position=0),
        arranged().do(0, "call_cambio").events[0],
    ],
    ids=lambda part: type(part).__name__,
)
def test_nothing_of_a_game_can_be_changed_in_place(part: Any) -> None:
    with pytest.raises(AttributeError, match="immutable"):
        setattr(part, part.__struct_fields__[0], None)
