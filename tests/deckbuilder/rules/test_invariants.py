"""Every invariant of rules 7 holds after random play and loading, and its check fails for a state that breaks it."""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

from deckbuilder import rules
from deckbuilder.rules.reduce import HANDLERS
from tabletop.rules import Json
from tests.conformance.subject import seeded_shuffle
from tests.deckbuilder.rules.arranged import cards, ids
from tests.deckbuilder.rules.invariants import OF_STATES, OF_STEPS
from tests.kit.bulk import bulk

WALKS, ACTIONS = bulk(25, least=10), 60
BY_CARD = ("TOGGLE_CARD_SELECTION", "SELECT_FOR_PLAY_ORDER", "DESELECT_FROM_PLAY_ORDER")
AT_PLAY = (*BY_CARD, *BY_CARD, "CONFIRM_DISCARD", "LOCK_PLAY_ORDER", "LOCK_PLAY_ORDER", "END_TURN", "CLEAR_PLAY_ORDER")


class Step(NamedTuple):
    before: Json
    action_type: str
    after: Json


@cache
def steps() -> tuple[Step, ...]:
    """Plays random walks: mostly moves of a turn, sometimes any action."""
    taken = []
    for number in range(WALKS):
        chance = Random(number)
        state = rules.initial_state(seeded_shuffle("invariants", number))
        for turn in range(ACTIONS):
            kinds: Any = AT_PLAY if chance.random() < 0.9 else sorted(HANDLERS)
            kind = chance.choice(kinds)
            action = {"type": kind, "payload": payload_for(kind, state, chance)}
            after = rules.reduce(state, action, seeded_shuffle("invariants", number, turn))
            taken.append(Step(rules.to_json(state), kind, rules.to_json(after)))
            state = after
    return tuple(taken)


def payload_for(kind: str, state: rules.State, chance: Random) -> Any:
    if kind in BY_CARD and state.hand_ids:
        return {"instanceId": chance.choice(state.hand_ids)}
    return {
        "APPLY_JSON_OVERRIDE": chance.choice(['["A", "A", "B", "C"]', "[]", "[", '["A", 7]']),
        "CHANGE_PARAMETERS": {
            "handSize": chance.randint(-1, 12),
            "discardCount": chance.randint(-1, 4),
            "immediateReset": chance.random() < 0.5,
        },
        "LOAD_PRESET_DECK": {"presetId": chance.choice(["starter-deck", "no-such-deck"])},
    }.get(kind)


@cache
def loaded() -> tuple[Json, ...]:
    """Loads saves that mix the fields of two unrelated states."""
    chance, found = Random("loads"), []
    for one in steps():
        other = chance.choice(steps()).after
        mixed = {name: (one.after if chance.random() < 0.7 else other)[name] for name in one.after}
        state = rules.deserialize(mixed)
        assert state is not None
        found.append(rules.to_json(state))
    return tuple(found)


def test_the_walks_lead_through_every_phase_and_every_action_has_an_effect() -> None:
    assert {rules.phase(rules.from_json(step.after)) for step in steps()} == {
        *("idle", "discard", "planning", "executing")
    }
    assert {step.action_type for step in steps() if step.after != step.before} == set(HANDLERS)
    assert len(loaded()) == len(steps()) == WALKS * ACTIONS


@pytest.mark.parametrize("name", OF_STATES)
def test_after_every_action_and_every_load(name: str) -> None:
    assert all(OF_STATES[name](step.after) for step in steps())
    assert all(OF_STATES[name](data) for data in loaded())


@pytest.mark.parametrize("name", OF_STEPS)
def test_from_one_state_to_the_next(name: str) -> None:
    assert all(OF_STEPS[name](*step) for step in steps())


# --- checks can fail --------------------------------------------------------------------------------------------------

DISCARDING = {"active": True, "remainingDiscards": 1}
WITHOUT: dict[str, list[Json]] = {
    "1": [{"hand": ["A", "B"]}, {"hand": ["B", "A", "C"]}],
    "2": [{"handCards": [*cards("A"), *cards("B"), *cards("C")[:1]], "hand": ["A", "B", "C"]}],
    "3": [
        {"selectedCardIds": ids(0)},
        {"selectedCardIds": ids(0, 1), "discardPhase": DISCARDING},
        {"selectedCardIds": ids(9), "discardPhase": DISCARDING},
    ],
    "4": [{"playOrderSequence": ids(0, 0)}, {"playOrderSequence": ids(9)}],
    "5": [{"discardPhase": DISCARDING, "planningPhase": True}],
    "6": [
        {"discardPhase": {"active": True, "remainingDiscards": 0}},
        {"discardPhase": {"active": True, "remainingDiscards": 4}},
        {"discardPhase": {"active": False, "remainingDiscards": 1}},
    ],
    "7": [
        {"playOrderLocked": True, "playOrderSequence": ids(0, 1)},
        {"playOrderLocked": True, "playOrderSequence": ids(0, 1, 2), "planningPhase": True},
        {"playOrderLocked": True, "handCards": [], "hand": []},
    ],
    "8": [{"planningPhase": True, "handCards": [], "hand": []}, {"planningPhase": True, "playOrderLocked": True}],
    "9": [{"playOrderSequence": ids(0)}],
    "13": [{"handSize": 0}, {"handSize": 11}, {"discardCount": -1}, {"discardCount": 21}, {"handSize": True}],
}
WHOLE = rules.to_json(rules.from_json({"handCards": cards("A", "B", "C"), "drawPile": ["D"]}))
LOCKED = {**WHOLE, "playOrderLocked": True, "playOrderSequence": ids(0, 1, 2)}


@pytest.mark.parametrize("name", OF_STATES)
def test_a_state_that_breaks_it_is_detected(name: str) -> None:
    assert OF_STATES[name](WHOLE)
    for wrong in WITHOUT[name.split(maxsplit=1)[0]]:
        assert not OF_STATES[name](WHOLE | wrong), wrong


@pytest.mark.parametrize(
    ("number", "step"),
    [
        ("10", Step(LOCKED, "CLEAR_PLAY_ORDER", WHOLE)),
        ("10", Step(LOCKED, "END_TURN", LOCKED | {"playOrderSequence": []})),
        ("11", Step(WHOLE, "END_TURN", WHOLE | {"drawPile": []})),
        ("11", Step(WHOLE, "APPLY_JSON_OVERRIDE", WHOLE | {"drawPile": ["E"]})),
        ("12", Step(WHOLE, "END_TURN", WHOLE | {"handCards": []})),
        ("12", Step(WHOLE, "RESET", WHOLE | {"handCards": [], "turnNumber": 2})),
        ("12", Step(WHOLE, "CONFIRM_DISCARD", WHOLE | {"turnNumber": 2})),
    ],
    ids=range(7),
)
def test_a_step_that_breaks_it_is_detected(number: str, step: Step) -> None:
    holds: Callable[[Json, str, Json], bool] = next(OF_STEPS[name] for name in OF_STEPS if name.startswith(number))
    assert not holds(*step)
