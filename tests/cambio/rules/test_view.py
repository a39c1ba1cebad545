"""Rules 13.2: what a player may know."""

import json
from typing import Any

import pytest

from tests.cambio.rules.table import Table, arranged, dealt, with_open_power

FIELDS = {
    "phase",
    "stage",
    "currentTurnPlayerId",
    "cambioCallerId",
    "winnerId",
    "winnerIds",
    "scores",
    "drawPileCount",
    "discardPileCount",
    "discardTop",
    "finalRoundRemaining",
    "myPlayerId",
    "mySeat",
    "players",
    "heldCard",
    "openPower",
    "initialViewEndsAt",
    "peekExpiresAt",
    "availableActions",
}
PLAYER_FIELDS = {
    "playerId",
    "displayName",
    "turnOrder",
    "isConnected",
    "disconnectedAt",
    "hasViewedInitialCards",
    "hasTakenFinalTurn",
    "cards",
    "score",
}


def positions() -> list[tuple[str, Table]]:
    """One of every phase and stage."""
    peek = with_open_power("9h", 3).do(0, "use_power", targetSeat=1, targetPosition=0)
    return [
        ("initial_view", dealt(3)),
        ("awaiting_draw", arranged(3)),
        ("holding_deck_card", arranged(3).do(0, "draw", source="deck")),
        ("holding_discard_card", arranged(3).do(0, "draw", source="discard")),
        ("power_choice", with_open_power("Jh", 3)),
        ("power_reveal", peek),
        ("final_round", arranged(3).do(0, "call_cambio")),
        ("completed", arranged(3, phase="completed", caller=0)),
    ]


over_all_positions = pytest.mark.parametrize(("name", "table"), positions(), ids=[name for name, _ in positions()])


@over_all_positions
def test_the_view_has_the_same_fields_everywhere_for_everybody(name: str, table: Table) -> None:
    for viewer in (0, 1, 2, None):
        view = table.view(viewer)
        assert view.keys() == FIELDS
        assert [player.keys() for player in view["players"]] == [PLAYER_FIELDS] * 3
        assert json.loads(json.dumps(view)) == view


@over_all_positions
def test_the_stage_is_recognised(name: str, table: Table) -> None:
    stages = {"initial_view": None, "final_round": "awaiting_draw", "completed": None}
    assert table.view(1)["stage"] == stages.get(name, name)


@over_all_positions
def test_a_viewer_knows_their_own_seat_and_a_stranger_sees_what_a_spectator_sees(name: str, table: Table) -> None:
    for seat in range(3):
        assert (table.view(seat)["mySeat"], table.view(seat)["myPlayerId"]) == (seat, seat)
    strangers: list[Any] = [None, 3, -1, True, "0"]
    assert all(table.view(stranger) == table.view(None) for stranger in strangers)
    assert table.view(None)["mySeat"] is None


@over_all_positions
def test_the_deck_is_never_shown(name: str, table: Table) -> None:
    assert table.state.deck
    for viewer in (0, 1, 2, None):
        assert not [card for card in table.state.deck if f'"{card}"' in json.dumps(table.view(viewer))]
        assert table.view(viewer)["drawPileCount"] == len(table.state.deck)


@over_all_positions
def test_everybody_sees_the_top_of_the_discard_pile_and_of_the_others_only_the_number(name: str, table: Table) -> None:
    for viewer in (0, 1, 2, None):
        view = table.view(viewer)
        assert view["discardTop"] == (table.state.discard[-1] if table.state.discard else None)
        assert view["discardPileCount"] == len(table.state.discard)
    below = arranged(discard=("9c", "9d", "6h"))
    assert '"9c"' not in json.dumps(below.view(0))


def test_not_even_the_owner_sees_a_hand_card() -> None:
    hidden = [table for name, table in positions() if name not in ("initial_view", "power_reveal", "completed")]
    faces = [[table.faces(viewer) for viewer in (0, 1, 2, None)] for table in hidden]
    assert faces == [[{}, {}, {}, {}]] * 5


def test_the_players_are_described() -> None:
    table = arranged(3, turn=2, phase="final_round", caller=0, connected=[True, False, True])
    assert table.view(2)["players"][1] == {
        "playerId": 1,
        "displayName": "Player 2",
        "turnOrder": 1,
        "isConnected": False,
        "disconnectedAt": 0.0,
        "hasViewedInitialCards": True,
        "hasTakenFinalTurn": False,
        "cards": [{"position": position, "face": None} for position in range(4)],
        "score": None,
    }


def test_while_a_power_is_open_everybody_knows_which_and_whose() -> None:
    table = with_open_power("Jh", 3)
    for viewer in (0, 1, 2, None):
        assert table.view(viewer)["openPower"] == {"playerId": 0, "powerType": "blind_swap", "reveal": None}


def test_the_remaining_final_turns_are_counted() -> None:
    table = arranged(4).do(0, "call_cambio")
    assert table.view(None)["finalRoundRemaining"] == 3
    assert arranged(4).view(None)["finalRoundRemaining"] is None


def test_the_caller_is_named() -> None:
    assert arranged(3).do(0, "call_cambio").view(2)["cambioCallerId"] == 0
    assert arranged(3).view(2)["cambioCallerId"] is None
