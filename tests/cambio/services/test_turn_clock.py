"""The turn clock of a stored table: the site's clock plays what takes too long, and the rows keep all of it."""

from uuid import UUID

import pytest

from cambio import services
from cambio.models import CambioAction, GameSession
from cambio.replay import verify
from tabletop.rules import RuleViolation
from tabletop.table import Choices
from tests.cambio.kit import START, act, game_of, people, settle_at, state_of

pytestmark = pytest.mark.django_db

CLOCK = 30


@pytest.fixture
def game_id() -> UUID:
    """Juno, who does nothing, and Mara; everybody has looked at two cards and Juno is on turn."""
    juno, mara = people(2)
    entry = services.create_table(person=juno, player_count=2, choices=Choices(turn_clock=CLOCK))
    services.join_table(game_id=entry.game_id, person=mara)
    act(entry.game_id, 0, "start")
    for seat in (0, 1):
        act(entry.game_id, seat, "confirm_initial_view", now=START + 1)
    return entry.game_id


def events_of(game_id: UUID) -> list[str]:
    """Of the last action."""
    row = CambioAction.objects.filter(game=game_id).order_by("seq").last()
    assert row is not None
    return [event["type"] for event in row.events]


def let_the_time_run_out(game_id: UUID) -> float:
    """Juno's turn is played by a bot to its end; returns when it was over."""
    now = state_of(game_id).waits.due
    assert now is not None
    settle_at(game_id, now)
    while state_of(game_id).waits.lent is not None or state_of(game_id).seats[0].bot_level is not None:
        if game_of(game_id).current_turn_player_id != 0:
            break
        due = state_of(game_id).bot_due or game_of(game_id).peek_expires_at
        assert due is not None
        now = due
        settle_at(game_id, now)
    return now


def test_the_time_of_a_turn_is_kept_in_the_rows_and_a_bot_plays_what_is_late(game_id: UUID) -> None:
    assert state_of(game_id).waits.due == START + 1 + CLOCK
    settle_at(game_id, START + CLOCK)
    assert state_of(game_id).waits.lent is None
    settle_at(game_id, START + 1 + CLOCK)
    assert events_of(game_id) == ["turn_timed_out"]
    with pytest.raises(RuleViolation) as refused:
        act(game_id, 0, "draw", source="deck", now=START + 2 + CLOCK)
    assert refused.value.code == "time_is_over"
    let_go = state_of(game_id).bot_due
    assert let_go is not None
    settle_at(game_id, let_go)
    assert "card_drawn" in [name.lower() for name in events_of(game_id)]


def test_drawing_a_card_and_no_more_is_no_turn_in_time(game_id: UUID) -> None:
    now = START
    for missed in (1, 2, 3):
        act(game_id, 0, "draw", source="deck", now=now + 3)
        assert state_of(game_id).waits.missed.get(state_of(game_id).seats[0].seat_id, 0) == missed - 1
        now = let_the_time_run_out(game_id)
        if missed < 3:
            act(game_id, 1, "draw", source="discard", now=now + 1)
            act(game_id, 1, "swap", position=0, now=now + 2)
    assert state_of(game_id).seats[0].bot_level == "medium"
    verify(GameSession.objects.get(pk=game_id))


def test_a_turn_that_its_person_plays_to_the_end_begins_the_count_anew(game_id: UUID) -> None:
    now = let_the_time_run_out(game_id)
    act(game_id, 1, "draw", source="discard", now=now + 1)
    act(game_id, 1, "swap", position=0, now=now + 2)
    act(game_id, 0, "draw", source="discard", now=now + 3)
    assert state_of(game_id).waits.missed == {state_of(game_id).seats[0].seat_id: 1}
    act(game_id, 0, "swap", position=0, now=now + 4)
    assert state_of(game_id).waits.missed == {}
    verify(GameSession.objects.get(pk=game_id))


def test_after_three_late_turns_the_seat_is_the_bots_until_it_is_taken_back(game_id: UUID) -> None:
    for missed in (1, 2, 3):
        now = let_the_time_run_out(game_id)
        if missed == 3:
            break
        assert state_of(game_id).waits.missed == {state_of(game_id).seats[0].seat_id: missed}
        act(game_id, 1, "draw", source="discard", now=now + 1)
        act(game_id, 1, "swap", position=0, now=now + 2)
    assert state_of(game_id).seats[0].bot_level == "medium"
    with pytest.raises(RuleViolation):
        act(game_id, 0, "draw", source="deck", now=now + 1)
    act(game_id, 0, "take_back", now=now + 2)
    assert state_of(game_id).seats[0].bot_level is None
    verify(GameSession.objects.get(pk=game_id))
