"""Rows of turn, special_power and game_score tell what happened (rules 7.5, 10.7, 11)."""

from typing import Any
from uuid import UUID

import pytest

from cambio import rules
from cambio.models import Card, GameScore, GameSession, Player, SpecialPower, Turn
from tests.cambio.kit import START, act, dealt, game_of, people, position, settle_at

pytestmark = pytest.mark.django_db

HANDS = [["Ah", "2h", "3h", "4h"], ["5s", "6s", "7s", "8s"]]


def arranged(top: str, **options: Any) -> UUID:
    game_id = dealt(people(2))
    position(game_id, rules.arrange(HANDS, [top], ["2d", "3d"], **options))
    return game_id


def last_turn(game_id: UUID) -> Turn:
    return Turn.objects.filter(game_session=game_id).latest("seq")


def card(game_id: UUID, face: str) -> Card:
    return Card.objects.get(game_session=game_id, rank=face[:-1], suit=rules.cards.suit_of(face))


def player(game_id: UUID, seat: int) -> Player:
    return Player.objects.get(game_session=game_id, turn_order=seat)


def test_a_draw_names_source_and_card() -> None:
    game_id = arranged("2c")
    act(game_id, 0, "draw", source="deck")
    turn = last_turn(game_id)
    assert (turn.seq, turn.action, turn.draw_source, turn.card_drawn_id) == (1, "draw", "deck", card(game_id, "2c").pk)
    assert (card(game_id, "2c").location, card(game_id, "2c").visibility) == ("drawn", "hidden")


def test_a_card_from_the_discard_pile_is_held_visibly() -> None:
    game_id = arranged("2c")
    act(game_id, 0, "draw", source="discard")
    assert (card(game_id, "3d").location, card(game_id, "3d").visibility) == ("drawn", "visible")
    assert last_turn(game_id).draw_source == "discard"


def test_a_swap_names_the_outgoing_and_the_incoming_card() -> None:
    game_id = arranged("2c")
    act(game_id, 0, "draw", source="deck")
    act(game_id, 0, "swap", position=2)
    turn = last_turn(game_id)
    assert (turn.old_card_id, turn.new_card_id) == (card(game_id, "3h").pk, card(game_id, "2c").pk)
    taken = card(game_id, "2c")
    assert (taken.owner_id, taken.position_row, taken.position_col) == (player(game_id, 0).pk, 1, 0)
    assert card(game_id, "3h").order_in_pile == 2


def test_a_reshuffle_is_noted_with_the_draw_and_leaves_one_top() -> None:
    game_id = dealt(people(2))
    discard = [face for face in rules.cards.DECK if face not in {*HANDS[0], *HANDS[1]}]
    game = rules.arrange(HANDS, [], discard)
    position(game_id, game)
    act(game_id, 0, "draw", source="deck")
    assert last_turn(game_id).metadata == {"reshuffled": True}
    pile = Card.objects.filter(game_session=game_id, location="discard")
    assert [str(found) for found in pile] == [discard[-1]]


def test_a_power_is_pending_then_revealing_then_completed() -> None:
    game_id = arranged("7c")
    act(game_id, 0, "draw", source="deck")
    act(game_id, 0, "discard")
    turn = last_turn(game_id)
    assert (turn.action, turn.special_power_type, turn.metadata) == ("power", "peek_own", {"status": "pending"})
    assert GameSession.objects.get(pk=game_id).pending_power_turn_id == turn.pk
    assert not SpecialPower.objects.filter(game_session=game_id).exists()
    act(game_id, 0, "use_power", position=1)
    turn.refresh_from_db()
    assert turn.metadata == {"status": "revealing", "position": 1}
    assert card(game_id, "2h").visibility == "peeking"
    power = SpecialPower.objects.get(turn=turn)
    assert (power.target_card_id, power.target_player_id) == (card(game_id, "2h").pk, None)
    settle_at(game_id, START + 5)
    turn.refresh_from_db()
    assert turn.metadata["status"] == "completed"
    assert card(game_id, "2h").visibility == "hidden"
    assert GameSession.objects.get(pk=game_id).pending_power_turn_id is None


def test_spying_names_the_other_player() -> None:
    game_id = arranged("9c")
    act(game_id, 0, "draw", source="deck")
    act(game_id, 0, "discard")
    act(game_id, 0, "use_power", targetSeat=1, targetPosition=3)
    power = SpecialPower.objects.get(game_session=game_id)
    assert (power.target_card_id, power.target_player_id) == (card(game_id, "8s").pk, player(game_id, 1).pk)
    assert power.turn.metadata == {"status": "revealing", "targetPosition": 3}


