"""The room before the game: what is played, who is there, at which pace, and why it has not begun."""

import re

import pytest
from django.utils.html import strip_tags

from imperial import services
from imperial.forms import PACES
from imperial.templatetags.imperial_format import duration
from tabletop.accounts.models import User
from tabletop.table import Choices
from tests.imperial import kit
from tests.imperial.pages.visits import browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def persons() -> list[User]:
    return kit.people(2)


def room(person: User, game_id: object) -> str:
    page = browser(person).get(f"/imperial/{game_id}/").content.decode()
    return " ".join(strip_tags(page.split('id="waiting"')[1].replace("<", " <")).split())


def test_a_host_alone_is_told_what_to_do_and_why_the_game_cannot_start(persons: list[User]) -> None:
    table = services.create_table(person=persons[0], player_count=4).game_id
    shown = room(persons[0], table)
    assert "Imperial at your table Waiting for players Private" in shown
    assert "1 of 4 seats is taken. One more person or a bot is needed." in shown
    assert "J You host" in shown
    assert shown.count("Free chair Invite Add a bot") == 3
    page = browser(persons[0]).get(f"/imperial/{table}/").content.decode()
    assert re.search(r'id="start"[^>]* aria-describedby="start-waits" disabled', page)


def test_everybody_knows_oneself_the_others_and_who_starts(persons: list[User]) -> None:
    table = kit.lobby_of(persons, bots=("sensible",))
    shown = room(persons[1], table)
    assert "3 of 3 seats are taken. Juno starts the game." in shown
    assert "J Juno host" in shown
    assert "M You" in shown
    assert "Free" not in shown
    assert "Imperial at Juno's table" in shown.replace("&#x27;", "'")
    assert "Start when you like." in room(persons[0], table)
    assert "is needed" not in room(persons[0], table)


def test_who_looks_on_at_a_full_room_is_led_to_the_door(persons: list[User]) -> None:
    table = services.create_table(person=persons[0], player_count=2)
    onlooker = browser(kit.guest("Ona"))
    door = f'id="to-door" href="/t/{table.room_code}/"'
    assert door not in onlooker.get(f"/imperial/{table.game_id}/").content.decode()
    services.join_table(game_id=table.game_id, person=persons[1])
    assert door in onlooker.get(f"/imperial/{table.game_id}/").content.decode()
    assert door not in browser(persons[1]).get(f"/imperial/{table.game_id}/").content.decode()
    assert "Tell me when a chair is free" in onlooker.get(f"/t/{table.room_code}/").content.decode()


@pytest.mark.parametrize(
    ("pace", "words"),
    [
        ("calm", "No clock: everybody takes the time they need."),
        ("evening", "With a clock: everybody has 15 minutes, and every move gets 30 seconds extra."),
        ("days", "With a clock: everybody has 3 days, and every move gets 12 hours extra."),
    ],
)
def test_the_pace_is_told_in_words(persons: list[User], pace: str, words: str) -> None:
    table = services.create_table(person=persons[0], player_count=2, clock=PACES[pace][1]).game_id
    assert words in room(kit.guest("Tess"), table)


def test_a_visitor_may_sit_down_and_learns_who_can_find_the_table(persons: list[User]) -> None:
    listed = services.create_table(person=persons[0], player_count=2, choices=Choices(is_open=True)).game_id
    private = services.create_table(person=persons[0], player_count=2).game_id
    assert "On: the home page lists this table." in room(persons[1], listed)
    assert "Off: only people with the link or the code can come in." in room(persons[1], private)
    seat = 'id="sit-down"'
    assert seat in browser(persons[1]).get(f"/imperial/{private}/").content.decode()
    services.join_table(game_id=listed, person=persons[1])
    assert seat not in browser(persons[1]).get(f"/imperial/{listed}/").content.decode()


def test_a_time_is_told_in_the_largest_unit_it_fills() -> None:
    assert [duration(seconds) for seconds in (0, 1, 90, 60, 7200, 86400)] == [
        "0 seconds",
        "1 second",
        "90 seconds",
        "1 minute",
        "2 hours",
        "1 day",
    ]
