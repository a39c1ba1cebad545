from datetime import UTC, datetime, timedelta

import pytest
from django.test import RequestFactory

from tabletop import games
from tabletop.accounts.models import User
from tabletop.games import Game, TableSummary
from tabletop.lobby import queries
from tabletop.lobby.codes import look_up
from tabletop.lobby.parts import age_text
from tests.lobby.conftest import StartDuel

NOW = datetime(2030, 5, 4, 12, tzinfo=UTC)


def summary(title: str, *, game: str = "first", hours: int | None = None, your_turn: bool = False) -> TableSummary:
    since = None if hours is None else NOW - timedelta(hours=hours)
    return TableSummary(game=game, title=title, note="", url=f"/{game}/{title}/", your_turn=your_turn, since=since)


def game_with(slug: str, *tables: TableSummary) -> Game:
    return Game(
        slug=slug, title=slug, blurb="", facts=(), art="", open_tables=lambda: tables, tables_of=lambda user: tables
    )


def titles(tables: tuple[TableSummary, ...]) -> list[str]:
    return [table.title for table in tables]


@pytest.fixture
def two_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_games", {})
    games.register(
        game_with("first", summary("old", hours=30), summary("timeless"), summary("hot", hours=1, your_turn=True))
    )
    games.register(
        game_with(
            "second",
            summary("new", game="second", hours=2),
            summary("patient", game="second", hours=50, your_turn=True),
            summary("waits too", game="second", your_turn=True),
        )
    )


@pytest.mark.usefixtures("two_games")
def test_my_tables_begin_where_it_is_my_turn_and_the_longest_wait_comes_first() -> None:
    assert titles(queries.tables_of(User()))[:3] == ["patient", "hot", "waits too"]


@pytest.mark.usefixtures("two_games")
def test_my_other_tables_follow_the_last_changed_first() -> None:
    assert titles(queries.tables_of(User()))[3:] == ["new", "old", "timeless"]


@pytest.mark.usefixtures("two_games")
def test_open_tables_of_all_games_come_newest_first() -> None:
    assert titles(queries.open_tables()) == ["hot", "new", "old", "patient", "timeless", "waits too"]


def test_a_game_without_tables_adds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_games", {})
    games.register(Game(slug="quiet", title="", blurb="", facts=(), art=""))
    assert queries.open_tables() == ()
    assert queries.tables_of(User()) == ()
    assert queries.url_of_code("ABCDEF") is None


@pytest.mark.django_db
def test_a_code_leads_to_its_table_however_it_is_typed(start_duel: StartDuel, juno: User) -> None:
    duel = start_duel(first=juno)
    for text in (duel.room_code, duel.room_code.lower(), f"  {duel.room_code}\n"):
        assert look_up(RequestFactory().get("/"), text, queries.url_of_code) == f"/duel/{duel.pk}/"


@pytest.mark.django_db
@pytest.mark.parametrize("text", ["", " ", "ABC", "ABCDEF", "ABCDEFG", "ABC0EF", "ABC EF", "ÄBCDEF", "\x00BCDEF", "💣"])
def test_what_is_no_code_leads_nowhere(text: str) -> None:
    assert look_up(RequestFactory().get("/"), text, queries.url_of_code) is None


@pytest.mark.parametrize(
    ("age", "words"),
    [
        (timedelta(seconds=-5), ""),
        (timedelta(minutes=9, seconds=59), ""),
        (timedelta(minutes=10), "a while"),
        (timedelta(minutes=59), "a while"),
        (timedelta(hours=1), "1 hour"),
        (timedelta(hours=23, minutes=59), "23 hours"),
        (timedelta(days=1), "1 day"),
        (timedelta(days=400), "400 days"),
    ],
)
def test_ages_are_told_in_words_that_seldom_change(age: timedelta, words: str) -> None:
    assert age_text(NOW - age, now=NOW) == words


def test_without_a_time_nothing_is_said_about_age() -> None:
    assert age_text(None, now=NOW) == ""
