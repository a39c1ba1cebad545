"""Fixtures: a game of Cambio that three people have played, and what is announced from then on."""

from uuid import UUID

import pytest

from tabletop.accounts.models import User
from tests.cambio.kit import people
from tests.lobby.test_coming_back import finished

Rung = list[str]


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch) -> Rung:
    """What is announced."""
    topics: Rung = []
    monkeypatch.setattr("tabletop.live.announce.note_change", topics.extend)
    return topics


@pytest.fixture
def persons() -> list[User]:
    return people(3)


@pytest.fixture
def over(persons: list[User]) -> UUID:
    """Juno, Mara and Nils have played."""
    return finished(persons)
