"""What a game may tell the kernel besides its rules: where its chance comes from, and who wants to hear of changes."""

from dataclasses import replace
from typing import Any

import pytest
from django.db import transaction

from tabletop import play
from tabletop.engine import Loaded
from tabletop.rules import Seat
from tabletop.shuffle import shuffle_at
from tests.kernel.conftest import STARTED, any_move, game_of, logged_moves
from tests.tinygame import services
from tests.tinygame.models import DuelGame
from tests.tinygame.rules import State


def redrawn_with(duel: DuelGame, **hooks: Any) -> State:
    state = game_of(duel)
    action = {"type": "redraw", "card": min(state.hands[0])}
    after: State = play.submit(replace(services.engine, **hooks), duel.pk, seat=0, action=action).state.game
    return after


def test_the_number_of_the_action_is_the_place_of_its_chance(duel: DuelGame) -> None:
    before = game_of(duel)
    after = redrawn_with(duel, chance_key=None)
    assert after.deck == tuple(_redrawn(duel, before, place=str(STARTED + 1)))[1:]


def test_a_game_may_name_the_place_itself(duel: DuelGame) -> None:
    before = game_of(duel)
    after = redrawn_with(duel, chance_key=lambda table: f"turn {table.game.turn}")
    assert after.deck == tuple(_redrawn(duel, before, place="turn 0"))[1:]


def _redrawn(duel: DuelGame, before: State, *, place: str) -> list[int]:
    return shuffle_at(bytes(duel.shuffle_seed), place)((*before.deck, min(before.hands[0])))


def test_a_game_hears_of_moves_and_of_what_the_clock_did(duel: DuelGame) -> None:
    heard: list[tuple[int, int, Seat | None]] = []

    def hear(before: Loaded[Any], after: Loaded[Any], actor: Seat | None) -> None:
        heard.append((before.row.seq, after.row.seq, actor))
        assert before.state != after.state

    engine = replace(services.engine, saved=hear)
    play.submit(engine, duel.pk, seat=0, action=any_move(game_of(duel)))
    play.settle(engine, duel.pk, now=game_of(duel).due)
    assert heard == [(STARTED, STARTED + 1, 0), (STARTED + 1, STARTED + 2, None)]


@pytest.mark.django_db(transaction=True)
def test_a_game_hears_of_a_change_in_its_transaction_when_everything_is_written(duel: DuelGame) -> None:
    heard: list[tuple[bool, int, int]] = []

    def hear(_before: Loaded[Any], _after: Loaded[Any], _actor: Seat | None) -> None:
        written = DuelGame.objects.get(pk=duel.pk).seq
        heard.append((transaction.get_connection().in_atomic_block, written, logged_moves().count()))

    play.submit(replace(services.engine, saved=hear), duel.pk, seat=0, action=any_move(game_of(duel)))
    assert heard == [(True, STARTED + 1, 1)]


@pytest.mark.django_db(transaction=True)
def test_what_fails_on_hearing_takes_the_move_back(duel: DuelGame) -> None:
    def fail(_before: Loaded[Any], _after: Loaded[Any], _actor: Seat | None) -> None:
        raise LookupError

    before = game_of(duel)
    with pytest.raises(LookupError):
        play.submit(replace(services.engine, saved=fail), duel.pk, seat=0, action=any_move(before))
    assert game_of(duel) == before
    assert not logged_moves().exists()


def test_what_changes_nothing_is_not_heard_of(duel: DuelGame) -> None:
    def fail(_before: Loaded[Any], _after: Loaded[Any], _actor: Seat | None) -> None:
        raise LookupError

    engine = replace(services.engine, saved=fail)
    assert not play.settle(engine, duel.pk).changed
    assert not play.submit(engine, duel.pk, seat=0, action={"type": "arrived"}).changed
