"""The invariants of rules 7, by number: they hold after every action and after every load."""

import re
from collections import Counter
from collections.abc import Callable, Mapping

from deckbuilder import rules
from deckbuilder.rules import State
from tabletop.rules import Json

UUID4 = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
FIRST_TURN = {"INIT", "RESET", "START_CUSTOM_DECK", "LOAD_PRESET_DECK"}
OTHER_CARDS = {*FIRST_TURN, "APPLY_JSON_OVERRIDE"}
DEALING = {*OTHER_CARDS, "DEAL_NEXT_HAND", "END_TURN", "CHANGE_PARAMETERS"}


def check_state(state: State) -> None:
    data = rules.to_json(state)
    for name, holds in OF_STATES.items():
        assert holds(data), name


def check_step(before: State, action_type: str, after: State) -> None:
    check_state(after)
    old, new = rules.to_json(before), rules.to_json(after)
    for name, holds in OF_STEPS.items():
        assert holds(old, action_type, new), name
    was_dealt = after.hand_cards != before.hand_cards and set(after.hand_ids).isdisjoint(before.hand_ids)
    if was_dealt and after.hand_cards:
        assert all(UUID4.fullmatch(card_id) for card_id in after.hand_ids)
        is_short = len(after.hand_cards) < after.hand_size
        assert not is_short or "insufficient cards" in str(after.warning)
        assert len(after.hand_cards) <= after.hand_size


# --- 1 to 9 and 13: of a state ----------------------------------------------------------------------------------------


def hand_ids(data: Json) -> list[str]:
    return [card["instanceId"] for card in data["handCards"]]


def mirrors_the_hand(data: Json) -> bool:
    return bool(data["hand"] == [card["card"] for card in data["handCards"]])


def tells_cards_apart(data: Json) -> bool:
    return len(set(hand_ids(data))) == len(data["handCards"])


def selects_from_the_hand(data: Json) -> bool:
    selected, phase = set(data["selectedCardIds"]), data["discardPhase"]
    is_within = selected <= set(hand_ids(data)) and len(selected) <= phase["remainingDiscards"]
    return is_within and (phase["active"] or not selected)


def orders_cards_of_the_hand_once(data: Json) -> bool:
    sequence = data["playOrderSequence"]
    return len(set(sequence)) == len(sequence) and set(sequence) <= set(hand_ids(data))


def never_discards_and_plans_together(data: Json) -> bool:
    return not (data["discardPhase"]["active"] and data["planningPhase"])


def asks_for_discards_there_are(data: Json) -> bool:
    phase = data["discardPhase"]
    if phase["active"]:
        return bool(1 <= phase["remainingDiscards"] <= len(data["handCards"]))
    return bool(phase["remainingDiscards"] == 0)


def locks_whole_orders_alone(data: Json) -> bool:
    if not data["playOrderLocked"]:
        return True
    return not data["planningPhase"] and len(data["playOrderSequence"]) == len(data["handCards"]) > 0


def plans_with_cards_and_without_a_lock(data: Json) -> bool:
    return not data["planningPhase"] or (len(data["handCards"]) > 0 and not data["playOrderLocked"])


def keeps_no_orphaned_order(data: Json) -> bool:
    return not data["playOrderSequence"] or bool(data["planningPhase"] or data["playOrderLocked"])


def keeps_the_numbers_within_their_limits(data: Json) -> bool:
    turn, hand_size, discard_count = data["turnNumber"], data["handSize"], data["discardCount"]
    are_whole = all(type(number) is int for number in (turn, hand_size, discard_count))
    return are_whole and turn >= 1 and 1 <= hand_size <= 10 and 0 <= discard_count <= 20


OF_STATES: Mapping[str, Callable[[Json], bool]] = {
    "1 hand mirrors handCards": mirrors_the_hand,
    "2 ids in hand are different": tells_cards_apart,
    "3 selection within hand, requirement and phase": selects_from_the_hand,
    "4 sequence without repetition and from the hand": orders_cards_of_the_hand_once,
    "5 never discard and planning together": never_discards_and_plans_together,
    "6 requirement between one and the hand, zero when inactive": asks_for_discards_there_are,
    "7 locked means complete, not empty, not planning": locks_whole_orders_alone,
    "8 planning means cards and no lock": plans_with_cards_and_without_a_lock,
    "9 a sequence means planning or locked": keeps_no_orphaned_order,
    "13 numbers within their limits": keeps_the_numbers_within_their_limits,
}


# --- 10 to 12: of a step ----------------------------------------------------------------------------------------------


def every_card_in(data: Json) -> Counter[str]:
    return Counter([*data["drawPile"], *data["discardPile"], *data["hand"]])


def changes_a_locked_order_by_dealing_alone(before: Json, action_type: str, after: Json) -> bool:
    if not before["playOrderLocked"] or after["playOrderSequence"] == before["playOrderSequence"]:
        return True
    return action_type in DEALING and set(hand_ids(after)).isdisjoint(hand_ids(before))


def conserves_cards(before: Json, action_type: str, after: Json) -> bool:
    is_another_deck = action_type in OTHER_CARDS and after["handCards"] != before["handCards"]
    return is_another_deck or every_card_in(after) == every_card_in(before)


def counts_turns(before: Json, action_type: str, after: Json) -> bool:
    is_dealt = after["handCards"] != before["handCards"]
    if action_type in FIRST_TURN and is_dealt:
        return bool(after["turnNumber"] == 1)
    ended = action_type == "END_TURN" and after != before
    return bool(after["turnNumber"] == before["turnNumber"] + ended)


OF_STEPS: Mapping[str, Callable[[Json, str, Json], bool]] = {
    "10 a locked order changes by dealing alone": changes_a_locked_order_by_dealing_alone,
    "11 no card is lost or gained": conserves_cards,
    "12 turns are counted by END_TURN and begin at one": counts_turns,
}
