"""While a bot plays somebody's turn or seat, their page offers nothing that would be refused."""

import re
from collections.abc import Callable
from uuid import UUID

import pytest

from cambio import rules, services
from cambio.rules.cards import Card
from tabletop.accounts.models import User
from tabletop.table import Choices
from tests.cambio.kit import START, act, people, position, settle_at, state_of
from tests.cambio.pages.visits import client_of

pytestmark = pytest.mark.django_db

CLOCK = 30
DECK, DISCARD = ["2d", "3d", "4d", "5d", "6d"], ["2c", "3c"]
HANDS = [["2h", "3h", "4h", "5h"], ["2s", "3s", "4s", "5s"]]


def parts_of(person: User, game_id: UUID) -> str:
    answer = client_of(person).get(f"/cambio/{game_id}/parts/?seq=0")
    assert answer.status_code == 200
    return answer.content.decode()


def lend(game_id: UUID) -> None:
    """The clock of Juno's turn runs out."""
    due = state_of(game_id).waits.due
    assert due is not None
    settle_at(game_id, due)
    assert state_of(game_id).waits.lent is not None


def hand_over(game_id: UUID) -> None:
    services.hand_to_bot(game_id=game_id, seat_id=state_of(game_id).seats[0].seat_id)
    assert state_of(game_id).seats[0].bot_level is not None


WAYS = (lend, hand_over)
MOMENTS = ((None, False), ("6c", False), ("7c", True), ("9c", True), ("Jc", True))
"""A card in the hand, and whether it is let go, so that its power is open."""


# A seat that is handed over shows no card any more.
@pytest.mark.parametrize(
    ("give_away", "held", "let_go"), [*((way, *moment) for way in WAYS for moment in MOMENTS), (lend, "Kc", True)]
)
def test_nothing_is_offered_to_whom_a_bot_plays_for(
    give_away: Callable[[UUID], None], held: Card | None, let_go: bool
) -> None:
    juno, mara = people(2)
    game_id = services.create_table(person=juno, player_count=2, choices=Choices(turn_clock=CLOCK)).game_id
    services.join_table(game_id=game_id, person=mara)
    act(game_id, 0, "start")
    for seat in (0, 1):
        act(game_id, seat, "confirm_initial_view", now=START)
    position(
        game_id, rules.arrange(HANDS, DECK, DISCARD, turn=0, held=held, held_from=None if held is None else "deck")
    )
    if let_go:
        act(game_id, 0, "discard", now=START + CLOCK - 1)
    own = parts_of(juno, game_id)
    assert ('name="do"' in own, 'id="power-title"' in own) == (True, let_go)
    give_away(game_id)
    shown = parts_of(juno, game_id)
    assert "A bot plays this turn for you." in shown.partition('<div id="status"')[2].partition("</div>")[0]
    pressed = set(re.findall(r'name="do" value="([^":]+)', shown))
    assert pressed <= {"nudge", "take_back", "offer_seat"}
    assert "is-legal" not in shown
    assert "power-title" not in shown
