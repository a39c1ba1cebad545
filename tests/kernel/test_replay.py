"""Seed and log give the stored state, and whatever was tampered with is found."""

import random
from collections.abc import Callable

import pytest

from tabletop import play
from tabletop.replay import BrokenLog
from tests.kernel.conftest import any_move
from tests.kit.bulk import bulk
from tests.tinygame import rules, services
from tests.tinygame.models import DuelAction, DuelGame, DuelSeat
from tests.tinygame.replay import verify
from tests.tinygame.rules import State

pytestmark = pytest.mark.django_db
StateOf = Callable[[DuelGame], State]


@pytest.mark.parametrize("number", range(bulk(20)))
def test_seed_and_log_replay_to_the_stored_state(duel: DuelGame, state_of: StateOf, number: int) -> None:
    chance = random.Random(number)
    now = duel.started_at
    while not rules.is_over(state := state_of(duel)):
        now += chance.choice([1, 5, 40])
        settled, _events = rules.settle(state, now=now, shuffle=list)
        if rules.is_over(settled):
            play.settle(services.engine, duel.pk, now=now)
            break
        action = chance.choice(rules.legal_actions(state, settled.turn, now=now))
        services.move(game_id=duel.pk, seat=settled.turn, action=rules.action_to_json(action), now=now)
    verify(duel)


@pytest.mark.parametrize(
    ("tamper", "found"),
    [
        (lambda log: log.filter(seq=2).delete(), "does not end where the table stands"),
        (lambda log: log.filter(seq=1).update(seq=9), "has a gap before 2"),
        (lambda log: log.filter(seq=1).update(events=[]), "Action 1 tells something else"),
        (lambda log: log.filter(seq=1).update(payload={"type": "play", "card": 99}), "cannot be repeated"),
        (lambda log: DuelSeat.objects.update(connected=False), "The rows differ"),
    ],
    ids=["end", "gap", "events", "action", "rows"],
)
def test_what_was_tampered_with_is_found(
    duel: DuelGame, state_of: StateOf, tamper: Callable[..., object], found: str
) -> None:
    for _move in range(2):
        state = state_of(duel)
        services.move(game_id=duel.pk, seat=state.turn, action=any_move(state))
    verify(duel)
    tamper(DuelAction.objects.filter(game=duel))
    with pytest.raises(BrokenLog, match=found):
        verify(duel)
