"""What the page and a press of its buttons cost the database, with the session and the person counted; and its size."""

import gzip
import re
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from imperial import services
from imperial.models import Game, PlayerInfo
from imperial.pages.table import page
from tabletop.live.announce import unwatch, watch
from tests.imperial import kit
from tests.imperial.pages.visits import NAMES, browser, post, put
from tests.imperial.rules.positions import STANDARD
from tests.kit.roads import press_button

pytestmark = pytest.mark.django_db(transaction=True)

OF_A_VISIT = ["django_session", "accounts_user", "game", "player_info", "country_info", "game"]
"""Who asks; the table; and whether a move came between these statements. The end of the log the process has read."""
MOST_BYTES_OF_A_VISIT = 80 * 1024
MOST_BYTES_SENT = 13 * 1024
MOST_OF_A_CHOICE = 6
"""Two for who asks, three for the table, whose log the process has read, one that writes."""
MOST_OF_A_HINT = 7
"""As a choice, and whether a move came between."""
MOST_OF_A_MANEUVER = 13
"""Five to read as before, begin and commit, and one for each of the six tables that change."""
MOST_WHERE_IT_IS_SHOWN = 11
"""The process knows the table, for the three of which it reads the end of the log."""


def statements(run: Callable[[], Any]) -> list[str]:
    with CaptureQueriesContext(connection) as captured:
        assert run().status_code == 200
    return [query["sql"] for query in captured.captured_queries]


def pressed(client: Client, game_id: UUID, verb: str, **fields: object) -> list[str]:
    seq = Game.objects.get(pk=game_id).seq
    return statements(lambda: press_button(client, page, game_id, f"{verb}/", fields, seq=seq))


@pytest.fixture
def planned() -> tuple[Client, UUID]:
    """Juno plans a maneuver; Mara, who is next, is told by mail."""
    persons = [kit.member(name) for name in NAMES]
    game_id = kit.begun(persons)
    bonds = {country: {NAMES[number % 3]: [5]} for number, country in enumerate(STANDARD.countries)}
    put(game_id, bonds=bonds, armies={"Austria": ["Vienna", "Prague"]})
    kit.act(game_id, "Juno", "propose", wheel_spot="R-Maneuver")
    client = browser(persons[0])
    client.get(f"/imperial/{game_id}/")
    return client, game_id


def test_a_visit_takes_six_statements() -> None:
    persons = kit.people(6)
    game_id = kit.begun(persons)
    kit.play_randomly(game_id, seed=1, actions=60)
    client = browser(persons[0])
    client.get(f"/imperial/{game_id}/")
    sql = statements(lambda: client.get(f"/imperial/{game_id}/"))
    assert [re.findall(r'FROM "(\w+)"', line)[0] for line in sql] == OF_A_VISIT


def test_the_page_of_a_long_game_stays_small() -> None:
    """The shapes of the map are not in it, and the history only with its end."""
    persons = kit.people(6)
    game_id = kit.begun(persons)
    assert kit.play_randomly(game_id, seed=1, actions=150) == 150
    html = browser(persons[0]).get(f"/imperial/{game_id}/").content
    assert len(html) < MOST_BYTES_OF_A_VISIT
    assert len(gzip.compress(html)) < MOST_BYTES_SENT


def test_one_destination_is_chosen_in_six_statements(planned: tuple[Client, UUID]) -> None:
    client, game_id = planned
    for row, place in enumerate(("Romania", "Budapest")):
        sql = pressed(client, game_id, "draft", row=row, destination=place)
        assert len(sql) == MOST_OF_A_CHOICE
        assert sum(line.startswith("UPDATE") for line in sql) == 1


def test_an_explanation_is_put_away_in_seven_statements_with_the_game_loaded_once() -> None:
    person = kit.people(1)[0]
    entry = services.tables.practice(person=person)
    client = browser(person)
    client.get(f"/imperial/{entry.game_id}/")
    address = f"/imperial/{entry.game_id}/hint/"
    sql = statements(lambda: client.post(address, {"hint": "bid"}, headers={"HX-Request": "true"}))
    assert len(sql) == MOST_OF_A_HINT
    assert sum(line.startswith("UPDATE") for line in sql) == 1
    assert "bid" not in (PlayerInfo.objects.get(user=person).hints or ["bid"])


@pytest.mark.parametrize("explained", [False, True], ids=["known", "explained"])
def test_a_whole_maneuver_is_submitted_in_thirteen_statements_with_the_game_loaded_once(
    planned: tuple[Client, UUID], explained: bool
) -> None:
    """The first time one more: the explanation of maneuvers goes."""
    client, game_id = planned
    if not explained:
        PlayerInfo.objects.filter(game=game_id).update(hints=[])
    post(client, game_id, "draft", row=0, destination="Romania")
    sql = pressed(client, game_id, "act", type="maneuver_batch")
    assert kit.game_of(game_id).country_up == "Italy"
    assert len(sql) == MOST_OF_A_MANEUVER + explained
    assert sum("shuffle_seed" in line for line in sql if line.startswith("SELECT")) == 1


def test_where_the_table_is_shown_a_maneuver_is_submitted_in_eleven_statements(planned: tuple[Client, UUID]) -> None:
    client, game_id = planned
    PlayerInfo.objects.filter(game=game_id).update(hints=[])
    watch(f"imperial:{game_id}")
    post(client, game_id, "draft", row=0, destination="Romania")
    sql = pressed(client, game_id, "act", type="maneuver_batch")
    unwatch(f"imperial:{game_id}")
    assert kit.game_of(game_id).country_up == "Italy"
    assert len(sql) == MOST_WHERE_IT_IS_SHOWN
    read = [re.findall(r'FROM "(\w+)"', line)[0] for line in sql if line.startswith("SELECT")]
    assert read == ["django_session", "accounts_user", "game_history"]
