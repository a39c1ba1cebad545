"""A game of three players, in its auction."""

from uuid import UUID

import pytest

from tabletop.accounts.models import User
from tests.imperial import kit
from tests.kit.template_names import refuse_unknown_names


@pytest.fixture(autouse=True)
def every_name_in_a_template_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    refuse_unknown_names(monkeypatch)


@pytest.fixture
def persons() -> list[User]:
    return kit.people(3)


@pytest.fixture
def game_id(persons: list[User]) -> UUID:
    return kit.begun(persons)
