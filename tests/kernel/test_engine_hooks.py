"""What a game may tell the kernel besides its rules: where its chance comes from, and who wants to hear of changes."""

from dataclasses import replace
from typing import Any

import pytest
from django.db import transaction

from tabletop import play
from tabletop.accounts.models import User
from tabletop.engine import Loaded, Move
from tabletop.live import presence
from tabletop.rules import Seat
from tabletop.shuffle import shuffle_at
from tests.kernel.conftest import STARTED, any_move, game_of, logged_moves
from tests.tinygame import services, store
from tests.tinygame.models import DuelGame, DuelSeat
from tests.tinygame.plug import TAKEOVER_SECONDS
from tests.tinygame.rules import State

NOW = 1_000.0


def redrawn_with(duel: DuelGame, **hooks: Any) -> State:
    state = game_of(duel)
    action = {"type": "redraw", "card": min(state.hands[0])}
    after: State = play.submit(replace(services.engine, **hooks), duel.pk, Move(seat=0, action=action)).state.game
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
    play.submit(engine, duel.pk, Move(seat=0, action=any_move(game_of(duel))))
    play.settle(engine, duel.pk, now=game_of(duel).due)
    assert heard == [(STARTED, STARTED + 1, 0), (STARTED + 1, STARTED + 2, None)]


def handovers(duel: DuelGame) -> list[Any]:
    """What the duel has written down about who plays its first seat."""
    written: list[Any] = DuelSeat.objects.get(game=duel, place=0).handovers
    return written


def test_a_game_keeps_what_it_heard_of_its_seats(duel: DuelGame, people: list[User]) -> None:
    services.tables.act(game_id=duel.pk, person=people[0], action={"type": "hand_to_bot", "level": "high"})
    services.tables.act(game_id=duel.pk, person=people[0], action={"type": "take_back"})
    services.tables.hand_to_bot(game_id=duel.pk, seat_id=store.load(duel.pk).state.seats[0].seat_id)
    assert handovers(duel) == [[STARTED + 1, "high", 0], [STARTED + 2, None, 0], [STARTED + 3, "low", None]]
    assert DuelSeat.objects.get(game=duel, place=1).handovers == []


def test_a_game_keeps_what_the_clock_did_with_its_seats(people: list[User]) -> None:
    duel = services.start_duel(people=people, now=NOW, takeover=True)
    play.submit(services.engine, duel.pk, Move(seat=0, action=presence.LEFT), now=NOW)
    receipt = play.settle(services.engine, duel.pk, now=NOW + TAKEOVER_SECONDS)
    assert handovers(duel) == [[receipt.seq, "low", None]]


@pytest.mark.django_db(transaction=True)
def test_a_game_hears_of_a_change_in_its_transaction_when_everything_is_written(duel: DuelGame) -> None:
    heard: list[tuple[bool, int, int]] = []

    def hear(before: Loaded[Any], after: Loaded[Any], actor: Seat | None) -> None:
        services.record_handovers(before, after, actor)
        written = DuelGame.objects.get(pk=duel.pk).seq
        heard.append((transaction.get_connection().in_atomic_block, written, logged_moves().count()))

    hand_over(duel, saved=hear)
    assert heard == [(True, STARTED + 1, 1)]
    assert handovers(duel) == [[STARTED + 1, "high", 0]]


@pytest.mark.django_db(transaction=True)
def test_a_step_that_fails_leaves_neither_a_move_nor_what_was_written_on_hearing(duel: DuelGame) -> None:
    written: list[Any] = []

    def fail(before: Loaded[Any], after: Loaded[Any], actor: Seat | None) -> None:
        services.record_handovers(before, after, actor)
        written.extend(handovers(duel))
        raise LookupError

    before = store.load(duel.pk).state
    with pytest.raises(LookupError):
        hand_over(duel, saved=fail)
    assert written == [[STARTED + 1, "high", 0]]
    assert handovers(duel) == []
    assert store.load(duel.pk).state == before
    assert not logged_moves().exists()


@pytest.mark.django_db(transaction=True)
def test_what_was_written_on_hearing_goes_with_the_transaction_around_the_step(duel: DuelGame) -> None:
    with transaction.atomic():
        hand_over(duel)
        assert handovers(duel)
        transaction.set_rollback(True)
    assert handovers(duel) == []


def hand_over(duel: DuelGame, **hooks: Any) -> None:
    """The host lets a bot play the first seat."""
    engine = replace(services.engine, **hooks)
    play.submit(engine, duel.pk, Move(seat=0, action={"type": "hand_to_bot", "level": "high"}))


def test_what_changes_nothing_is_not_heard_of(duel: DuelGame) -> None:
    def fail(_before: Loaded[Any], _after: Loaded[Any], _actor: Seat | None) -> None:
        raise LookupError

    engine = replace(services.engine, saved=fail)
    assert not play.settle(engine, duel.pk).changed
    assert not play.submit(engine, duel.pk, Move(seat=0, action={"type": "arrived"})).changed
