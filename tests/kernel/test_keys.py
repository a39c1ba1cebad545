"""Idempotency keys: the same request of the same seat has one effect, however often it is sent."""

from collections.abc import Callable

import pytest

from tabletop import play
from tabletop.accounts.models import User
from tabletop.engine import Move
from tabletop.live import presence
from tabletop.rules import RuleViolation
from tests.kernel.conftest import STARTED, any_move, game_of, logged_moves
from tests.tinygame import services
from tests.tinygame.models import DuelGame
from tests.tinygame.rules import State

pytestmark = pytest.mark.django_db
StateOf = Callable[[DuelGame], State]


def test_the_same_key_again_gets_the_same_answer_and_has_no_second_effect(duel: DuelGame, state_of: StateOf) -> None:
    action = any_move(state_of(duel))
    first = services.move(game_id=duel.pk, seat=0, action=action, key="once")
    after = state_of(duel)
    for expected_seq in (None, STARTED, STARTED + 1):
        again = services.move(game_id=duel.pk, seat=0, action=action, key="once", expected_seq=expected_seq)
        assert (again.seq, again.events, again.changed) == (first.seq, first.events, False)
    assert state_of(duel) == after
    assert logged_moves().count() == 1


def test_the_same_key_keeps_a_second_effect_out_even_if_the_move_is_legal_again(duel: DuelGame) -> None:
    play.submit(services.engine, duel.pk, Move(seat=1, action=presence.LEFT, key="gone"))
    play.submit(services.engine, duel.pk, Move(seat=1, action=presence.ARRIVED))
    again = play.submit(services.engine, duel.pk, Move(seat=1, action=presence.LEFT, key="gone"))
    assert not again.changed
    assert game_of(duel).connected == (True, True)


def test_the_same_key_for_something_else_is_refused(duel: DuelGame, state_of: StateOf) -> None:
    low, middle, _high = state_of(duel).hands[0]
    services.move(game_id=duel.pk, seat=0, action={"type": "play", "card": low}, key="k")
    with pytest.raises(RuleViolation) as refusal:
        services.move(game_id=duel.pk, seat=0, action={"type": "play", "card": middle}, key="k")
    assert refusal.value.code == "key_reused"


def test_the_same_key_of_another_seat_is_another_request(duel: DuelGame, state_of: StateOf) -> None:
    services.move(game_id=duel.pk, seat=0, action=any_move(state_of(duel)), key="k")
    answer = services.move(game_id=duel.pk, seat=1, action=any_move(state_of(duel)), key="k")
    assert (answer.changed, answer.seq) == (True, STARTED + 2)
    assert [(action.actor, action.key) for action in logged_moves()] == [(0, "k"), (1, "k")]


def test_a_refused_move_with_the_key_of_another_seat_is_refused_like_any_other(
    duel: DuelGame, state_of: StateOf
) -> None:
    """Neither as a repetition of that seat's move, nor as a key that was used before."""
    action = any_move(state_of(duel))
    services.move(game_id=duel.pk, seat=0, action=action, key="k")
    services.tables.undo(game_id=duel.pk, seat=0)
    for refused in (action, {"type": "play", "card": 99}):
        with pytest.raises(RuleViolation) as refusal:
            services.move(game_id=duel.pk, seat=1, action=refused, key="k")
        assert refusal.value.code == "not_your_turn"


def test_a_person_who_sends_a_request_again_gets_the_answer_of_the_own_seat(
    duel: DuelGame, people: list[User], state_of: StateOf
) -> None:
    action = any_move(state_of(duel))
    first = services.tables.act(game_id=duel.pk, person=people[0], action=action, key="k")
    again = services.tables.act(game_id=duel.pk, person=people[0], action=action, key="k")
    assert (again.seq, again.seat, again.changed) == (first.seq, 0, False)


def test_a_key_does_not_pass_to_the_person_who_takes_the_place(people: list[User]) -> None:
    ada, ben = people
    cleo = User.objects.create_user("cleo@example.com", display_name="Cleo")
    table = services.tables.create_table(person=ada).game_id
    for guest in (ben, cleo):
        services.tables.join_table(game_id=table, person=guest)
        left = services.tables.act(game_id=table, person=guest, action={"type": "leave"}, key="k")
        assert (left.changed, len(left.state.seats)) == (True, 1)


def test_a_host_gets_a_bot_with_a_key_that_the_host_before_has_used(people: list[User]) -> None:
    ada, ben = people
    table = services.tables.create_table(person=ada).game_id
    bot = services.tables.add_bot(game_id=table, person=ada, key="k").state.seats[1].seat_id
    services.tables.act(game_id=table, person=ada, action={"type": "remove_bot", "seatId": bot})
    services.tables.join_table(game_id=table, person=ben)
    services.tables.act(game_id=table, person=ada, action={"type": "leave"})
    added = services.tables.add_bot(game_id=table, person=ben, key="k")
    assert [info.type for info in added.state.seats] == ["human", "bot"]
    again = services.tables.add_bot(game_id=table, person=ben, key="k")
    assert (again.changed, len(again.state.seats)) == (False, 2)
