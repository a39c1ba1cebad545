"""What a coach explains: each thing once, when it first matters to the seat (rules 18.1)."""

import msgspec
import pytest
from django.template.loader import get_template

from cambio.bots.lessons import LESSONS, all_told, learn, now_told
from cambio.bots.memory import recall
from tabletop.rules import Json
from tabletop.table.state import NO_MEMORY
from tests.cambio.bots.test_memory import SHOWN, STARTED, drawn, swapped

MY_TURN: Json = {"type": "TURN_STARTED", "playerId": 0, "phase": "playing"}
THEIR_TURN: Json = {"type": "TURN_STARTED", "playerId": 1, "phase": "playing"}
CONFIRMED: Json = {"type": "INITIAL_VIEW_CONFIRMED", "playerId": 0}


class Pupil:
    """Seat 0 of two."""

    def __init__(self, *told: str) -> None:
        self.told_before = told
        self.memory: msgspec.Raw = NO_MEMORY

    def hears(self, *events: Json) -> str | None:
        self.memory = learn(self.memory, events, seat=0, players=2, told=self.told_before)
        return now_told(self.memory, players=2)

    def draws(self, card: str, *, source: str = "deck") -> str | None:
        """In a turn of its own, which is then over."""
        lesson = self.hears(drawn(0, source, card))
        self.hears({"type": "CARD_DISCARDED", "playerId": 0, "card": card, "powerType": None}, THEIR_TURN)
        return lesson


def test_a_game_is_explained_from_the_first_look_on() -> None:
    pupil = Pupil()
    assert pupil.hears(STARTED, SHOWN) == "look"
    assert pupil.hears(CONFIRMED, MY_TURN) == "turn"
    assert pupil.hears(drawn(0, "deck", "5s")) == "points"
    assert pupil.hears(swapped(0, 0, "9c"), THEIR_TURN) is None


@pytest.mark.parametrize(
    ("card", "lesson"),
    [("7h", "peek_own"), ("8s", "peek_own"), ("9h", "peek_opponent"), ("Jc", "blind_swap"), ("Kd", "look_own")],
)
def test_a_power_is_explained_when_its_first_card_is_drawn_and_once(card: str, lesson: str) -> None:
    pupil = Pupil()
    pupil.hears(STARTED, SHOWN)
    assert pupil.draws(card) == lesson
    assert pupil.draws(card) is None


def test_a_card_from_the_pile_teaches_about_the_pile_and_not_about_its_power() -> None:
    pupil = Pupil()
    assert pupil.hears(drawn(0, "discard", "7h")) == "pile"


def test_what_is_explained_stays_while_others_play_and_goes_with_the_next_own_step() -> None:
    pupil = Pupil("turn")
    assert pupil.hears({"type": "POWER_USED", "playerId": 1, "powerType": "peek_own"}) == "their_look"
    assert pupil.hears(MY_TURN) == "their_look"
    assert pupil.hears({"type": "PLAYER_RECONNECTED", "playerId": 0}) == "their_look"
    assert pupil.hears(drawn(0, "deck", "Kd")) == "look_own"


def test_a_swap_of_another_player_comes_before_the_turn() -> None:
    swap = {"type": "SWAP_COMPLETED", "playerId": 1, "position": 0, "targetPlayerId": 0, "targetPosition": 3}
    used = {"type": "POWER_USED", "playerId": 1, "powerType": "blind_swap"}
    assert Pupil().hears(used, swap, MY_TURN) == "their_swap"


def test_the_call_is_explained_with_a_low_hand_and_in_the_fourth_turn_at_the_latest() -> None:
    pupil = Pupil("turn", "points")
    pupil.hears(STARTED, SHOWN)
    for position, card in enumerate(("As", "2s")):
        pupil.hears(drawn(0, "deck", card))
        pupil.hears(swapped(0, position, "Qc"), THEIR_TURN)
    assert pupil.hears(MY_TURN) == "call"
    patient = Pupil("turn")
    assert [patient.hears(MY_TURN) for _turn in range(5)] == [None, None, None, "call", "call"]


def test_the_last_turn_is_explained_to_both_sides() -> None:
    last = {"type": "TURN_STARTED", "playerId": 0, "phase": "final_round"}
    assert Pupil().hears({"type": "CAMBIO_CALLED", "callerId": 1}, last) == "final"
    assert Pupil().hears({"type": "CAMBIO_CALLED", "callerId": 0}, THEIR_TURN) == "called"


def test_what_was_explained_at_an_earlier_table_is_not_said_again() -> None:
    first = Pupil()
    first.hears(STARTED, SHOWN)
    first.draws("7h")
    told = all_told(first.memory, players=2)
    assert told == ("look", "peek_own")
    second = Pupil(*told)
    assert second.hears(STARTED, SHOWN) is None
    assert (second.draws("8h"), second.draws("9h")) == (None, "peek_opponent")


def test_a_bot_that_takes_over_knows_what_the_coach_knew() -> None:
    pupil = Pupil()
    pupil.hears(STARTED, SHOWN)
    assert recall(pupil.memory, players=2).hands[0] == ("?", "?", "3h", "Kd")


@pytest.mark.parametrize("lesson", [*LESSONS, "deal", "over", "nothing"])
def test_every_lesson_has_its_words(lesson: str) -> None:
    assert get_template(f"cambio/coach/_{lesson}.html")
