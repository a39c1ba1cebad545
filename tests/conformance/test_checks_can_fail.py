"""Every check notices the rules it is there to notice: the tiny game, spoiled in one way each."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import msgspec
import pytest

from tabletop.rules import RuleViolation
from tests.conformance import checks, secrecy
from tests.conformance.playthrough import Playthrough, play
from tests.conformance.subjects import SUBJECTS
from tests.conformance.test_conformance import CHECKS
from tests.tinygame import rules as duel

SOUND = next(subject for subject in SUBJECTS if subject.rules is duel)


class Spoiled:
    """The rules of the tiny game with some functions exchanged."""

    def __init__(self, **exchanged: Callable[..., Any]) -> None:
        self.__dict__.update({**vars(duel), **exchanged})


def apply_that_changes_its_argument(state: duel.State, *arguments: Any, **options: Any) -> Any:
    step = duel.apply(state, *arguments, **options)
    msgspec.structs.force_setattr(state, "due", state.due + 1)
    return step


def apply_with_chance_of_its_own(state: duel.State, *arguments: Any, now: float, shuffle: Any) -> Any:
    return duel.apply(state, *arguments, now=now, shuffle=lambda cards: CHANCE.sample(cards, len(cards)))


def apply_for_anybody(state: duel.State, seat: Any, action: Any, *, now: float, shuffle: Any) -> Any:
    return duel.apply(state, seat if duel.is_over(state) else state.turn, action, now=now, shuffle=shuffle)


def apply_even_after_the_end(state: duel.State, *arguments: Any, **options: Any) -> Any:
    return (state, ()) if duel.is_over(state) else duel.apply(state, *arguments, **options)


def apply_without_effect(state: duel.State, seat: Any, action: Any, *, now: float, shuffle: Any) -> Any:
    duel.apply(state, seat, action, now=now, shuffle=shuffle)
    return state, ()


def apply_that_gossips(state: duel.State, seat: Any, action: Any, *, now: float, shuffle: Any) -> Any:
    try:
        return duel.apply(state, seat, action, now=now, shuffle=shuffle)
    except RuleViolation as refused:
        raise RuleViolation(refused.code, f"{refused.message[:-1]}, the deck is {state.deck}.") from None


def apply_that_tells_strangers(state: duel.State, *arguments: Any, **options: Any) -> Any:
    after, events = duel.apply(state, *arguments, **options)
    return after, tuple(msgspec.structs.replace(event, audience=(5,)) for event in events)


def menu_with_a_card_nobody_holds(state: duel.State, seat: Any, *, now: float) -> Any:
    return [*duel.legal_actions(state, seat, now=now), duel.Play(card=99)]


def menu_that_is_sometimes_empty(state: duel.State, seat: Any, *, now: float) -> Any:
    return duel.legal_actions(state, seat, now=now) if seat == state.turn == 0 else []


def menu_in_the_order_of_the_deck(state: duel.State, seat: Any, *, now: float) -> Any:
    menu = duel.legal_actions(state, seat, now=now)
    return menu if state.deck[0] < state.deck[1] else list(reversed(menu))


def json_without_tricks(data: dict[str, Any]) -> duel.State:
    return duel.from_json({**data, "tricks": (0, 0)})


def action_from_anything(data: Any) -> Any:
    try:
        return duel.action_from_json(data)
    except RuleViolation:
        return duel.Play(card=1)


def settle_that_grants_time(state: duel.State, *, now: float, shuffle: Any) -> Any:
    return msgspec.structs.replace(state, due=state.due + 1), ()


def settle_that_does_nothing(state: duel.State, *, now: float, shuffle: Any) -> Any:
    return state, ()


def settle_that_changes_its_argument(state: duel.State, *, now: float, shuffle: Any) -> Any:
    msgspec.structs.force_setattr(state, "due", state.due - 0.001)
    return state, ()


def view_with_the_deck(state: duel.State, seat: Any, *, now: float) -> Any:
    return {**duel.view(state, seat, now=now), "deck": list(state.deck)}


def view_with_both_hands_for_spectators(state: duel.State, seat: Any, *, now: float) -> Any:
    return {**duel.view(state, seat, now=now), "hands": state.hands if seat is None else None}


def view_with_a_tuple(state: duel.State, seat: Any, *, now: float) -> Any:
    return {**duel.view(state, seat, now=now), "tricks": state.tricks}


def result_of_the_moment(state: duel.State) -> Any:
    return {"winner": 0 if state.tricks[0] > state.tricks[1] else 1}


CHANCE = Random(1)
# Games of the sound rules, looked at with the spoiled ones.
SPOILED: list[tuple[Callable[[Playthrough], None], Spoiled]] = [
    (checks.check_every_legal_action_applies, Spoiled(apply=apply_that_changes_its_argument)),
    (checks.check_every_legal_action_applies, Spoiled(legal_actions=menu_with_a_card_nobody_holds)),
    (checks.check_somebody_can_act_until_the_end, Spoiled(legal_actions=menu_that_is_sometimes_empty)),
    (checks.check_somebody_can_act_until_the_end, Spoiled(players_to_act=lambda state: ())),
    (checks.check_the_game_ends, Spoiled(apply=apply_even_after_the_end)),
    (checks.check_the_game_ends, Spoiled(next_deadline=lambda state: state.due)),
    (checks.check_a_result_is_there_at_the_end_and_not_before, Spoiled(result=result_of_the_moment)),
    (checks.check_actions_of_others_are_refused, Spoiled(apply=apply_for_anybody)),
    (checks.check_garbage_is_refused, Spoiled(action_from_json=action_from_anything)),
    (checks.check_json_keeps_everything, Spoiled(from_json=json_without_tricks)),
    (checks.check_the_same_seed_gives_the_same_game, Spoiled(apply=apply_with_chance_of_its_own)),
    (checks.check_looking_changes_nothing, Spoiled(settle=settle_that_changes_its_argument)),
    (checks.check_settling_is_harmless_when_nothing_is_due, Spoiled(settle=settle_that_grants_time)),
    (checks.check_settling_a_deadline_leaves_no_deadline_in_the_past, Spoiled(settle=settle_that_does_nothing)),
    (secrecy.check_a_view_is_plain_data_and_always_the_same, Spoiled(view=view_with_a_tuple)),
    (secrecy.check_a_view_never_contains_what_is_hidden, Spoiled(view=view_with_the_deck)),
    (secrecy.check_a_view_never_contains_what_is_hidden, Spoiled(view=view_with_both_hands_for_spectators)),
    (secrecy.check_menus_and_refusals_tell_no_more_than_the_view, Spoiled(apply=apply_that_gossips)),
    (secrecy.check_menus_and_refusals_tell_no_more_than_the_view, Spoiled(legal_actions=menu_in_the_order_of_the_deck)),
]
# Games of the spoiled rules themselves.
SPOILED_PLAY: list[tuple[Callable[[Playthrough], None], Spoiled]] = [
    (checks.check_the_game_ends, Spoiled(apply=apply_without_effect)),
    (checks.check_events_can_be_told, Spoiled(apply=apply_that_tells_strangers)),
]


@pytest.mark.parametrize(("check", "rules"), SPOILED)
def test_a_check_notices_spoiled_rules(check: Callable[[Playthrough], None], rules: Any) -> None:
    spoiled = replace(SOUND, rules=rules)
    # Not from the cache: some of the spoiled rules change the states they are given.
    games = [replace(play.__wrapped__(SOUND, seed), subject=spoiled) for seed in range(20)]
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        list(map(check, games))


@pytest.mark.parametrize(("check", "rules"), SPOILED_PLAY)
def test_a_check_notices_a_spoiled_game(check: Callable[[Playthrough], None], rules: Any) -> None:
    games = [play(replace(SOUND, rules=rules), seed) for seed in range(20)]
    with pytest.raises(AssertionError):
        list(map(check, games))


def test_a_game_that_gets_stuck_is_noticed() -> None:
    stuck: list[Any] = [Spoiled(players_to_act=lambda state: ()), Spoiled(legal_actions=menu_that_is_sometimes_empty)]
    for rules in stuck:
        subject = replace(SOUND, rules=rules)
        with pytest.raises(AssertionError, match="duel, seed"):
            list(map(partial(play, subject), range(20)))


def test_a_descriptor_without_real_twins_is_noticed() -> None:
    for twin in (lambda state, seat: state, lambda state, seat: None):
        with pytest.raises(AssertionError):
            secrecy.check_the_twins_differ(play(replace(SOUND, twin=twin), 0))


def test_a_hidden_word_in_a_view_is_noticed() -> None:
    with pytest.raises(AssertionError, match="deckCount"):
        secrecy.check_a_view_never_contains_what_is_hidden(
            play(replace(SOUND, hidden_words=lambda state, seat: ("deckCount",)), 0)
        )


def test_no_check_is_without_a_game_that_fails_it() -> None:
    assert {check for check, _rules in SPOILED + SPOILED_PLAY} | {secrecy.check_the_twins_differ} == set(CHECKS)
