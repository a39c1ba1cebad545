"""The acceptance scenarios and edge cases of the feature, told by the pages and the tables: what a person would see.

`tests/cambio/rules/test_seed_scenarios.py` asks the rules the same.
"""

import re
from typing import Any
from uuid import UUID

import pytest

from cambio import rules
from cambio.models import Card, GameScore, GameSession, Player, SpecialPower, Turn
from cambio.rules.cards import POWERS
from cambio.services import engine
from tabletop import clock
from tabletop.accounts.models import User
from tabletop.engine import Move
from tabletop.play import submit
from tabletop.rules import RuleViolation
from tests.cambio.kit import START, act, dealt, game_of, people, position
from tests.kit.clients import client_of

pytestmark = pytest.mark.django_db

HANDS = [["Ah", "2h", "3h", "4h"], ["5s", "6s", "7s", "8s"], ["9d", "10d", "Jd", "Qd"]]


class Game:
    """People at a table in the middle of a game, and what each of them has on the screen."""

    def __init__(self, players: int = 2, *, hands: Any = HANDS, **options: Any) -> None:
        self.people: list[User] = people(players)
        self.id: UUID = dealt(self.people)
        self.lay(hands=hands[:players], **options)

    def lay(self, *, hands: Any = HANDS[:2], **options: Any) -> None:
        position(self.id, rules.arrange(hands, ["2c", "3c", "4c"], ["2d", "3d"], **options))

    def discarding(self, card: str, seat: int = 0) -> "Game":
        self.lay(hands=HANDS[: len(self.people)], turn=seat, held=card, held_from="deck")
        act(self.id, seat, "discard")
        return self

    def page(self, seat: int) -> str:
        return client_of(self.people[seat]).get(f"/cambio/{self.id}/").content.decode()

    def dialog(self, seat: int) -> str:
        """The power dialog on this player's screen; empty if there is none."""
        found = re.search(r'<div class="board[^>]*role="dialog"[^>]*>(.*?)<aside', self.page(seat), re.DOTALL)
        return found.group(1).strip() if found else ""

    def disconnect(self, seat: int) -> None:
        submit(engine, self.id, Move(seat=seat, action={"type": "left"}), now=START)

    def last_turn(self, seat: int) -> None:
        act(self.id, seat, "draw", source="deck")
        act(self.id, seat, "discard")

    @property
    def row(self) -> GameSession:
        return GameSession.objects.get(pk=self.id)

    def player(self, seat: int) -> Player:
        return Player.objects.get(game_session=self.id, turn_order=seat)


# --- story 1: special powers ------------------------------------------------------------------------------------------


def test_story_1_independent_test_a_seven_opens_a_dialog_that_shows_a_card_to_me_alone() -> None:
    game = Game().discarding("7c")
    assert 'id="power-title"' in game.dialog(0)
    assert game.dialog(1) == ""
    act(game.id, 0, "use_power", position=3)
    assert "4 of hearts" in game.dialog(0)
    assert "4 of hearts" not in game.page(1)


@pytest.mark.parametrize("card", ["7c", "8c"])
def test_story_1_scenario_1_the_dialog_lets_me_pick_one_of_my_own_cards(card: str) -> None:
    picks = set(re.findall(r'value="(peek:[^"]+)"', Game().discarding(card).dialog(0)))
    assert picks == {"peek:0", "peek:1", "peek:2", "peek:3"}


@pytest.mark.parametrize("card", ["9c", "10c"])
def test_story_1_scenario_2_the_dialog_lets_me_pick_an_opponent_and_a_card(card: str) -> None:
    picks = set(re.findall(r'value="(peek:[^"]+)"', Game(3).discarding(card).dialog(0)))
    assert picks == {f"peek:{seat}:{place}" for seat in (1, 2) for place in range(4)}


@pytest.mark.parametrize("card", ["Jc", "Qc"])
def test_story_1_scenario_3_the_dialog_lets_me_swap_two_cards_unseen(card: str) -> None:
    dialog = Game(3).discarding(card).dialog(0)
    assert set(re.findall(r'name="own"[^>]*value="(\d)"', dialog)) == {"0", "1", "2", "3"}
    theirs = set(re.findall(r'name="theirs"[^>]*value="([\d:]+)"', dialog))
    assert theirs == {f"{seat}:{place}" for seat in (1, 2) for place in range(4)}
    assert " of hearts" not in dialog


