"""A turn clock that no table can have is refused with a sentence, whichever way it comes, and nothing changes."""

from uuid import UUID

import pytest

from cambio import services
from cambio.models import CambioAction, GameSession
from cambio.pages.table import page
from tabletop.rules import RuleViolation
from tabletop.table import Choices
from tests.cambio.kit import people, state_of
from tests.kit.clients import client_of
from tests.kit.program import Api
from tests.kit.roads import both_roads, press_button

pytestmark = pytest.mark.django_db
api = Api("/cambio/api/game")
SENTENCE = "There is no such clock."


@both_roads
@pytest.mark.parametrize("clock", ["0", "1", "29", "61", "86400"])
def test_the_host_cannot_choose_it_in_the_waiting_room(clock: str) -> None:
    (juno,) = people(1)
    entry = services.create_table(person=juno, player_count=2, choices=Choices(turn_clock=60))
    answer = press_button(client_of(juno), page, entry.game_id, "act/", {"do": f"settings:clock:{clock}"})
    assert (answer.status_code, SENTENCE in answer.content.decode()) == (409, True)
    assert (clock_of(entry.game_id), CambioAction.objects.filter(payload__type="settings").exists()) == (60, False)


@pytest.mark.parametrize("clock", [0, -30, 45])
def test_no_table_is_opened_with_it(clock: int) -> None:
    (juno,) = people(1)
    with pytest.raises(RuleViolation, match=SENTENCE):
        services.create_table(person=juno, player_count=2, choices=Choices(turn_clock=clock))
    body = {"playerCount": 2, "creatorDisplayName": "Eve", "turnClock": clock}
    answer = api.post("create", body)
    assert (answer.status, answer.json["message"]) == (400, SENTENCE)
    assert not GameSession.objects.exists()


def test_a_program_cannot_choose_it() -> None:
    entered = api.post("create", {"playerCount": 2, "creatorDisplayName": "Eve", "turnClock": 30}).json
    bearer = {"Authorization": f"Bearer {entered['playerToken']}"}
    answer = api.post(f"{entered['gameId']}/settings", {"turnClock": 0}, headers=bearer)
    assert (answer.status, answer.json["message"]) == (409, SENTENCE)
    assert clock_of(UUID(entered["gameId"])) == 30


def clock_of(game_id: UUID) -> int | None:
    return state_of(game_id).choices.turn_clock
