"""Coming back to a table: what happened since, the history by country, and the clocks."""

import re
from typing import Any, get_args
from uuid import UUID

import pytest
from msgspec.structs import replace

from imperial import queries
from imperial.models import PlayerInfo
from imperial.plug import Clock
from imperial.queries import TASKS
from imperial.rules.state import Mode, Timer
from tabletop.accounts.models import User
from tests.imperial import kit
from tests.imperial.pages.visits import browser, page_of, post, put
from tests.kit.roads import both_roads

pytestmark = pytest.mark.django_db

MOST_STATEMENTS_OF_A_VISIT = 8
"""The seven of the page, and one that remembers how far the player has read."""


@pytest.fixture
def game_id(persons: list[User]) -> UUID:
    return kit.begun(persons, clock=Clock(increment=60, banked=3600))


def seen(game_id: UUID, name: str) -> int | None:
    return PlayerInfo.objects.values_list("seen_turn", flat=True).get(game=game_id, display_name=name)


def test_the_page_knows_where_its_player_was_when_it_was_opened_before(game_id: UUID, persons: list[User]) -> None:
    assert "data-seen" not in page_of(persons[0], game_id)
    assert seen(game_id, "Juno") == 1
    kit.act(game_id, "Mara", "bid", amount=3)
    kit.act(game_id, "Nils", "bid", amount=3)
    page = page_of(persons[0], game_id)
    assert 'data-seen="1"' in page
    assert re.findall(r'<li id="log-\d+-\d+" data-turn="(\d)"', page) == ["2", "1", "0"]
    assert seen(game_id, "Juno") == 3
    assert seen(game_id, "Mara") is None


def test_a_spectator_leaves_no_trace(game_id: UUID, persons: list[User]) -> None:
    before = kit.rows_of(game_id)
    assert "data-seen" not in page_of(kit.guest("Tess"), game_id)
    assert kit.rows_of(game_id) == before


@both_roads
def test_a_move_forgets_nobodys_visit(game_id: UUID, persons: list[User]) -> None:
    page_of(persons[0], game_id)
    post(browser(persons[0]), game_id, "act", type="bid", amount="4")
    assert seen(game_id, "Juno") == 1


def test_remembering_a_visit_takes_one_statement(
    game_id: UUID, persons: list[User], django_assert_max_num_queries: Any
) -> None:
    client = browser(persons[0])
    client.get(f"/imperial/{game_id}/")  # the first visit also dates the session
    kit.act(game_id, "Mara", "bid", amount=3)
    with django_assert_max_num_queries(MOST_STATEMENTS_OF_A_VISIT):
        client.get(f"/imperial/{game_id}/")


def test_every_line_tells_the_countries_it_is_about(game_id: UUID, persons: list[User]) -> None:
    kit.act(game_id, "Mara", "bid", amount=3)
    page = page_of(persons[0], game_id)
    assert 'data-turn="1" data-about="1"' in page
    assert 'data-turn="0" data-about=""' in page
    assert re.findall(r'id="about-(\d)"', page) == list("0123456")


def clocks(page: str) -> list[tuple[str, str]]:
    """Until when each runs, and what it shows before the script counts."""
    return re.findall(
        r'<small(?: role="timer" aria-live="off" data-until="(\d+)")?(?: class="[a-z-]+")?>(\d[^<]+)<', page
    )


def test_the_whole_history_is_a_page_with_the_newest_first(game_id: UUID, persons: list[User]) -> None:
    kit.play_randomly(game_id, actions=3 * queries.SHOWN_LINES)
    table = page_of(persons[0], game_id)
    assert "The game has begun" not in table
    assert f'href="/imperial/{game_id}/history/"' in table
    for person in (persons[0], kit.guest("Tess")):
        history = browser(person).get(f"/imperial/{game_id}/history/").content.decode()
        turns = [int(turn) for turn in re.findall(r'<li id="log-\d+-\d+" data-turn="(\d+)"', history)]
        assert len(turns) == len(kit.lines(game_id))
        assert turns == sorted(turns, reverse=True)
        assert "The game has begun" in history
        assert 'id="about-6"' in history


def test_a_table_that_waits_has_no_history(persons: list[User]) -> None:
    assert browser(persons[0]).get(f"/imperial/{kit.lobby_of(persons)}/history/").status_code == 404


def test_the_clock_of_the_player_who_is_asked_runs_from_the_last_move(game_id: UUID, persons: list[User]) -> None:
    put(game_id, timer=Timer(timed=True, increment=60, banked=3600, last_move=5_000_000))
    set_banks(game_id, 3600)
    page = page_of(persons[1], game_id)
    assert clocks(page) == [("8660", "1 h 01 m"), ("", "1 h 00 m"), ("", "1 h 00 m")]
    assert "The clock is stopped" not in page


def test_a_stopped_clock_says_so_to_everybody_and_stands(game_id: UUID, persons: list[User]) -> None:
    put(game_id, timer=Timer(timed=True, increment=60, banked=3600, last_move=5_000_000, pause=5_090_500))
    set_banks(game_id, 3600)
    page = page_of(kit.guest("Tess"), game_id)
    assert clocks(page)[0] == ("", "59 m 30 s")
    assert "The clock is stopped" in page


def set_banks(game_id: UUID, seconds: int) -> None:
    game = kit.game_of(game_id)
    people = {name: replace(player, banked=seconds) for name, player in game.player_info.items()}
    kit.position(game_id, replace(game, player_info=people))


@pytest.mark.parametrize(
    ("mode", "task"),
    [
        ("proposal", "Choose an action for Great Britain"),
        ("bid", "Bid on Great Britain"),
        ("buy", "Buy a bond, or not"),
    ],
)
def test_the_home_page_says_what_the_table_waits_for(game_id: UUID, persons: list[User], mode: str, task: str) -> None:
    put(game_id, country="England", mode=mode, to_act=("Juno",))
    assert f"{task}." in browser(persons[0]).get("/").content.decode()
    assert "Juno has the turn." in browser(persons[1]).get("/").content.decode()


def test_every_question_of_the_game_has_words_for_the_home_page() -> None:
    assert set(TASKS) == set(get_args(Mode)) - {"game-over"}
