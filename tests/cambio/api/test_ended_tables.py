"""Tables where nothing can be done any more: given up, over, or out of cards."""

from uuid import UUID

import pytest

from cambio import rules
from cambio.models import Card
from cambio.services import engine
from tabletop.accounts.models import User
from tabletop.engine import Move
from tabletop.play import submit
from tests.cambio.api.program import Program, post
from tests.cambio.kit import position, rows_of, settle_at

pytestmark = pytest.mark.django_db

Pair = tuple[Program, Program]
HANDS = [["Ah", "2h", "3h", "4h"], ["5s", "6s", "7s", "8s"]]
LONG_AGO = 1_000_000.0
REQUESTS = [("draw", {"source": "deck"}), ("swap", {"position": 0}), ("discard", {}), ("power", {"skip": True})]


def abandon(game_id: UUID) -> None:
    position(game_id, rules.arrange(HANDS, ["9c"], ["2d", "3d"]))
    for seat in (0, 1):
        submit(engine, game_id, Move(seat=seat, action={"type": "left"}), now=LONG_AGO)
    settle_at(game_id, LONG_AGO + 300)


def test_a_table_that_was_given_up_takes_nothing_and_says_why(dealt: Pair) -> None:
    abandon(dealt[0].id)
    before, guests = rows_of(dealt[0].id), User.objects.count()
    for path, body in [*REQUESTS, ("cambio", {}), ("view-initial", {}), ("start", {})]:
        assert dealt[0].post(path, body).refusal == (409, "GAME_ABANDONED"), path
    assert dealt[0].get("scores").refusal == (409, "GAME_ABANDONED")
    assert post(f"{dealt[0].game_id}/join", {"displayName": "Nils"}).refusal == (409, "GAME_ABANDONED")
    assert (rows_of(dealt[0].id), User.objects.count()) == (before, guests)
    state = dealt[0].state
    assert (state["abandoned"], state["availableActions"], state["phase"]) == (True, [], "playing")
    # Leaving is no news, and no mistake either.
    assert dealt[0].post("leave").status == 200


def test_a_request_that_comes_when_the_time_is_over_finds_the_table_given_up(dealt: Pair) -> None:
    position(dealt[0].id, rules.arrange(HANDS, ["9c"], ["2d", "3d"]))
    for seat in (0, 1):
        submit(engine, dealt[0].id, Move(seat=seat, action={"type": "left"}), now=LONG_AGO)
    assert dealt[0].post("draw", {"source": "deck"}).refusal == (409, "GAME_ABANDONED")
    assert dealt[0].state["abandoned"]


def test_a_finished_table_takes_nothing_but_tells_the_scores(dealt: Pair) -> None:
    position(dealt[0].id, rules.arrange(HANDS, ["9c"], ["2d", "3d"], phase="final_round", caller=0, turn=1))
    dealt[1].post("draw", {"source": "discard"})
    assert dealt[1].post("swap", {"position": 0}).json["state"]["phase"] == "completed"
    before = rows_of(dealt[0].id)
    for path, body in [*REQUESTS, ("cambio", {}), ("view-initial", {}), ("start", {})]:
        assert dealt[1].post(path, body).refusal == (409, "GAME_ALREADY_COMPLETED"), path
    assert post(f"{dealt[0].game_id}/join", {"displayName": "Nils"}).refusal == (409, "GAME_ALREADY_COMPLETED")
    assert rows_of(dealt[0].id) == before
    assert dealt[0].get("scores").status == 200


def test_without_a_card_in_either_pile_to_turn_nothing_can_be_drawn(dealt: Pair) -> None:
    """Cannot happen with 52 cards; here most of them are lost."""
    position(dealt[0].id, rules.arrange(HANDS, ["9c"], ["3d"]))
    Card.objects.filter(game_session=dealt[0].id, location="deck").delete()
    before = rows_of(dealt[0].id)
    assert dealt[0].post("draw", {"source": "deck"}).refusal == (409, "NO_CARDS_AVAILABLE")
    assert rows_of(dealt[0].id) == before
