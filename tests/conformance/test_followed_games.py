"""What a process keeps of a table at which another process moves: what the rows say, or nothing."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from random import Random
from typing import Any
from uuid import UUID

import pytest
from channels.db import database_sync_to_async
from django.db import connection
from django.test.utils import CaptureQueriesContext
from msgspec.structs import replace

from tabletop import play, replay
from tabletop.engine import Loaded, Receipt
from tabletop.kept_games import keep_game, take_game
from tabletop.live.snapshots import Snapshots
from tests.conformance.elsewhere import Message, another_process, hear
from tests.conformance.served import Served
from tests.conformance.test_kept_games import game, kept, shown, unwatched, watched
from tests.conformance.test_loading import PAGES
from tests.kit.statements import hear_statements
from tests.live.conftest import reads

__all__ = ["game", "reads", "unwatched", "watched"]

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
    assert kept(game, watched) is None
    move = game.first_move(game.load(watched).state)
    with CaptureQueriesContext(connection) as captured:
        assert game.submit(watched, *move).seq == seq + 1
    # No write is tried on what is over: the row is locked and read at once.
    assert [query["sql"].split()[0] for query in captured][:2] == ["BEGIN", "SELECT"]


def test_a_move_that_is_kept_late_does_not_outlive_the_news_of_a_later_one(
    game: Served, watched: UUID, topic: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process may hear of a commit and move on it before the thread that has committed goes on."""
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


def known_of(game: Served, loaded: Loaded[Any]) -> Any:
    """All but when the row was written, which the writer alone knows and no move reads."""
    (columns, besides), *rest = game.known_of(loaded)
    return {name: value for name, value in columns.items() if name != "updated_at"}, besides, rest


ENOUGH = 40


async def test_what_is_followed_is_kept_as_it_would_be_loaded(
    game: Served, reads: list[UUID], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In games by chance, of which this process makes about every other step, also on what it has followed."""
    moves = 0
    for number in range(60):
        game_id = await database_sync_to_async(game.begin)()
        with shown(game, game_id):
            steps = game.play_by_chance(game_id, chance := Random(number), steps=120)
            moves += await _play_at_two_processes(
                game, game_id, steps, chance=chance, reads=reads, monkeypatch=monkeypatch
            )
        if moves >= ENOUGH:
            return
    raise AssertionError(f"{moves} moves on a state that was followed are too few.")


async def _play_at_two_processes(
    game: Served,
    game_id: UUID,
    steps: Iterator[Receipt],
    *,
    chance: Random,
    reads: list[UUID],
    monkeypatch: pytest.MonkeyPatch,
) -> int:
    """The number of moves that were made here on a state that was followed."""
    topic, page, snapshots = f"{game.engine.slug}:{game_id}", PAGES[game.engine.slug], Snapshots()
    await snapshots.fresh(page, game_id)
    followed, moves = None, 0
    while True:
        with ExitStack() as there:
            is_elsewhere = chance.random() < 0.5
            messages = there.enter_context(another_process(topic, monkeypatch)) if is_elsewhere else []
            receipt = await database_sync_to_async(next)(steps, None)
        if receipt is None:
            return moves
        read_before = len(reads)
        for message in messages:
            hear(message)
            await snapshots.at_least(message["seq"], page, game_id)
        await snapshots.at_least(receipt.seq, page, game_id)
        loaded, entry = await database_sync_to_async(game.load)(game_id), kept(game, game_id)
        if game.engine.rules.is_over(loaded.state):
            assert entry is None
            return moves
        if entry is not None:
            assert known_of(game, entry) == known_of(game, loaded)
        if messages and not any(_takes_back(message) for message in messages):
            assert entry is not None
            assert type(entry) is Loaded, "without what the page alone shows"
            assert len(reads) == read_before
        moves += receipt.changed and receipt.before is followed
        followed = entry if messages else None


def _takes_back(message: Message) -> bool:
    return json.loads(message["step"])["payload"] == play.UNDO


STATEMENTS = {
    "duel": ["UPDATE", "INSERT", "INSERT"],
    "cambio": ["UPDATE", "INSERT", "INSERT", "INSERT"],
    "imperial": ["UPDATE", "INSERT", "INSERT", "INSERT"],
}
"""The game's row and its number; seats, cards or turns; the log. BEGIN and COMMIT come on top."""


async def test_a_move_at_a_process_that_has_only_followed_reads_nothing(
    game: Served, watched: UUID, topic: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, snapshots = PAGES[game.engine.slug], Snapshots()
    await snapshots.fresh(page, watched)
    for _move in range(3):
        with another_process(topic, monkeypatch) as messages:
            receipt = await database_sync_to_async(game.move)(watched)
        hear(messages[0])
        await snapshots.at_least(receipt.seq, page, watched)
    heard = hear_statements(monkeypatch)
    await database_sync_to_async(game.submit)(watched, *game.first_move(receipt.state))
    assert [sql.split()[0] for sql in heard if not sql.startswith("BEGIN")] == STATEMENTS[game.engine.slug]


async def test_a_step_that_leads_to_another_state_here_is_not_kept_but_read(
    game: Served, watched: UUID, topic: str, reads: list[UUID], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when two versions of the site run side by side that both say they play by the same rules."""
    page, snapshots = PAGES[game.engine.slug], Snapshots()
    await snapshots.fresh(page, watched)
    with another_process(topic, monkeypatch) as messages:
        receipt = await database_sync_to_async(game.move)(watched)
    hear(messages[0])
    with monkeypatch.context() as other:
        other.setattr(replay, "repeat_step", lambda _engine, state, *_step: (replace(state, bot_due=1.0), ()))
        await snapshots.at_least(receipt.seq, page, watched)
    assert kept(game, watched) is None
    assert reads == [watched, watched]
