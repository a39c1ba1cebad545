"""Every promise of `tabletop.rules`, kept by every game."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.rules import RuleViolation
from tests.conformance import checks, secrecy
from tests.conformance.playthrough import Playthrough, play
from tests.conformance.subject import Subject
from tests.conformance.subjects import SUBJECTS

CHECKS = [
    function
    for module in (checks, secrecy)
    for name, function in vars(module).items()
    if name.startswith("check_") and function.__module__ == module.__name__
]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=8,
)

over_all_games = pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.name)


@over_all_games
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__.removeprefix("check_"))
def test_a_game_keeps_the_promise_that(check: Callable[[Playthrough], None], subject: Subject) -> None:
    for seed in range(subject.seeds):
        check(play(subject, seed))


@over_all_games
@given(data=JSON | st.fixed_dictionaries({"type": JSON}))
def test_whatever_is_sent_is_an_action_or_refused(subject: Subject, data: Any) -> None:
    try:
        action = subject.rules.action_from_json(data)
    except RuleViolation:
        return
    assert subject.rules.action_from_json(subject.rules.action_to_json(action)) == action


@over_all_games
def test_different_seeds_give_different_games(subject: Subject) -> None:
    games = [subject.rules.to_json(play(subject, seed).final) for seed in range(max(2, subject.seeds))]
    assert any(game != games[0] for game in games)