def test_story_1_scenario_4_a_king_opens_the_dialog_with_one_of_my_cards() -> None:
    game = Game().discarding("Kc")
    shown = SpecialPower.objects.get(game_session=game.id).target_card
    assert shown is not None
    assert f"{'ace' if shown.rank == 'A' else shown.rank} of hearts" in game.dialog(0)
    assert not re.findall(r'value="peek', game.dialog(0))


@pytest.mark.parametrize("ending", ["next event", "5 seconds"])
def test_story_1_scenario_5_card_and_dialog_are_gone_at_the_next_event_or_after_5_seconds(ending: str) -> None:
    game = Game(3).discarding("7c")
    act(game.id, 0, "use_power", position=3)
    assert Card.objects.get(game_session=game.id, visibility="peeking").rank == "4"
    if ending == "next event":
        game.disconnect(2)
    else:
        clock.tick(now=START + 4.9)
        assert game_of(game.id).open_power is not None
        clock.tick(now=START + 5)
    assert not Card.objects.filter(game_session=game.id, visibility="peeking").exists()
    assert (game.dialog(0), game_of(game.id).current_turn_player_id) == ("", 1)


@pytest.mark.parametrize("card", ["7c", "9c", "Qc"])
def test_story_1_scenario_6_skipping_closes_the_dialog_and_ends_my_turn(card: str) -> None:
    game = Game().discarding(card)
    assert 'value="skip_power"' in game.dialog(0)
    act(game.id, 0, "skip_power")
    assert (game.dialog(0), game_of(game.id).current_turn_player_id) == ("", 1)
    assert not SpecialPower.objects.exists()


# --- story 2: the call and the final round ----------------------------------------------------------------------------


def test_story_2_independent_test_everybody_sees_the_final_round_and_has_one_more_turn() -> None:
    game = Game(3)
    act(game.id, 0, "call_cambio")
    assert "You called Cambio." in game.page(0)
    for seat in (1, 2):
        assert "Juno called Cambio." in game.page(seat)
    for seat in (1, 2):
        game.last_turn(seat)
    assert game.row.phase == "completed"
    assert GameScore.objects.filter(game_session=game.id).count() == 3


def test_story_2_scenario_1_the_call_is_kept_and_my_turn_ends() -> None:
    game = Game()
    act(game.id, 0, "call_cambio")
    row = game.row
    assert (row.phase, row.cambio_caller_id) == ("final_round", game.player(0).pk)
    assert (row.current_turn_player_id, game.player(0).has_taken_final_turn) == (game.player(1).pk, True)


def test_story_2_scenarios_2_to_4_each_other_player_has_one_turn_in_order_then_all_cards_are_shown() -> None:
    game = Game(3, turn=1)
    act(game.id, 1, "call_cambio")
    for seat, phase in ((2, "final_round"), (0, "completed")):
        assert game_of(game.id).current_turn_player_id == seat
        game.last_turn(seat)
        assert (game.row.phase, game.player(seat).has_taken_final_turn) == (phase, True)
    hands = Card.objects.filter(game_session=game.id, location="hand")
    assert set(hands.values_list("visibility", flat=True)) == {"visible"}


def test_story_2_scenario_5_and_edge_case_the_caller_is_set_once() -> None:
    game = Game(3)
    act(game.id, 0, "call_cambio")
    for seat in (0, 1, 2):
        with pytest.raises(RuleViolation) as refusal:
            act(game.id, seat, "call_cambio")
        assert refusal.value.code == "cambio_already_called"
    assert game.row.cambio_caller_id == game.player(0).pk
    assert Turn.objects.filter(game_session=game.id, action="cambio").count() == 1


# --- story 3: scoring -------------------------------------------------------------------------------------------------

FIFTEEN, TWELVE = ["10h", "2h", "2d", "Ah"], ["Kh", "3h", "7h", "2s"]


def finished(*hands: list[str]) -> Game:
    """The first player called; the last one lets go of a card."""
    options = {"phase": "final_round", "caller": 0, "turn": len(hands) - 1, "final_turns_taken": range(len(hands) - 1)}
    game = Game(len(hands), hands=hands)
    position(game.id, rules.arrange(hands, ["3c"], ["3d"], **options))  # type: ignore[arg-type]
    game.last_turn(len(hands) - 1)
    return game


