from collections.abc import Callable

import pytest
from django.db.models import QuerySet

from tabletop.accounts.models import User
from tests.kernel.programs import hosting, pair
from tests.tinygame import rules, services, store
from tests.tinygame.models import DuelAction, DuelGame
from tests.tinygame.rules import State

__all__ = ["hosting", "pair"]  # fixtures

STARTED = 2
"""Number of the last action of a duel that has just been dealt: the second person joined, the host started."""


def logged_moves() -> QuerySet[DuelAction]:
    """What was logged since the deal, in order."""
    return DuelAction.objects.filter(seq__gt=STARTED).order_by("seq")


@pytest.fixture
def people(db: None) -> list[User]:
    return [User.objects.create(display_name=name, is_guest=True) for name in ("Juno", "Mara")]


@pytest.fixture
def eve(db: None) -> User:
    """Somebody without a seat."""
    return User.objects.create(display_name="Eve", is_guest=True)


@pytest.fixture
def duel(people: list[User]) -> DuelGame:
    return services.start_duel(people=people)


@pytest.fixture
def state_of() -> Callable[[DuelGame], State]:
    return game_of


def game_of(duel: DuelGame) -> State:
    """The state of the rules."""
    state: State = store.load(duel.pk).state.game
    return state


def any_move(state: State) -> dict[str, object]:
    """The lowest card of the player on turn."""
    return rules.action_to_json(rules.Play(card=min(state.hands[state.turn])))
