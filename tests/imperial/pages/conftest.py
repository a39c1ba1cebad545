"""A game of three players, in its auction."""

from uuid import UUID

import pytest

from tabletop.accounts.models import User
from tests.imperial import kit


@pytest.fixture
def persons() -> list[User]:
    return kit.people(3)


@pytest.fixture
def game_id(persons: list[User]) -> UUID:
    return kit.begun(persons)