def test_a_blind_swap_keeps_both_cards_and_places() -> None:
    game_id = arranged("Jc")
    act(game_id, 0, "draw", source="deck")
    act(game_id, 0, "discard")
    act(game_id, 0, "use_power", position=1, targetSeat=1, targetPosition=2)
    power = SpecialPower.objects.get(game_session=game_id)
    assert (power.target_card_id, power.target_player_id) == (card(game_id, "7s").pk, player(game_id, 1).pk)
    assert power.turn.metadata == {
        "status": "completed", "position": 1, "targetPosition": 2, "ownCard": str(card(game_id, "2h").pk)
    }  # fmt: skip
    assert card(game_id, "7s").owner_id == player(game_id, 0).pk
    assert card(game_id, "2h").owner_id == player(game_id, 1).pk


def test_a_king_writes_the_power_at_once() -> None:
    game_id = arranged("Kc")
    act(game_id, 0, "draw", source="deck")
    act(game_id, 0, "discard")
    power = SpecialPower.objects.get(game_session=game_id)
    assert power.power_type == "look_own"
    assert power.turn.metadata is not None
    assert power.turn.metadata["status"] == "revealing"


def test_a_skipped_power_leaves_no_record() -> None:
    game_id = arranged("8c")
    act(game_id, 0, "draw", source="deck")
    act(game_id, 0, "discard")
    act(game_id, 0, "skip_power")
    assert last_turn(game_id).metadata == {"status": "skipped"}
    assert not SpecialPower.objects.filter(game_session=game_id).exists()


def test_a_cancelled_power_leaves_no_record() -> None:
    game_id = arranged("8c")
    act(game_id, 0, "draw", source="deck")
    act(game_id, 0, "discard")
    act(game_id, 0, "leave")
    assert last_turn(game_id).metadata == {"status": "cancelled"}
    assert not SpecialPower.objects.filter(game_session=game_id).exists()


def test_a_turn_given_up_is_a_row() -> None:
    game_id = arranged("2c")
    act(game_id, 0, "draw", source="deck")
    act(game_id, 0, "leave")
    settle_at(game_id, START + 60)
    turn = last_turn(game_id)
    assert (turn.action, turn.metadata) == ("forfeit", {"reason": "timeout"})
    assert card(game_id, "2c").location == "discard"


def test_the_held_card_may_be_given_up_and_another_drawn_in_one_step() -> None:
    game_id = arranged("2c")
    act(game_id, 0, "draw", source="deck")
    act(game_id, 0, "leave")
    act(game_id, 1, "draw", source="deck", now=START + 61)
    assert [turn.action for turn in Turn.objects.filter(game_session=game_id).order_by("seq")] == [
        "draw", "forfeit", "draw"
    ]  # fmt: skip
    held = game_of(game_id).held_card
    assert held is not None
    assert held.player_id == 1


def test_the_call_is_a_row_and_the_end_writes_scores_winner_and_open_cards() -> None:
    game_id = arranged("2c")
    act(game_id, 0, "call_cambio")
    row = GameSession.objects.get(pk=game_id)
    assert (last_turn(game_id).action, row.phase) == ("cambio", "final_round")
    assert row.cambio_caller_id == player(game_id, 0).pk
    assert player(game_id, 0).has_taken_final_turn
    act(game_id, 1, "draw", source="deck")
    act(game_id, 1, "discard")
    row.refresh_from_db()
    assert (row.phase, row.winner_id, row.current_turn_player_id) == ("completed", player(game_id, 0).pk, None)
    assert row.completed_at is not None
    scores = {score.player.turn_order: score for score in GameScore.objects.filter(game_session=game_id)}
    assert [(scores[seat].final_score, scores[seat].is_winner) for seat in (0, 1)] == [(10, True), (26, False)]
    assert scores[0].cards_summary[0] == {"rank": "A", "suit": "hearts", "pointValue": 1}
    assert [player(game_id, seat).score for seat in (0, 1)] == [10, 26]
    hands = Card.objects.filter(game_session=game_id, location="hand")
    assert {found.visibility for found in hands} == {"visible"}


def test_a_caller_who_was_wrong_is_doubled_and_a_tie_has_no_single_winner() -> None:
    game_id = arranged("2c", turn=1)
    act(game_id, 1, "call_cambio")
    act(game_id, 0, "draw", source="deck")
    act(game_id, 0, "discard")
    caller = GameScore.objects.get(game_session=game_id, is_cambio_caller=True)
    assert (caller.final_score, caller.penalty_applied, caller.is_winner) == (52, True, False)
    tie = dealt(people(2))
    position(tie, rules.arrange([["Ah", "2h", "3h", "4h"], ["As", "2s", "3s", "4s"]], ["5c"], ["2d"]))
    act(tie, 0, "call_cambio")
    act(tie, 1, "draw", source="deck")
    act(tie, 1, "discard")
    assert GameSession.objects.get(pk=tie).winner_id is None
    assert GameScore.objects.filter(game_session=tie, is_winner=True).count() == 2
