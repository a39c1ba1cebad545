"""What a request may say besides the action: who acts, which position it was made for, under which condition."""

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from tabletop import play
from tabletop.accounts.models import User
from tabletop.batch import Batch
from tabletop.engine import Engine, Loaded, Move, Outdated, Receipt, UnknownGame
from tabletop.rules import RuleViolation
from tests.kernel.conftest import STARTED, any_move, game_of, logged_moves
from tests.tinygame import services, store
from tests.tinygame.models import DuelGame, DuelSeat
from tests.tinygame.rules import State

pytestmark = pytest.mark.django_db
StateOf = Callable[[DuelGame], State]


def statements(run: Callable[[], object]) -> list[str]:
    with CaptureQueriesContext(connection) as captured:
        run()
    return [query["sql"] for query in captured.captured_queries]


def lead(
    duel: DuelGame, *, engine: Engine = services.engine, known: Loaded[Any] | None = None, **request: Any
) -> Receipt:
    """Whatever card is the lowest of the player on turn, unless the request has another action."""
    request = {"seat": 0} | request
    action, now = request.pop("action", None) or any_move(game_of(duel)), request.pop("now", None)
    return play.submit(engine, duel.pk, Move(action=action, **request), known=known, now=now)


# --- who acts ---------------------------------------------------------------------------------------------------------


def test_a_person_acts_on_the_own_seat(duel: DuelGame, people: list[User]) -> None:
    assert lead(duel, seat=None, person=people[0].pk).seat == 0
    assert lead(duel, seat=None, person=people[1].pk).seat == 1
    assert [action.actor for action in logged_moves()] == [0, 1]


def test_a_person_without_a_seat_may_not_act(duel: DuelGame) -> None:
    eve = User.objects.create(display_name="Eve", is_guest=True)
    with pytest.raises(PermissionDenied):
        lead(duel, seat=None, person=eve.pk)
    assert not logged_moves().exists()


def test_a_seat_id_acts_wherever_the_seat_is_now(duel: DuelGame) -> None:
    own = store.load(duel.pk).state.seats[0].seat_id
    assert lead(duel, seat=None, seat_id=own).seat == 0


def test_a_person_who_names_the_seat_of_another_may_not_act(duel: DuelGame, people: list[User]) -> None:
    first, second = (info.seat_id for info in store.load(duel.pk).state.seats)
    with pytest.raises(PermissionDenied):
        lead(duel, seat=None, seat_id=first, person=people[1].pk)
    assert not logged_moves().exists()
    assert lead(duel, seat=None, seat_id=first, person=people[0].pk).seat == 0
    assert lead(duel, seat=None, seat_id=second, person=people[1].pk).seat == 1


def test_a_seat_that_was_left_since_the_request_was_made_is_stale(people: list[User]) -> None:
    entry = services.tables.create_table(person=people[0])
    joined = services.tables.join_table(game_id=entry.game_id, person=people[1])
    services.tables.act(game_id=entry.game_id, seat=1, action={"type": "leave"})
    with pytest.raises(RuleViolation) as refusal:
        play.submit(services.engine, entry.game_id, Move(seat_id=joined.player_id, action={"type": "leave"}, key="k"))
    assert refusal.value.code == "stale_state"


def test_a_person_who_sits_elsewhere_than_the_request_says_is_stale(duel: DuelGame, people: list[User]) -> None:
    with pytest.raises(RuleViolation) as refusal:
        lead(duel, seat=0, person=people[1].pk)
    assert refusal.value.code == "stale_state"
    assert lead(duel, seat=0, person=people[0].pk).seat == 0


@pytest.mark.parametrize("started", [False, True])
def test_a_person_with_a_seat_does_not_sit_down_again(people: list[User], started: bool) -> None:
    entry = services.tables.create_table(person=people[0])
    services.tables.join_table(game_id=entry.game_id, person=people[1])
    if started:
        services.tables.act(game_id=entry.game_id, seat=0, action={"type": "start"})
    else:
        services.tables.act(game_id=entry.game_id, seat=1, action={"type": "leave"})
    before = store.load(entry.game_id)
    with pytest.raises(RuleViolation) as refusal:
        services.tables.join_table(game_id=entry.game_id, person=people[0])
    assert refusal.value.code == ("game_already_started" if started else "already_in_game")
    assert store.load(entry.game_id).state == before.state
    assert DuelSeat.objects.filter(game=entry.game_id, user=people[0]).count() == 1


