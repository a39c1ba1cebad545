"""What a press of a button on the page costs the database, with the session and the person counted."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from imperial.models import PlayerInfo
from tests.imperial import kit
from tests.imperial.pages.visits import NAMES, browser, post, put
from tests.imperial.rules.positions import STANDARD

pytestmark = pytest.mark.django_db(transaction=True)

MOST_OF_A_CHOICE = 6
"""Two for who asks, three for the table, whose log the process has read, one that writes."""
MOST_OF_A_MANEUVER = 13
"""Five to read as before, begin and commit, and one for each of the six tables that change."""


def statements(run: Callable[[], Any]) -> list[str]:
    with CaptureQueriesContext(connection) as captured:
        assert run().status_code == 200
    return [query["sql"] for query in captured.captured_queries]


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


def test_one_destination_is_chosen_in_six_statements(planned: tuple[Client, UUID]) -> None:
    client, game_id = planned
    for row, place in enumerate(("Romania", "Budapest")):
        sql = statements(lambda: post(client, game_id, "draft", row=row, destination=place))  # noqa: B023
        assert len(sql) == MOST_OF_A_CHOICE
        assert sum(line.startswith("UPDATE") for line in sql) == 1


@pytest.mark.parametrize("explained", [False, True], ids=["known", "explained"])
def test_a_whole_maneuver_is_submitted_in_thirteen_statements_with_the_game_loaded_once(
    planned: tuple[Client, UUID], explained: bool
) -> None:
    """The first time one more: the explanation of maneuvers goes."""
    client, game_id = planned
    if not explained:
        PlayerInfo.objects.filter(game=game_id).update(hints=[])
    post(client, game_id, "draft", row=0, destination="Romania")
    sql = statements(lambda: post(client, game_id, "act", type="maneuver_batch"))
    assert kit.game_of(game_id).country_up == "Italy"
    assert len(sql) == MOST_OF_A_MANEUVER + explained
    assert sum("shuffle_seed" in line for line in sql if line.startswith("SELECT")) == 1
