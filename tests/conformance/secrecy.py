"""No seat and no spectator learns what the rules hide: the checks of `view`, and of everything else a seat can see."""

import json
from random import Random
from typing import Any

from tabletop.rules import Seat
from tests.conformance.checks import refusal, through_json
from tests.conformance.playthrough import Playthrough

# A seat may try anything at any time; so many of the game's own actions are tried in every position.
PROBES = 12


def viewers(game: Playthrough) -> tuple[Seat | None, ...]:
    return (*game.subject.seats, None)


def check_a_view_is_plain_data_and_always_the_same(game: Playthrough) -> None:
    rules = game.subject.rules
    for state, now in game.positions:
        for viewer in viewers(game):
            seen = rules.view(state, viewer, now=now)
            assert through_json(seen) == seen, f"{game}: the view of {viewer} does not survive JSON"
            stored = rules.from_json(through_json(rules.to_json(state)))
            assert rules.view(stored, viewer, now=now) == seen


def check_a_view_never_contains_what_is_hidden(game: Playthrough) -> None:
    rules = game.subject.rules
    for state, now in game.positions:
        for viewer in viewers(game):
            seen = rules.view(state, viewer, now=now)
            for twin in _twins(game, state, viewer):
                assert rules.view(twin, viewer, now=now) == seen, f"{game}: {viewer} can tell hidden things apart"
            for word in game.subject.hidden_words(state, viewer):
                assert word not in json.dumps(seen, ensure_ascii=False), f"{game}: {viewer} can read {word!r}"


def check_menus_and_refusals_tell_no_more_than_the_view(game: Playthrough) -> None:
    rules = game.subject.rules
    tried = [step.action for step in game.steps]
    probes = Random(game.seed).sample(tried, min(PROBES, len(tried)))
    for state, now in game.positions:
        for seat in game.subject.seats:
            for twin in _twins(game, state, seat):
                assert rules.players_to_act(twin) == rules.players_to_act(state)
                assert rules.next_deadline(twin) == rules.next_deadline(state)
                menu, twins_menu = (rules.legal_actions(world, seat, now=now) for world in (state, twin))
                assert list(twins_menu) == list(menu), f"{game}: the menu of {seat} tells hidden things apart"
                for action in probes:
                    answers = [refusal(game.subject, world, seat, action, now=now) for world in (state, twin)]
                    assert answers[0] == answers[1], f"{game}: how {action} is refused tells {seat} hidden things"


def check_the_twins_differ(game: Playthrough) -> None:
    """Guards the checks above: a descriptor without twins, or with equal ones, would prove nothing."""
    rules = game.subject.rules
    pairs = [
        (state, twin)
        for state, _now in game.positions
        for viewer in viewers(game)
        for twin in _twins(game, state, viewer)
    ]
    assert pairs, f"{game}: nothing is ever hidden from anybody"
    for state, twin in pairs:
        assert rules.to_json(twin) != rules.to_json(state), f"{game}: a twin is the same state"


def _twins(game: Playthrough, state: Any, viewer: Seat | None) -> list[Any]:
    twin = game.subject.twin(state, viewer)
    return [] if twin is None else [twin]
