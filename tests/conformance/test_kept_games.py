"""What a process keeps of a table between two moves: the same as the rows say, or nothing."""

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any
from uuid import UUID

import pytest
from django.db import OperationalError, connection, connections, transaction
from django.test.utils import CaptureQueriesContext

from tabletop import kept_games, play
from tabletop.engine import Loaded
from tabletop.kept_games import forget_game, keep_game, take_game
from tabletop.live.announce import unwatch, watch
from tabletop.rules import RuleViolation
from tests.conformance.served import SERVED, Served
from tests.kernel.test_at_once import in_threads

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(params=SERVED)
def game(request: pytest.FixtureRequest) -> Served:
    return SERVED[request.param]


@pytest.fixture
def unwatched(game: Served) -> UUID:
    return game.begin()


@pytest.fixture
def watched(game: Served, unwatched: UUID) -> Iterator[UUID]:
    with shown(game, unwatched):
        yield unwatched


@contextmanager
def shown(game: Served, game_id: UUID) -> Iterator[None]:
    """As if sockets of this process showed the game."""
    topic = f"{game.engine.slug}:{game_id}"
    watch(topic)
    yield
    unwatch(topic)
    forget_game(topic)


def kept(game: Served, game_id: UUID) -> Loaded[Any] | None:
    return kept_games._games.get(f"{game.engine.slug}:{game_id}")


def put_back(game: Served, game_id: UUID, entry: Loaded[Any] | None) -> None:
    """As if another process had made all moves since."""
    assert entry is not None
    kept_games._games[f"{game.engine.slug}:{game_id}"] = entry


def test_a_condition_is_asked_with_the_game_loaded_and_locked(game: Served, watched: UUID) -> None:
    """A seat that comes back while it is thought away would stay away, if only the number were compared."""
    receipt = game.move(watched)
    assert kept(game, watched) is not None
    before: list[str] = []

    def ask() -> bool:
        before.extend(query["sql"].split()[0] for query in captured.captured_queries)
        return True

    with CaptureQueriesContext(connection) as captured:
        game.submit(watched, *game.first_move(receipt.state), only_if=ask)
    assert before[:2] == ["BEGIN", "SELECT"]


def test_what_is_kept_is_what_would_be_loaded_and_stays_as_it_is(game: Served) -> None:
    found = 0
    for number in range(60):
        game_id = game.begin()
        with shown(game, game_id):
            found += _compare(game, game_id, Random(number))
        if found >= 200:
            return
    raise AssertionError(f"{found} states are too few.")


def _compare(game: Served, game_id: UUID, chance: Random) -> int:
    """The number of kept states of a random game that were compared."""
    entries = []
    for receipt in game.play_by_chance(game_id, chance, steps=120):
        loaded, entry = game.load(game_id), kept(game, game_id)
        assert receipt.seq == loaded.row.seq
        if entry is not None:
            told = game.known_of(entry)
            assert told == game.known_of(loaded)
            entries.append((entry, told))
    for entry, told in entries:
        assert game.known_of(entry) == told
    return len(entries)


def test_a_second_move_loads_nothing(game: Served, watched: UUID, monkeypatch: pytest.MonkeyPatch) -> None:
    receipt = game.move(watched)
    monkeypatch.setattr(game.engine.store, "load", None)
    assert game.submit(watched, *game.first_move(receipt.state)).seq == receipt.seq + 1


def test_nothing_is_kept_of_a_table_nobody_shows(game: Served, unwatched: UUID) -> None:
    game.move(unwatched)
    assert kept(game, unwatched) is None


def test_a_state_that_another_process_has_left_behind_is_not_played_on(game: Served, watched: UUID) -> None:
    outdated, seen = game.move(watched), kept(game, watched)
    move = game.first_move(outdated.state)
    seq = game.submit(watched, *move).seq
    put_back(game, watched, seen)
    with CaptureQueriesContext(connection) as captured, pytest.raises(RuleViolation):
        game.submit(watched, *move)
    # Nothing is written once the number turns out to be another one.
    assert [query["sql"].split()[0] for query in captured][:4] == ["BEGIN", "UPDATE", "ROLLBACK", "BEGIN"]
    assert (game.load(watched).row.seq, game.logged(watched)) == (seq, seq)
    put_back(game, watched, seen)
    assert game.move(watched).seq == seq + 1
    entry = kept(game, watched)
    assert entry is not None
    assert game.known_of(entry) == game.known_of(game.load(watched))


