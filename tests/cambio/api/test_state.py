"""Rules 13.2: the state every answer carries has all its fields, at every moment, and names no card by an id."""

import json

import pytest
import time_machine

from cambio import rules
from cambio.models import Card
from tests.cambio.api.program import CARD_KEYS, Answer, Program
from tests.cambio.kit import position

pytestmark = pytest.mark.django_db

FIELDS = {
    *("gameId", "roomCode", "version", "phase", "stage", "maxPlayers", "hostPlayerId", "currentTurnPlayerId"),
    *("cambioCallerId", "winnerId", "winnerIds", "drawPileCount", "discardPileCount", "discardTop"),
    *("finalRoundRemaining", "myPlayerId", "mySeat", "players", "heldCard", "openPower", "initialViewEndsAt"),
    *("peekExpiresAt", "availableActions"),
}
PLAYER_FIELDS = {
    *("playerId", "displayName", "type", "turnOrder", "isConnected", "hasViewedInitialCards", "hasTakenFinalTurn"),
    *("isHost", "cards", "score"),
}
HANDS = [["Ah", "2h", "3h", "4h"], ["5s", "6s", "7s", "8s"]]


def checked(answer: Answer) -> dict[str, object]:
    assert answer.status == 200, answer.text
    state = answer.json["state"]
    assert state.keys() >= FIELDS
    assert state["version"] == answer.json["version"]
    for player in state["players"]:
        assert player.keys() >= PLAYER_FIELDS
        assert [card.keys() for card in player["cards"]] == [{"position", "face"}] * len(player["cards"])
        assert (player["score"] is None) == (state["phase"] != "completed")
    ids = {str(card_id) for card_id in Card.objects.values_list("pk", flat=True)}
    assert not ids & set(json.dumps(answer.json).split('"'))
    return dict(state)


def test_the_state_has_all_its_fields_in_every_phase(table_of_two: tuple[Program, Program]) -> None:
    host, other = table_of_two
    assert checked(host.get())["availableActions"] == ["start_game", "leave_game"]
    assert checked(other.get())["availableActions"] == ["leave_game"]
    assert checked(host.post("start"))["availableActions"] == ["confirm_initial_view"]
    checked(host.post("view-initial"))
    checked(other.post("view-initial"))
    position(host.id, rules.arrange(HANDS, ["9c", "2c"], ["2d", "3d"]))
    assert checked(host.get())["availableActions"] == ["draw_from_deck", "draw_from_discard", "call_cambio"]
    holding = checked(host.post("draw", {"source": "deck"}))
    assert (holding["stage"], holding["availableActions"]) == ("holding_deck_card", ["swap_card", "discard_card"])
    choosing = checked(host.post("discard"))
    assert (choosing["stage"], choosing["availableActions"]) == ("power_choice", ["use_power", "skip_power"])
    looking = checked(host.post("power", {"targetPlayerId": other.player_id, "targetPosition": 0}))
    assert (looking["stage"], looking["availableActions"]) == ("power_reveal", ["dismiss_reveal"])
    assert looking["openPower"]["reveal"]["card"].keys() == CARD_KEYS  # type: ignore[index]
    watched = checked(other.get())
    assert (watched["openPower"]["reveal"], watched["peekExpiresAt"]) == (None, None)  # type: ignore[index]
    checked(host.post("power", {"dismiss": True}))
    final = checked(other.post("cambio"))
    assert (final["phase"], final["finalRoundRemaining"], final["availableActions"]) == ("final_round", 1, [])
    assert checked(host.post("draw", {"source": "discard"}))["availableActions"] == ["swap_card"]
    over = checked(host.post("swap", {"position": 0}))
    assert (over["phase"], over["currentTurnPlayerId"], over["finalRoundRemaining"]) == ("completed", None, None)
    assert over["winnerIds"] == [over["winnerId"]]


def test_looking_lets_time_take_effect_first(dealt: tuple[Program, Program]) -> None:
    host, _other = dealt
    before = host.get().json
    with time_machine.travel(before["state"]["initialViewEndsAt"] + 1, tick=False):
        after = host.get().json
        assert after["state"]["phase"] == "playing"
        assert after["version"] == before["version"] + 1
        assert host.get().json["version"] == after["version"]


def test_scores_are_there_as_soon_as_the_last_look_is_over(dealt: tuple[Program, Program]) -> None:
    host, other = dealt
    piles = (["9c", "2c"], ["2d", "3d"])
    last = rules.arrange(HANDS, *piles, turn=1, phase="final_round", caller=0, held="Kc", held_from="deck")
    position(host.id, last)
    look = other.post("discard").json["state"]
    assert host.get("scores").status == 409
    with time_machine.travel(look["peekExpiresAt"] + 1, tick=False):
        assert host.get("scores").status == 200
