"""What every game's rules promise, as checks of one played game. A check that finds a broken promise raises."""

import json
import re
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from tabletop.rules import RuleViolation, Seat
from tests.conformance.playthrough import Playthrough
from tests.conformance.subject import START, Subject, seeded_shuffle

STRANGERS: tuple[Seat, ...] = (99, "nobody at this table")
GARBAGE_OBJECTS: tuple[dict[str, Any], ...] = (
    {},
    {"type": "no such action"},
    {"type": None},
    {"type": 7},
    {"type": ["play"]},
    {"type": {}},
    {"action": "play"},
)
GARBAGE: tuple[Any, ...] = (*GARBAGE_OBJECTS, None, True, 7, 1.5, "play", [], [{"type": "play"}])


def through_json(data: Any) -> Any:
    return json.loads(json.dumps(data, allow_nan=False))


def refusal(subject: Subject, state: Any, seat: Seat, action: Any, *, now: float) -> tuple[str, str] | None:
    """Code and sentence if the action is refused, None if it is accepted. Either way the given state stays as it is."""
    before = subject.rules.to_json(state)
    refused = None
    try:
        subject.rules.apply(state, seat, action, now=now, shuffle=seeded_shuffle("probe"))
    except RuleViolation as violation:
        refused = violation.code, violation.message
    assert subject.rules.to_json(state) == before, f"{action} changed the state it was given"
    if refused:
        assert re.fullmatch(r"[a-z]+(_[a-z]+)*", refused[0]), f"{refused[0]!r} is not a stable code"
        assert refused[1].endswith("."), f"{refused[1]!r} is not a sentence"
    return refused


def menu(subject: Subject, state: Any, seat: Seat, *, now: float) -> Sequence[Any]:
    """The legal actions; of a very long menu a fair sample."""
    actions = subject.rules.legal_actions(state, seat, now=now)
    return actions if len(actions) <= subject.menu_limit else Random(now).sample(actions, subject.menu_limit)


def check_every_legal_action_applies(game: Playthrough) -> None:
    rules = game.subject.rules
    for step in game.steps:
        for seat in rules.players_to_act(step.state):
            for action in menu(game.subject, step.state, seat, now=step.now):
                refused = refusal(game.subject, step.state, seat, action, now=step.now)
                assert refused is None, f"{game}: {action} of {seat} is on the menu but refused: {refused}"


def check_somebody_can_act_until_the_end(game: Playthrough) -> None:
    rules = game.subject.rules
    for step in game.steps:
        acting = rules.players_to_act(step.state)
        assert acting, f"{game}: nobody is to act in step {step.number}"
        assert set(acting) <= set(game.subject.seats)
        for seat in acting:
            assert rules.legal_actions(step.state, seat, now=step.now), f"{game}: {seat} is to act but has no action"


def check_the_game_ends(game: Playthrough) -> None:
    rules = game.subject.rules
    assert rules.is_over(game.final), f"{game}: not over after {game.subject.step_limit} steps"
    assert rules.players_to_act(game.final) == ()
    assert rules.next_deadline(game.final) is None
    for seat in game.subject.seats:
        assert not rules.legal_actions(game.final, seat, now=game.end)
        for step in game.steps:
            refused = refusal(game.subject, game.final, seat, step.action, now=game.end)
            assert refused, f"{game}: {step.action} was accepted after the end"


def check_a_result_is_there_at_the_end_and_not_before(game: Playthrough) -> None:
    for step in game.steps:
        assert not game.subject.rules.is_over(step.state)
        assert game.subject.rules.result(step.state) is None
    assert through_json(game.subject.rules.result(game.final)) is not None


def check_actions_of_others_are_refused(game: Playthrough) -> None:
    """What one seat may do is refused to a seat that has nothing to do, and to strangers."""
    rules = game.subject.rules
    for step in game.steps:
        acting = rules.players_to_act(step.state)
        for seat in (*game.subject.seats, *STRANGERS):
            if seat not in acting and step.action not in _menu_of(game.subject, step.state, seat, now=step.now):
                refused = refusal(game.subject, step.state, seat, step.action, now=step.now)
                assert refused, f"{game}: {seat} could do {step.action}, which is the business of {acting}"


