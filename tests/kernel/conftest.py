from collections.abc import Callable

import pytest

from tabletop.accounts.models import User
from tests.tinygame import rules, services, store
from tests.tinygame.models import DuelGame
from tests.tinygame.rules import State


@pytest.fixture
def people(db: None) -> list[User]:
    return [User.objects.create(display_name=name, is_guest=True) for name in ("Juno", "Mara")]


@pytest.fixture
def duel(people: list[User]) -> DuelGame:
    return services.start_duel(people=people)


@pytest.fixture
def state_of() -> Callable[[DuelGame], State]:
    return lambda game: store.load(game.pk).state


def any_move(state: State) -> dict[str, object]:
    """The lowest card of the player on turn."""
    return rules.action_to_json(rules.Play(card=min(state.hands[state.turn])))
