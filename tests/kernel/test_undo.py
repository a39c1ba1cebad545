"""A move taken back through the write path: by its author, once, and without another throw of the dice."""

from collections.abc import Callable

import pytest

from tabletop import play
from tabletop.accounts.models import User
from tabletop.engine import Move
from tabletop.rules import RuleViolation
from tabletop.shuffle import shuffle_at
from tests.kernel.conftest import STARTED, any_move, logged_moves
from tests.tinygame import services, store
from tests.tinygame.models import DuelGame
from tests.tinygame.plug import ABANDON_SECONDS
from tests.tinygame.replay import verify
from tests.tinygame.rules import State

pytestmark = pytest.mark.django_db
StateOf = Callable[[DuelGame], State]
NOW = 1_000.0


@pytest.fixture
def duel(people: list[User]) -> DuelGame:
    return services.start_duel(people=people, now=NOW, takeover=True)


def refusal_of(duel: DuelGame, *, seat: int | None, now: float = NOW + 2) -> str:
    with pytest.raises(RuleViolation) as refusal:
        services.tables.undo(game_id=duel.pk, seat=seat, now=now)
    return refusal.value.code


def lead(duel: DuelGame, state_of: StateOf, *, now: float = NOW + 1) -> State:
    """The state before the lead."""
    before = state_of(duel)
    services.move(game_id=duel.pk, seat=before.turn, action=any_move(before), now=now)
    return before


def test_a_lead_is_taken_back_and_logged(duel: DuelGame, state_of: StateOf) -> None:
    before = lead(duel, state_of)
    receipt = services.tables.undo(game_id=duel.pk, seat=0, key="k", now=NOW + 2)
    after = state_of(duel)
    assert (after.hands, after.led, after.turn, after.plays) == (before.hands, None, 0, 0)
    logged = logged_moves().get(seq=STARTED + 2)
    assert (logged.actor, logged.payload, logged.key) == (0, play.UNDO, "k")
    [event] = receipt.events
    assert (event["type"], event["playerId"]) == ("undone", receipt.state.seats[0].seat_id)
    verify(duel)


def test_an_undo_sent_twice_is_one_undo(duel: DuelGame, state_of: StateOf) -> None:
    lead(duel, state_of)
    first, again = (services.tables.undo(game_id=duel.pk, seat=0, key="k", now=NOW + 2) for _time in range(2))
    assert (again.seq, again.events, again.changed) == (first.seq, first.events, False)
    assert [action.payload for action in logged_moves()].count(play.UNDO) == 1


def test_what_is_done_again_after_an_undo_meets_the_same_chance(duel: DuelGame, state_of: StateOf) -> None:
    before = state_of(duel)
    for time in range(3):
        lead(duel, state_of, now=NOW + time)
        services.tables.undo(game_id=duel.pk, seat=0, now=NOW + time)
    card = min(before.hands[0])
    services.move(game_id=duel.pk, seat=0, action={"type": "redraw", "card": card}, now=NOW + 5)
    drawn, *deck = shuffle_at(bytes(duel.shuffle_seed), "play 0")((*before.deck, card))
    assert (state_of(duel).deck, drawn in state_of(duel).hands[0]) == (tuple(deck), True)
    verify(duel)


def test_only_the_author_takes_a_move_back_and_only_until_the_answer(duel: DuelGame, state_of: StateOf) -> None:
    assert refusal_of(duel, seat=0) == "nothing_to_undo"
    lead(duel, state_of)
    before = store.load(duel.pk).state
    assert refusal_of(duel, seat=1) == "nothing_to_undo"
    assert refusal_of(duel, seat=None) == "player_not_in_game"
    assert store.load(duel.pk).state == before
    lead(duel, state_of)
    assert refusal_of(duel, seat=0) == refusal_of(duel, seat=1) == "nothing_to_undo"


def test_a_move_is_taken_back_once(duel: DuelGame, state_of: StateOf) -> None:
    lead(duel, state_of)
    services.tables.undo(game_id=duel.pk, seat=0, now=NOW + 2)
    assert refusal_of(duel, seat=0) == "nothing_to_undo"


def test_in_the_waiting_room_there_is_nothing_to_undo(people: list[User]) -> None:
    entry = services.tables.create_table(person=people[0])
    with pytest.raises(RuleViolation) as refusal:
        services.tables.undo(game_id=entry.game_id, seat=0)
    assert refusal.value.code == "nothing_to_undo"


def test_an_undo_after_the_time_of_the_other_ran_out_is_refused_and_the_time_counts(
    duel: DuelGame, state_of: StateOf
) -> None:
    lead(duel, state_of)
    assert refusal_of(duel, seat=0, now=state_of(duel).due) == "nothing_to_undo"
    assert state_of(duel).led is None, "the other's card was played"


def test_a_lead_in_the_step_of_a_time_out_is_not_taken_back_with_it(duel: DuelGame, state_of: StateOf) -> None:
    lead(duel, state_of)
    late = state_of(duel).due + 1
    before = state_of(duel)
    winner = 0 if before.led > min(before.hands[1]) else 1  # type: ignore[operator]
    card = min(card for card in before.hands[winner] if winner == 0 or card != min(before.hands[1]))
    services.move(game_id=duel.pk, seat=winner, action={"type": "play", "card": card}, now=late)
    assert (state_of(duel).led, state_of(duel).plays) == (card, 3)
    assert refusal_of(duel, seat=winner, now=late) == "nothing_to_undo"


def test_an_undo_brings_nobody_back_who_has_left_meanwhile(duel: DuelGame, state_of: StateOf) -> None:
    lead(duel, state_of)
    play.submit(services.engine, duel.pk, Move(seat=1, action={"type": "left"}), now=NOW + 2)
    services.tables.undo(game_id=duel.pk, seat=0, now=NOW + 3)
    assert (state_of(duel).connected, state_of(duel).away_since) == ((True, False), (None, NOW + 2))
    verify(duel)


def test_an_undo_is_a_sign_of_life_and_an_abandoned_table_takes_none(duel: DuelGame, state_of: StateOf) -> None:
    lead(duel, state_of)
    for seat in (0, 1):
        play.submit(services.engine, duel.pk, Move(seat=seat, action={"type": "left"}), now=NOW + 2)
    services.tables.undo(game_id=duel.pk, seat=0, now=NOW + 20)
    assert store.load(duel.pk).state.abandon_at == NOW + 20 + ABANDON_SECONDS
    verify(duel)
    lead(duel, state_of, now=NOW + 21)
    play.settle(services.engine, duel.pk, now=NOW + 21 + ABANDON_SECONDS)
    assert refusal_of(duel, seat=0, now=NOW + 400) == "game_abandoned"