def _menu_of(subject: Subject, state: Any, seat: Seat, *, now: float) -> Sequence[Any]:
    return () if seat in STRANGERS else subject.rules.legal_actions(state, seat, now=now)


def check_garbage_is_refused(game: Playthrough) -> None:
    rules = game.subject.rules
    for data in (*GARBAGE, *_spoiled_actions(game)):
        with pytest.raises(RuleViolation) as refused:
            rules.action_from_json(data)
        assert refused.value.code == "invalid_request", f"{data} is refused as {refused.value.code}"
    for data in (*GARBAGE_OBJECTS, *_spoiled_actions(game)):
        step = game.steps[0]
        refused_as = refusal(game.subject, step.state, step.seat, data, now=step.now)
        assert refused_as, f"{game}: {data} was accepted"
        assert refused_as[0] == "invalid_request"


def _spoiled_actions(game: Playthrough) -> list[dict[str, Any]]:
    """Real actions, each with one field that holds something no action has."""
    spoiled = []
    for step in game.steps:
        data = game.subject.rules.action_to_json(step.action)
        spoiled += [{**data, name: {"spoiled": [data]}} for name in data]
    return spoiled


def check_json_keeps_everything(game: Playthrough) -> None:
    rules = game.subject.rules
    for state, _now in game.positions:
        data = rules.to_json(state)
        read = rules.from_json(through_json(data))
        assert read == state
        assert rules.to_json(read) == data
    for step in game.steps:
        for action in menu(game.subject, step.state, step.seat, now=step.now):
            assert rules.action_from_json(through_json(rules.action_to_json(action))) == action
        given_as_json = rules.apply(
            step.state,
            step.seat,
            through_json(rules.action_to_json(step.action)),
            now=step.now,
            shuffle=game.shuffle_of(step),
        )
        assert given_as_json[0] == step.after


def check_the_same_seed_gives_the_same_game(game: Playthrough) -> None:
    rules = game.subject.rules
    dealt = game.subject.new_game(seeded_shuffle(game.seed, "deal"), START)
    assert dealt == game.subject.new_game(seeded_shuffle(game.seed, "deal"), START)
    for step in game.steps:
        after, events = rules.apply(step.state, step.seat, step.action, now=step.now, shuffle=game.shuffle_of(step))
        assert after == step.after, f"{game}: step {step.number} came out differently the second time"
        assert [event.to_json() for event in events] == [event.to_json() for event in step.events]


def check_looking_changes_nothing(game: Playthrough) -> None:
    rules = game.subject.rules
    for state, now in game.positions:
        before = rules.to_json(state)
        for seat in game.subject.seats:
            rules.legal_actions(state, seat, now=now)
            rules.view(state, seat, now=now)
        rules.view(state, None, now=now)
        rules.players_to_act(state)
        rules.result(state)
        rules.settle(state, now=now, shuffle=seeded_shuffle("probe"))
        assert rules.to_json(state) == before


def check_settling_is_harmless_when_nothing_is_due(game: Playthrough) -> None:
    for state, now in game.positions:
        deadline = game.subject.rules.next_deadline(state)
        if deadline is None or now < deadline:
            settled = game.subject.rules.settle(state, now=now, shuffle=seeded_shuffle("probe"))
            assert settled == (state, ()), f"{game}: settling did something although nothing was due"


def check_settling_a_deadline_leaves_no_deadline_in_the_past(game: Playthrough) -> None:
    """Otherwise the clock would fire for ever."""
    rules = game.subject.rules
    for state, _now in game.positions:
        deadline = rules.next_deadline(state)
        if deadline is None:
            continue
        after, _events = rules.settle(state, now=deadline, shuffle=seeded_shuffle("probe"))
        following = rules.next_deadline(after)
        assert following is None or following > deadline
        assert rules.settle(after, now=deadline, shuffle=seeded_shuffle("probe")) == (after, ())


def check_events_can_be_told(game: Playthrough) -> None:
    for step in game.steps:
        for event in step.events:
            assert isinstance(through_json(event.to_json())["type"], str)
            assert event.audience is None or set(event.audience) <= set(game.subject.seats)