def test_an_older_state_never_replaces_a_newer_one(game: Served, watched: UUID) -> None:
    game.move(watched)
    older = kept(game, watched)
    game.move(watched)
    newer = kept(game, watched)
    assert older is not None
    keep_game(game.engine, older)
    assert kept(game, watched) is newer


def test_an_earlier_look_at_the_same_state_never_replaces_a_later_one(game: Served, watched: UUID) -> None:
    game.move(watched)
    looks = [game.load(watched) for _time in range(2)]
    for look in reversed(looks):
        keep_game(game.engine, look)
    assert kept(game, watched) is looks[1]


@pytest.mark.parametrize("failing", ["save", "commit"])
def test_a_failed_write_leaves_nothing(
    game: Served, watched: UUID, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    def fail(*_given: Any) -> None:
        raise OperationalError

    receipt = game.move(watched)
    with monkeypatch.context() as broken:
        if failing == "save":
            broken.setattr(game.engine.store, "save", fail)
        else:
            broken.setattr(connections["default"], "_commit", fail)
        with pytest.raises(OperationalError):
            game.submit(watched, *game.first_move(receipt.state))
    assert kept(game, watched) is None
    assert game.move(watched).seq == receipt.seq + 1


def test_a_refusal_is_judged_again_by_the_rows(game: Served, watched: UUID) -> None:
    receipt = game.move(watched)
    _seat, action = game.first_move(receipt.state)
    other = next(seat for seat in receipt.loaded.sitters if seat not in game.engine.rules.players_to_act(receipt.state))
    with pytest.raises(RuleViolation):
        game.submit(watched, other, action)
    assert game.move(watched).seq == receipt.seq + 1


def test_what_was_kept_too_long_is_loaded_anew(game: Served, watched: UUID, monkeypatch: pytest.MonkeyPatch) -> None:
    game.move(watched)
    monkeypatch.setattr(kept_games, "LONGEST_SECONDS", 0.0)
    assert take_game(game.engine, watched) is None


def test_inside_a_transaction_rows_are_loaded(game: Served, watched: UUID) -> None:
    seq = game.move(watched).seq
    before = kept(game, watched)
    with transaction.atomic():
        game.move(watched)
        transaction.set_rollback(True)
    assert kept(game, watched) is before
    assert game.move(watched).seq == seq + 1


@pytest.mark.parametrize("game", [slug for slug, game in SERVED.items() if game.engine.snapshot_before], indirect=True)
def test_a_move_taken_back_leaves_what_would_be_loaded(game: Served, watched: UUID) -> None:
    seat, action = game.first_move(game.load(watched).state)
    for _time in range(2):
        game.submit(watched, seat, action)
        assert kept(game, watched) is not None
        game.submit(watched, seat, play.UNDO)
        entry = kept(game, watched)
        assert entry is not None
        assert game.known_of(entry) == game.known_of(game.load(watched))
        assert game.first_move(entry.state) == (seat, action)


def test_a_finished_game_is_not_kept(game: Served, watched: UUID) -> None:
    game.move(watched)
    assert kept(game, watched) is not None
    for _receipt in game.play_by_chance(watched, Random(1), steps=3000, only_moves=True):
        pass
    assert game.engine.rules.is_over(game.load(watched).state)
    assert kept(game, watched) is None


@pytest.mark.parametrize("repetition", range(3))
def test_of_many_moves_at_once_on_a_kept_state_the_rules_accept_one(
    game: Served, watched: UUID, repetition: int
) -> None:
    receipt = game.move(watched)
    move = game.first_move(receipt.state)
    outcomes = in_threads(4, lambda _thread: game.submit(watched, *move))
    assert sum(not isinstance(outcome, Exception) for outcome in outcomes) == 1
    assert all(isinstance(outcome, RuleViolation) for outcome in outcomes if isinstance(outcome, Exception))
    assert game.logged(watched) == receipt.seq + 1
    entry = kept(game, watched)
    assert entry is None or game.known_of(entry) == game.known_of(game.load(watched))
