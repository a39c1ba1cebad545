"""A name that no table can have is refused with a sentence, whichever way it comes, and nothing changes."""

import pytest

from cambio import services
from cambio.models import GameSession
from cambio.pages.table import page
from tabletop.table import Choices
from tests.cambio.kit import people, state_of
from tests.kit.clients import client_of
from tests.kit.program import Api
from tests.kit.roads import both_roads, press_button

pytestmark = pytest.mark.django_db
api = Api("/cambio/api/game")
BAD = {
    "too long": "x" * 41,
    "changes direction": "Sunday\u202esix",
    "shows nothing": "\u3164\u3164",
    "only marks": "\u0301\u0301",
    "a pile of marks": "Z" + "\u0335" * 5 + "algo",
    "no letter": "- ! -",
}
SENTENCE = (
    "The name of a table has up to forty characters that can be seen, one of them a letter or a digit, "
    "and no letter has more than four marks."
)
every_bad_name = pytest.mark.parametrize("name", BAD.values(), ids=BAD.keys())
LONG = "z\u030c\u0323" * 40
"""Forty characters, and more code points."""


def form(name: str) -> dict[str, str]:
    return {"player_count": "2", "bot_count": "0", "level": "easy", "name": name}


@every_bad_name
def test_the_form_for_a_new_table_refuses_it(name: str) -> None:
    answer = client_of(people(1)[0]).post("/cambio/new/", form(name))
    assert (answer.status_code, SENTENCE in answer.content.decode()) == (422, True)
    assert not GameSession.objects.exists()


@both_roads
@every_bad_name
def test_the_waiting_room_refuses_it(name: str) -> None:
    (juno,) = people(1)
    entry = services.create_table(person=juno, player_count=2, choices=Choices(name="Six"))
    pressed = {"do": "settings:name", "table_name": name}
    answer = press_button(client_of(juno), page, entry.game_id, "act/", pressed)
    assert (answer.status_code, SENTENCE in answer.content.decode()) == (409, True)
    assert state_of(entry.game_id).choices.name == "Six"


@every_bad_name
def test_programs_are_refused_with_it(name: str) -> None:
    answer = api.post("create", {"playerCount": 2, "creatorDisplayName": "Eve", "name": name})
    assert (answer.status, answer.json["message"]) == (400, SENTENCE)
    assert not GameSession.objects.exists()
    entered = api.post("create", {"playerCount": 2, "creatorDisplayName": "Eve"}).json
    bearer = {"Authorization": f"Bearer {entered['playerToken']}"}
    answer = api.post(f"{entered['gameId']}/settings", {"name": name}, headers=bearer)
    assert (answer.status, answer.json["message"]) == (409, SENTENCE)


def test_forty_letters_with_marks_are_a_name_on_every_road() -> None:
    (juno,) = people(1)
    assert client_of(juno).post("/cambio/new/", form(LONG)).status_code == 302
    assert api.post("create", {"playerCount": 2, "creatorDisplayName": "Eve", "name": LONG}).status == 201
    assert set(GameSession.objects.values_list("name", flat=True)) == {"\u1e93\u030c" * 40}
