"""Rules 7.2 and 7.4: what each power does, and the skip."""

from collections import Counter

import pytest

from tabletop.shuffle import shuffle_at
from tests.cambio.rules.table import HANDS, arranged, with_open_power

# --- peek_own ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["7h", "8h"])
@pytest.mark.parametrize("position", range(4))
def test_peek_own_shows_the_chosen_own_card_to_the_activator_alone(card: str, position: int) -> None:
    table = with_open_power(card, 3).do(0, "use_power", position=position)
    assert table.event_types == ["POWER_USED", "CARD_REVEALED"]
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
    assert table.event_types == ["POWER_USED", "SWAP_COMPLETED", "TURN_STARTED"]
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
    assert table.do(0, "use_power", position=0, targetSeat=1, targetPosition=0).event_types[0] == "POWER_USED"


@pytest.mark.parametrize("card", ["9h", "Jh"])
def test_the_cards_of_the_caller_are_legal_targets(card: str) -> None:
    table = with_open_power(card, turn=1, phase="final_round", caller=0)
    assert table.do(1, "use_power", position=0, targetSeat=0, targetPosition=0).event_types[0] == "POWER_USED"


# --- look_own ---------------------------------------------------------------------------------------------------------


def test_a_king_shows_one_of_the_own_cards_at_once() -> None:
    table = with_open_power("Kh", 3)
    assert table.event_types == ["CARD_DISCARDED", "POWER_AVAILABLE", "POWER_USED", "CARD_REVEALED"]
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
    assert table.event_types == ["POWER_SKIPPED", "TURN_STARTED"]
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
    assert table.event_types == ["CARD_HIDDEN", "TURN_STARTED"]
    assert table.turn == 1
