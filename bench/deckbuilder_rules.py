"""Speed of the Deckbuilder's rules; aims: a step in 50 microseconds with 60 cards, in 5 ms with 1,000 and saving."""

import json
from collections import defaultdict
from collections.abc import Callable
from statistics import median
from time import process_time_ns
from typing import Any

from deckbuilder import history, rules
from deckbuilder.rules import State
from tabletop.rules import Json, Shuffle
from tabletop.shuffle import shuffle_at

TURNS = 400
NEW_DECK_EVERY = 4  # turns
SEED = bytes(32)
Step = Callable[[State, Json, Shuffle], State]
Act = Callable[[State, Json], State]


def run() -> None:
    print("A step of the reducer with 60 cards, CPU time:")
    typical, slowest = time_steps(rules.reduce, cards=60, shuffle=list)
    print(f"{'a step of typical play':26}{typical:8.1f} microseconds, the slowest kind {slowest:.1f} (aim: under 50)")
    shuffle = shuffle_at(SEED, "bench")
    print(f"{'shuffling 60 cards':26}{median(microseconds(shuffle, names(60)) for _time in range(TURNS)):8.1f} besides")
    print("A step with 1,000 cards, loaded before, saved after with the fifty steps back, shuffled by the site:")
    typical, slowest = time_steps(load_act_and_save(), cards=1000, shuffle=shuffle)
    print(
        f"{'a step of typical play':26}{typical / 1000:8.2f} ms, the slowest kind {slowest / 1000:.2f} (aim: under 5)"
    )
    chances = microseconds(rules.next_hand_chances, deck_of(1000)) / 1000
    print(f"{'chances of all cards':26}{chances:8.2f} ms")


def time_steps(step: Step, *, cards: int, shuffle: Shuffle) -> tuple[float, float]:
    """Returns median microseconds of a step of typical play and of the slowest kind of action."""
    taken: dict[str, list[float]] = defaultdict(list)

    def act(state: State, action: Json) -> State:
        started = process_time_ns()
        after = step(state, action, shuffle)
        taken[action["type"]].append((process_time_ns() - started) / 1000)
        return after

    state = deck_of(cards)
    for turn in range(TURNS):
        if turn % NEW_DECK_EVERY == 0:
            state = act(state, {"type": "APPLY_JSON_OVERRIDE", "payload": json.dumps(names(cards))})
            settings = {"handSize": 10, "discardCount": 3, "immediateReset": True}
            state = act(state, {"type": "CHANGE_PARAMETERS", "payload": settings})
        state = play_a_turn(state, act)
    for name, times in taken.items():
        print(f"{name:26}{median(times):8.1f} microseconds, {len(times):,} times")
    return median(each for times in taken.values() for each in times), max(map(median, taken.values()))


def play_a_turn(state: State, act: Act) -> State:
    for card_id in state.hand_ids[:3]:
        state = act(state, {"type": "TOGGLE_CARD_SELECTION", "payload": {"instanceId": card_id}})
    state = act(state, {"type": "CONFIRM_DISCARD"})
    for card_id in reversed(state.hand_ids):
        state = act(state, {"type": "SELECT_FOR_PLAY_ORDER", "payload": {"instanceId": card_id}})
    return act(act(state, {"type": "LOCK_PLAY_ORDER"}), {"type": "END_TURN"})


def load_act_and_save() -> Step:
    undo = "[]"

    def step(state: State, action: Json, shuffle: Shuffle) -> State:
        nonlocal undo
        before = rules.serialize(state)
        # Play goes on with the state itself, because a save leaves the selection out.
        rules.deserialize(json.dumps(before))
        after = rules.reduce(state, action, shuffle)
        back = history.difference(rules.serialize(after), before)
        undo = history.pushed(undo, back)
        return after

    return step


def microseconds(work: Callable[[Any], object], argument: Any) -> float:
    started = process_time_ns()
    work(argument)
    return (process_time_ns() - started) / 1000


def deck_of(cards: int) -> State:
    action = {"type": "APPLY_JSON_OVERRIDE", "payload": json.dumps(names(cards))}
    return rules.reduce(rules.initial_state(list), action, list)


def names(cards: int) -> list[str]:
    return [f"Card {number} of a long name" for number in range(cards)]
