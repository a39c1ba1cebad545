"""States for the tests, and shuffles that keep or reverse the order, so that every card is known."""

from collections import Counter
from typing import Any

from deckbuilder import rules
from deckbuilder.rules import State
from tabletop.rules import Json, Shuffle

NEVER_SET: Any = object()


def act(state: State, action_type: str, payload: Any = NEVER_SET, shuffle: Shuffle = list) -> State:
    action = {"type": action_type} if payload is NEVER_SET else {"type": action_type, "payload": payload}
    return rules.reduce(state, action, shuffle)


def reverse(items: Any) -> list[Any]:
    return list(reversed(items))


def no_shuffle(items: Any) -> list[Any]:
    raise AssertionError(f"Nothing may be shuffled here, and yet {items} are.")


def cards(*names: str) -> list[Json]:
    """Builds cards of a hand with the ids `id-0`, `id-1` and so on."""
    return [{"instanceId": f"id-{index}", "card": name} for index, name in enumerate(names)]


def ids(*numbers: int) -> list[str]:
    return [f"id-{number}" for number in numbers]


def arranged(*hand: str, **fields: Any) -> State:
    """Builds a state with this hand; other fields are given by their JSON names or have their defaults."""
    return rules.from_json({"handCards": cards(*hand), **fields})


def in_discard(*hand: str, must_discard: int = 2, **fields: Any) -> State:
    return arranged(*hand, discardPhase={"active": True, "remainingDiscards": must_discard}, **fields)


def in_planning(*hand: str, **fields: Any) -> State:
    return arranged(*hand, planningPhase=True, **fields)


def locked(*hand: str, **fields: Any) -> State:
    return arranged(*hand, **{"playOrderLocked": True, "playOrderSequence": ids(*range(len(hand))), **fields})


IN_EACH_PHASE = {
    "idle": arranged("A", "B", "C", drawPile=["D", "E"], discardPile=["F"]),
    "discard": in_discard("A", "B", "C", drawPile=["D", "E"], discardPile=["F"]),
    "planning": in_planning("A", "B", "C", drawPile=["D", "E"], discardPile=["F"], playOrderSequence=ids(1)),
    "executing": locked("A", "B", "C", drawPile=["D", "E"], discardPile=["F"]),
}


def every_card(state: State) -> Counter[str]:
    return Counter(state.draw_pile + state.discard_pile + state.hand)


def only_changed(before: State, after: State) -> set[str]:
    """Returns the names of the fields that differ."""
    old, new = rules.to_json(before), rules.to_json(after)
    return {name for name in old.keys() | new.keys() if old.get(name) != new.get(name)}


def play_a_turn(state: State) -> State:
    """Discards the first cards, orders the rest from left to right, locks, ends the turn."""
    for card_id in state.hand_ids[: state.discard_phase.remaining_discards]:
        state = act(state, "TOGGLE_CARD_SELECTION", {"instanceId": card_id})
    state = act(state, "CONFIRM_DISCARD")
    for card_id in state.hand_ids:
        state = act(state, "SELECT_FOR_PLAY_ORDER", {"instanceId": card_id})
    return act(act(state, "LOCK_PLAY_ORDER"), "END_TURN")