def test_a_bot_has_no_person_who_could_sit_there_already(people: list[User]) -> None:
    entry = services.tables.create_table(person=people[0])
    DuelSeat.objects.filter(game=entry.game_id).update(user=None)
    services.tables.add_bot(game_id=entry.game_id, seat=0)
    assert [info.type for info in store.load(entry.game_id).state.seats] == ["human", "bot"]


# --- for which position -----------------------------------------------------------------------------------------------

ASKING = replace(services.engine, prompt_of=lambda table: table.game.plays)
"""Duel with numbered questions: the number of cards that have been played."""


def test_an_answer_to_another_question_is_stale(duel: DuelGame) -> None:
    assert lead(duel, engine=ASKING, expected_prompt=0).changed
    before = game_of(duel)
    with pytest.raises(RuleViolation) as refusal:
        lead(duel, engine=ASKING, seat=1, expected_prompt=0)
    assert refusal.value.code == "stale_state"
    assert game_of(duel) == before


def test_the_same_question_may_be_answered_though_the_table_has_moved_on(duel: DuelGame) -> None:
    play.submit(services.engine, duel.pk, Move(seat=1, action={"type": "left"}))
    assert lead(duel, engine=ASKING, expected_prompt=0).seq == STARTED + 2


def test_a_game_without_questions_takes_no_answer_to_one(duel: DuelGame) -> None:
    with pytest.raises(RuleViolation) as refusal:
        lead(duel, expected_prompt=0)
    assert refusal.value.code == "stale_state"


@pytest.mark.django_db(transaction=True)
def test_a_game_that_was_just_loaded_is_not_loaded_again(duel: DuelGame) -> None:
    known, action = store.load(duel.pk), any_move(game_of(duel))
    sql = statements(lambda: lead(duel, known=known, action=action))
    assert [line.split()[0] for line in sql] == ["BEGIN", "UPDATE", "INSERT", "INSERT", "COMMIT"]
    assert logged_moves().count() == 1


def test_a_move_that_was_refused_in_the_loaded_position_is_judged_as_the_game_stands(duel: DuelGame) -> None:
    known = store.load(duel.pk)
    lead(duel)
    receipt = lead(duel, known=known, seat=1)
    assert (receipt.before.row.seq, receipt.seq) == (STARTED + 1, STARTED + 2)
    assert receipt.state == store.load(duel.pk).state
    assert sum(map(len, game_of(duel).hands)) == 4


def test_a_move_that_was_legal_in_the_loaded_position_too_loses_nothing_of_what_happened_since(duel: DuelGame) -> None:
    known = store.load(duel.pk)
    play.submit(services.engine, duel.pk, Move(seat=1, action={"type": "left"}))
    receipt = lead(duel, known=known)
    assert (receipt.before.row.seq, receipt.seq) == (STARTED + 1, STARTED + 2)
    assert receipt.state == store.load(duel.pk).state
    assert game_of(duel).connected == (True, False)


def test_what_would_change_nothing_in_the_loaded_position_is_judged_as_the_game_stands(duel: DuelGame) -> None:
    known = store.load(duel.pk)
    play.submit(services.engine, duel.pk, Move(seat=1, action={"type": "left"}))
    receipt = play.submit(services.engine, duel.pk, Move(seat=1, action={"type": "arrived"}), known=known)
    assert (receipt.changed, game_of(duel).connected) == (True, (True, True))


def test_a_store_writes_nothing_on_top_of_a_move_it_does_not_know(duel: DuelGame) -> None:
    known = store.load(duel.pk)
    lead(duel)
    before, known.row.seq = store.load(duel.pk), STARTED + 1
    batch = Batch()
    store.save(known, known.state, (), batch)
    with pytest.raises(Outdated):
        batch.send()
    assert store.load(duel.pk).state == before.state


