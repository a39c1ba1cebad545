"""The menu of a table of Cambio: what it says of leaving, and to whom it is shown."""

import re
from uuid import UUID

import pytest

from cambio import services
from tabletop.accounts.models import User
from tabletop.table import Choices
from tests.cambio.kit import START, act, dealt, guest, lobby_of, people, settle_at
from tests.kit.clients import client_of

pytestmark = pytest.mark.django_db

CHAIR = "Leave? Your chair is free again."
ALONE = "Leave? The bots wait for you, and the table is closed when you stay away."
BOT = "Leave? A bot plays on for you."
BOT_LATER = "Leave? A bot plays on for you after a minute."
SKIPPED = "Leave? After a minute your turns are skipped until you are back."
HOME = "Back to the tables"


def menu_of(person: User, game_id: UUID) -> str:
    answer = client_of(person).get(f"/cambio/{game_id}/menu/")
    assert answer.status_code == 200
    return answer.content.decode()


def test_leaving_says_what_becomes_of_the_seat() -> None:
    juno, mara = people(2)
    watcher = guest("Eve")
    assert CHAIR in menu_of(juno, lobby_of([juno]))
    assert ALONE in menu_of(juno, dealt([juno], bots=["easy"]))
    assert SKIPPED in menu_of(mara, dealt([juno, mara]))
    running = dealt([juno, mara], takeover=True)
    assert BOT_LATER in menu_of(mara, running), "nobody plays yet"
    settle_at(running, START + 60)
    assert BOT in menu_of(mara, running)
    shown = menu_of(watcher, running)
    assert HOME in shown
    assert "Leave?" not in shown


def test_the_menu_of_a_table_that_may_not_be_watched_is_for_those_who_sit_there() -> None:
    juno, mara = people(2)
    entry = services.create_table(person=juno, player_count=2, choices=Choices(watching="nobody"))
    services.join_table(game_id=entry.game_id, person=mara)
    act(entry.game_id, 0, "start")
    assert client_of(guest("Eve")).get(f"/cambio/{entry.game_id}/menu/").status_code == 403


def test_the_menu_tells_nothing_of_the_cards() -> None:
    persons = people(2)
    running = dealt(persons)
    menus = {re.sub(r'(name="csrfmiddlewaretoken" value=")[^"]*', r"\1", menu_of(each, running)) for each in persons}
    assert len(menus) == 1