def test_story_3_scenarios_1_to_4_the_result_shows_cards_sums_the_doubling_and_the_winner() -> None:
    game = finished(FIFTEEN, TWELVE)
    scores = {score.player.turn_order: score for score in GameScore.objects.filter(game_session=game.id)}
    assert [(scores[seat].final_score, scores[seat].penalty_applied) for seat in (0, 1)] == [(30, True), (12, False)]
    assert [scores[seat].is_winner for seat in (0, 1)] == [False, True]
    assert game.row.winner_id == game.player(1).pk
    for score in scores.values():
        base = sum(card["pointValue"] for card in score.cards_summary)
        assert score.final_score == base * (2 if score.penalty_applied else 1) == score.player.score
    page = game.page(0)
    for words in ("Winner", "10 of hearts", "king of hearts", "30", "12"):
        assert words in page


def test_story_3_scenario_5_and_edge_case_tied_players_are_co_winners() -> None:
    game = finished(["Kh", "3h", "7h", "2s"], ["Kd", "3s", "7d", "2h"], ["Ks", "3c", "7s", "2d"])
    assert game.row.winner_id is None
    assert list(GameScore.objects.filter(game_session=game.id).values_list("is_winner", flat=True)) == [True] * 3
    assert game.page(0).count('<span class="badge badge--turn">Winner</span>') == 3


# --- edge cases -------------------------------------------------------------------------------------------------------


def test_edge_case_who_disconnects_in_the_final_round_forfeits_and_is_scored_with_the_cards_held() -> None:
    game = Game(3)
    act(game.id, 0, "call_cambio")
    game.disconnect(1)
    assert Turn.objects.filter(game_session=game.id, action="forfeit", player=game.player(1)).count() == 1
    game.last_turn(2)
    score = GameScore.objects.get(player=game.player(1))
    assert [card["rank"] for card in score.cards_summary] == ["5", "6", "7", "8"]


def test_edge_case_who_disconnects_during_a_power_loses_it_and_the_turn_ends() -> None:
    game = Game().discarding("Qc")
    game.disconnect(0)
    assert not SpecialPower.objects.exists()
    assert [list(player.hand) for player in game_of(game.id).players] == HANDS[:2]
    assert game.row.current_turn_player_id == game.player(1).pk


def test_edge_case_two_kings_are_swapped() -> None:
    hands = [["Kh", "2h", "3h", "4h"], ["Ks", "6s", "7s", "8s"]]
    game = Game(hands=hands)
    game.lay(hands=hands, held="Qc", held_from="deck")
    act(game.id, 0, "discard")
    act(game.id, 0, "use_power", position=0, targetSeat=1, targetPosition=0)
    assert [player.hand[0] for player in game_of(game.id).players] == ["Ks", "Kh"]
    assert SpecialPower.objects.get(game_session=game.id).power_type == "blind_swap"


@pytest.mark.parametrize("place", [-1, 4])
def test_edge_case_a_place_that_is_not_there_is_an_error_and_the_power_stays_open(place: int) -> None:
    game = Game().discarding("7c")
    with pytest.raises(RuleViolation) as refusal:
        act(game.id, 0, "use_power", position=place)
    assert refusal.value.code == "invalid_card_position"
    assert 'id="power-title"' in game.dialog(0)


# --- the data model ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["7c", "8d", "9c", "10c", "Jc", "Qc", "Kc"])
def test_data_model_the_power_of_a_row_is_that_of_the_discarded_rank(card: str) -> None:
    game = Game().discarding(card)
    turn = Turn.objects.get(game_session=game.id, action="power")
    assert turn.special_power_type == POWERS[card]
    if card == "Kc":
        assert SpecialPower.objects.get(turn=turn).power_type == "look_own"
    else:
        assert not SpecialPower.objects.exists()


def test_data_model_final_turns_are_marked_in_the_final_round_alone() -> None:
    game = Game(3)
    game.last_turn(0)
    assert not Player.objects.filter(game_session=game.id, has_taken_final_turn=True).exists()
    act(game.id, 1, "call_cambio")
    assert [game.player(seat).has_taken_final_turn for seat in range(3)] == [False, True, False]
