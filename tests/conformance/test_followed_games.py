"""What a process keeps of a table at which another process moves: nothing that it has heard to be over."""

from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tabletop.kept_games import keep_game, take_game
from tests.conformance.elsewhere import another_process, hear
from tests.conformance.served import Served
from tests.conformance.test_kept_games import game, kept, unwatched, watched

__all__ = ["game", "unwatched", "watched"]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def topic(game: Served, watched: UUID) -> str:
    return f"{game.engine.slug}:{watched}"


def test_what_is_kept_dies_with_the_news_of_a_later_move(
    game: Served, watched: UUID, topic: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game.move(watched)
    entry = kept(game, watched)
    assert entry is not None
    with another_process(topic, monkeypatch) as messages:
        seq = game.move(watched).seq
    assert kept(game, watched) is entry
    hear(messages[0])
    move = game.first_move(game.load(watched).state)
    with CaptureQueriesContext(connection) as captured:
        assert game.submit(watched, *move).seq == seq + 1
    # No write is tried on what is over: the row is locked and read at once.
    assert [query["sql"].split()[0] for query in captured][:2] == ["BEGIN", "SELECT"]


def test_a_move_that_is_kept_late_does_not_outlive_the_news_of_a_later_one(
    game: Served, watched: UUID, topic: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other process may be told of a commit, move on it and announce that before the thread that committed goes on."""
    late = game.move(watched).loaded
    assert take_game(game.engine, watched) is late
    with another_process(topic, monkeypatch) as messages:
        game.move(watched)
    hear(messages[0])
    keep_game(game.engine, late)
    assert kept(game, watched) is None


def test_old_news_leave_what_is_kept(game: Served, watched: UUID, topic: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with another_process(topic, monkeypatch) as messages:
        game.move(watched)
    game.move(watched)
    entry = kept(game, watched)
    hear(messages[0])
    assert entry is not None
    assert take_game(game.engine, watched) is entry
