"""Names that look alike are told apart by a number at a table, equal or not (rules 1.1 of the table)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.accounts.models import User
from tabletop.engine import distinct_names
from tabletop.likeness import skeleton
from tests.kernel.programs import Program
from tests.kit.clients import client_of
from tests.kit.program import Api
from tests.tinygame import store

ALIKE = [
    ("Anna", "ANNA"),
    ("Bill", "BiII"),
    ("Bill", "B1ll"),
    ("Otto", "0tt0"),
    ("Tom", "Torn"),
    ("Wim", "VVim"),
    ("Ada Love", "AdaLove"),
    ("Ada Love", "Ada  Love"),
    ("Jürgen", "Jurgen"),
    ("Zoe\u0308", "Zoë"),
    ("Ada", "\u0410d\u0430"),
    ("Petra", "\u0420\u0435\u0442r\u0430"),
    ("BOHEMIA", "\u0392\u039f\u0397\u0395\u039c\u0399\u0391"),
    ("Ada", "Ada\u200b"),
    ("Ada", "\uff21\uff44\uff41"),
]
DIFFERENT = [("Anna", "Anne"), ("Ben", "Den"), ("Guest 1234", "Guest 1235"), ("Clara", "Dara"), ("Ada", "Adam")]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_alike_get_a_number(one: str, other: str) -> None:
    assert distinct_names({"a": one, "b": other}) == {"a": one, "b": f"{other} (2)"}


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_other_names_stay_as_they_are(one: str, other: str) -> None:
    assert distinct_names({"a": one, "b": other}) == {"a": one, "b": other}


@given(st.lists(st.text(min_size=1, max_size=12), max_size=6))
def test_no_two_names_at_a_table_look_alike(names: list[str]) -> None:
    shown = distinct_names({str(number): name for number, name in enumerate(names)})
    assert len({skeleton(name) for name in shown.values()}) == len(names)


@pytest.mark.django_db
@pytest.mark.parametrize(("game", "seats"), [("cambio", "players"), ("imperial", "seats")])
def test_page_answers_to_programs_and_list_of_tables_tell_them_apart(game: str, seats: str) -> None:
    api = Api(f"/{game}/api/game")
    host = api.post("create", {"playerCount": 2, "creatorDisplayName": "Juno"}).json
    twin = api.post(f"{host['gameId']}/join", {"displayName": "JUN0"}).json
    assert [seat["displayName"] for seat in twin["state"][seats]] == ["Juno", "JUN0 (2)"]
    client = client_of(User.objects.get(display_name="Juno"))
    assert "JUN0 (2)" in client.get(f"/{game}/{host['gameId']}/").content.decode()
    assert "JUN0 (2)" in client.get("/").content.decode()


@pytest.mark.django_db
def test_a_bot_is_not_called_like_somebody_at_the_table() -> None:
    host = Program.create(creatorDisplayName="RUBY")
    host.post("add_bot")
    assert list(store.load(host.id).names.values()) == ["RUBY", "Basil"]
