"""What a process keeps of a table between two moves: the same as the rows say, or nothing."""

import time
from random import Random
from typing import Any
from uuid import UUID

import msgspec
import pytest
from django.db import OperationalError, connections, transaction

from tabletop import known, play
from tabletop.engine import Loaded
from tabletop.known import forget_game, keep_game, take_game
from tabletop.live.announce import unwatch, watch
from tabletop.rules import RuleViolation
from tests.kernel.conftest import STARTED, any_move, game_of, logged_moves
from tests.kernel.random_duel import play_by_chance
from tests.kernel.test_at_once import in_threads
from tests.tinygame import services, store
from tests.tinygame.models import DuelGame
from tests.tinygame.services import engine

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def watched(duel: DuelGame) -> Any:
    """A duel that sockets of this process show."""
    topic = f"{engine.slug}:{duel.pk}"
    watch(topic)
    yield duel
    unwatch(topic)
    forget_game(topic)


def kept(game_id: UUID) -> Loaded[Any] | None:
    return known._games.get(f"{engine.slug}:{game_id}")


def columns(loaded: Loaded[Any]) -> Any:
    """Of the game's row, in JSON: a database knows one kind of list."""
    names = [field.attname for field in loaded.row._meta.fields]
    return msgspec.json.decode(msgspec.json.encode({name: getattr(loaded.row, name) for name in names}))


def move(duel: DuelGame, **more: Any) -> Any:
    state = game_of(duel)
    return services.move(game_id=duel.pk, seat=state.turn, action=any_move(state), **more)


@pytest.mark.parametrize("seed", range(6))
def test_what_is_kept_is_what_would_be_loaded(watched: DuelGame, seed: int) -> None:
    """Moves, undo, bots, absences and the clock."""
    found = 0
    for receipt in play_by_chance(watched.pk, Random(seed), now=time.time()):
        loaded, entry = store.load(watched.pk), kept(watched.pk)
        assert receipt.seq == loaded.row.seq
        if entry is not None:
            found += 1
            assert columns(entry) == columns(loaded)
            assert (entry.state, entry.sitters) == (loaded.state, loaded.sitters)
    assert found >= 3


def test_a_second_move_loads_nothing(watched: DuelGame, monkeypatch: pytest.MonkeyPatch) -> None:
    move(watched)
    state = game_of(watched)
    monkeypatch.setattr(store, "load", None)
    receipt = services.move(game_id=watched.pk, seat=state.turn, action=any_move(state))
    assert receipt.seq == STARTED + 2


def test_nothing_is_kept_of_a_table_nobody_shows(duel: DuelGame) -> None:
    move(duel)
    assert kept(duel.pk) is None


def test_a_state_that_another_process_has_left_behind_is_not_played_on(watched: DuelGame) -> None:
    move(watched)
    outdated = kept(watched.pk)
    state = game_of(watched)
    move(watched)
    assert outdated is not None
    # Another process made the last move: what this one keeps is a move old.
    known._games[f"{engine.slug}:{watched.pk}"] = outdated
    with pytest.raises(RuleViolation):
        services.move(game_id=watched.pk, seat=state.turn, action=any_move(state))
    assert logged_moves().count() == 2
    known._games[f"{engine.slug}:{watched.pk}"] = outdated
    assert move(watched).seq == STARTED + 3
    entry = kept(watched.pk)
    assert entry is not None
    assert entry.state == store.load(watched.pk).state


def test_an_older_state_never_replaces_a_newer_one(watched: DuelGame) -> None:
    move(watched)
    older = kept(watched.pk)
    move(watched)
    newer = kept(watched.pk)
    assert older is not None
    keep_game(engine, older)
    assert kept(watched.pk) is newer


@pytest.mark.parametrize("failing", ["save", "commit"])
def test_a_failed_write_leaves_nothing(watched: DuelGame, monkeypatch: pytest.MonkeyPatch, failing: str) -> None:
    def fail(*_given: Any) -> None:
        raise OperationalError

    move(watched)
    with monkeypatch.context() as broken:
        if failing == "save":
            broken.setattr(store, "save", fail)
        else:
            broken.setattr(connections["default"], "_commit", fail)
        with pytest.raises(OperationalError):
            move(watched)
    assert kept(watched.pk) is None
    assert move(watched).seq == STARTED + 2


def test_a_refusal_is_judged_again_by_the_rows(watched: DuelGame) -> None:
    move(watched)
    state = game_of(watched)
    with pytest.raises(RuleViolation):
        services.move(game_id=watched.pk, seat=1 - state.turn, action=any_move(state))
    assert move(watched).seq == STARTED + 2


def test_what_was_kept_too_long_is_loaded_anew(watched: DuelGame, monkeypatch: pytest.MonkeyPatch) -> None:
    move(watched)
    monkeypatch.setattr(known, "LONGEST_SECONDS", 0.0)
    assert take_game(engine, watched.pk) is None


def test_inside_a_transaction_rows_are_loaded(watched: DuelGame) -> None:
    move(watched)
    before = kept(watched.pk)
    with transaction.atomic():
        move(watched)
        transaction.set_rollback(True)
    assert kept(watched.pk) is before
    assert move(watched).seq == STARTED + 2


def test_a_finished_game_is_not_kept(watched: DuelGame) -> None:
    while not engine.rules.is_over(store.load(watched.pk).state):
        move(watched)
    assert kept(watched.pk) is None


@pytest.mark.parametrize("repetition", range(3))
def test_of_many_moves_at_once_on_a_kept_state_the_rules_accept_one(watched: DuelGame, repetition: int) -> None:
    move(watched)
    state = game_of(watched)
    action = any_move(state)
    outcomes = in_threads(4, lambda _i: services.move(game_id=watched.pk, seat=state.turn, action=action))
    assert sum(not isinstance(outcome, Exception) for outcome in outcomes) == 1
    assert all(isinstance(outcome, RuleViolation) for outcome in outcomes if isinstance(outcome, Exception))
    assert logged_moves().count() == 2
    loaded, entry = store.load(watched.pk), kept(watched.pk)
    assert entry is None or entry.state == loaded.state


def test_settling_keeps_what_it_led_to(watched: DuelGame) -> None:
    move(watched)
    play.settle(engine, watched.pk, now=4_000_000_000.0)
    entry = kept(watched.pk)
    assert entry is None or entry.state == store.load(watched.pk).state
