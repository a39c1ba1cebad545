"""A table that is opened to everybody has a turn clock of a minute, whichever way it is opened (rules 4.2)."""

from uuid import UUID

import pytest

from cambio import services
from cambio.models import GameSession
from cambio.replay import verify
from tabletop import timebase
from tabletop.table import Choices
from tests.cambio.api.program import Program
from tests.cambio.kit import act, people, state_of
from tests.kit.clients import client_of
from tests.kit.program import Api

pytestmark = pytest.mark.django_db
FIELDS = {"player_count": "3", "bot_count": "0"}


@pytest.mark.parametrize(("fields", "clock"), [({}, None), ({"is_open": "on"}, 60)])
def test_by_the_form_it_has_one(fields: dict[str, str], clock: int | None) -> None:
    (juno,) = people(1)
    opened = client_of(juno).post("/cambio/new/", FIELDS | fields)["Location"]
    table = state_of(UUID(opened.split("/")[2]))
    assert (table.choices.turn_clock, table.waits.clock_of_opening) == (clock, clock is not None)


@pytest.mark.parametrize(
    ("chosen", "clock"),
    [({}, None), ({"isOpen": True}, 60), ({"isOpen": True, "turnClock": None}, None), ({"turnClock": 30}, 30)],
)
def test_a_program_gets_what_it_has_chosen_or_else_the_same(chosen: dict[str, object], clock: int | None) -> None:
    body = {"playerCount": 2, "creatorDisplayName": "Eve", **chosen}
    entered = Api("/cambio/api/game").post("create", body).json
    assert state_of(UUID(entered["gameId"])).choices.turn_clock == clock


@pytest.mark.parametrize(("chosen", "left"), [({"turnClock": 60}, 60), ({"turnClock": 120}, 120), ({}, None)])
def test_a_clock_that_a_program_has_chosen_stays_when_the_table_is_private_again(
    chosen: dict[str, object], left: int | None
) -> None:
    host = Program.create(isOpen=True, **chosen)
    assert host.state["turnClock"] == chosen.get("turnClock", 60)
    assert host.post("settings", {"isOpen": False}).json["state"]["turnClock"] == left
    verify(GameSession.objects.get(pk=host.game_id))


def test_the_button_for_a_nudge_comes_back_when_the_table_would_take_it() -> None:
    juno, mara = people(2)
    game_id = services.create_table(person=juno, player_count=2, choices=Choices(turn_clock=120)).game_id
    services.join_table(game_id=game_id, person=mara)
    now = timebase.now()
    act(game_id, 0, "start", now=now - 60)
    for seat in (0, 1):
        act(game_id, seat, "confirm_initial_view", now=now - 59)
    client = client_of(mara)
    assert 'data-after="30"' in client.get(f"/cambio/{game_id}/").content.decode()
    assert client.post(f"/cambio/{game_id}/act/", {"do": "nudge"}).status_code == 303
    assert 'data-after="60"' in client.get(f"/cambio/{game_id}/").content.decode()