def test_a_request_for_an_outdated_position_is_stale_though_that_position_was_loaded(duel: DuelGame) -> None:
    known = store.load(duel.pk)
    play.submit(services.engine, duel.pk, Move(seat=1, action={"type": "left"}))
    with pytest.raises(RuleViolation) as refusal:
        lead(duel, known=known, expected_seq=STARTED)
    assert refusal.value.code == "stale_state"


def test_a_game_that_is_gone_since_it_was_loaded_is_unknown(duel: DuelGame) -> None:
    known, action = store.load(duel.pk), any_move(game_of(duel))
    services.tables.remove_table(game_id=duel.pk)
    with pytest.raises(UnknownGame):
        lead(duel, known=known, action=action)


# --- under which condition --------------------------------------------------------------------------------------------


def test_what_is_no_longer_true_does_not_happen(duel: DuelGame) -> None:
    before = store.load(duel.pk)
    receipt = lead(duel, only_if=lambda: False)
    assert (receipt.changed, receipt.seq, receipt.seat) == (False, STARTED, 0)
    assert store.load(duel.pk).state == before.state
    assert not logged_moves().exists()


@pytest.mark.django_db(transaction=True)
def test_the_condition_is_asked_once_and_with_the_game_locked(duel: DuelGame) -> None:
    asked: list[bool] = []

    def ask() -> bool:
        asked.append(transaction.get_connection().in_atomic_block)
        DuelSeat.objects.first()
        return True

    action = any_move(game_of(duel))
    sql = statements(lambda: lead(duel, only_if=ask, action=action))
    assert asked == [True]
    assert [line.split()[0] for line in sql[:4]] == ["BEGIN", "SELECT", "SELECT", "SELECT"]


# --- what is written --------------------------------------------------------------------------------------------------


def written(run: Callable[[], object]) -> list[str]:
    return [sql for sql in statements(run) if "tabletop_deadline" in sql]


def test_a_deadline_is_written_when_it_comes_earlier_and_only_then(duel: DuelGame) -> None:
    state = game_of(duel)
    redraw = {"type": "redraw", "card": state.hands[0][0]}
    assert not written(lambda: lead(duel, action=redraw))
    assert game_of(duel).due == state.due
    assert not written(lambda: play.submit(services.engine, duel.pk, Move(seat=1, action={"type": "left"})))
    assert len(written(lambda: lead(duel, now=state.due - 60))) == 1
    assert game_of(duel).due < state.due
    earlier = game_of(duel)
    assert not written(lambda: lead(duel, seat=earlier.turn, now=earlier.due - 1))
    assert game_of(duel).due > earlier.due


def test_a_game_without_a_deadline_writes_none(duel: DuelGame) -> None:
    assert written(lambda: lead(duel, now=game_of(duel).due - 60))
    while sum(map(len, (state := game_of(duel)).hands)) > 1:
        lead(duel, seat=state.turn, now=state.due - 20)
    last = game_of(duel)
    assert not written(lambda: lead(duel, seat=last.turn, now=last.due - 20))


def test_a_bot_that_fails_is_reported_with_game_action_and_traceback_and_kept_out_of_the_log(
    people: list[User], caplog: pytest.LogCaptureFixture
) -> None:
    entry = services.tables.create_table(person=people[0], bots=["broken"])
    services.tables.act(game_id=entry.game_id, seat=0, action={"type": "start"}, now=1_000.0)
    action = any_move(store.load(entry.game_id).state.game)
    services.move(game_id=entry.game_id, seat=0, action=action, now=1_001.0)
    with caplog.at_level(logging.ERROR):
        receipt = play.settle(services.engine, entry.game_id, now=1_005.0)
    [record] = caplog.records
    assert record.levelno == logging.ERROR
    assert f"duel {entry.game_id}, action {receipt.seq}" in record.getMessage()
    assert record.exc_info is not None
    assert record.exc_info[0] is ZeroDivisionError
    assert "bot_choice" in caplog.text, "with the traceback"
    told = [event["type"] for event in logged_moves().get(seq=receipt.seq).events]
    assert told == [event["type"] for event in receipt.events] == ["card_played", "trick_taken"]
    assert len(receipt.happened) == 2
