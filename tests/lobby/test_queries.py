from datetime import UTC, datetime, timedelta

import pytest
from django.test import RequestFactory
from pytest_django import DjangoAssertNumQueries

from tabletop import games
from tabletop.accounts.models import User
from tabletop.games import Game, TableKind, TableSummary
from tabletop.lobby import queries
from tabletop.lobby.codes import look_up
from tabletop.lobby.parts import age_text
from tests.lobby.conftest import StartDuel, play_any
from tests.tinygame import services

NOW = datetime(2030, 5, 4, 12, tzinfo=UTC)


def summary(
    title: str,
    *,
    game: str = "first",
    hours: int | None = None,
    kind: TableKind = TableKind.RUNNING,
    is_live: bool = False,
) -> TableSummary:
    since = None if hours is None else NOW - timedelta(hours=hours)
    return TableSummary(
        game=game, title=title, note="", url=f"/{game}/{title}/", kind=kind, since=since, is_live=is_live
    )


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
        game_with("first", summary("old", hours=30), summary("timeless"), summary("hot", hours=1, kind=TableKind.TURN))
    )
    games.register(
        game_with(
            "second",
            summary("new", game="second", hours=2),
            summary("patient", game="second", hours=50, kind=TableKind.TURN),
            summary("waits too", game="second", kind=TableKind.TURN),
        )
    )


@pytest.mark.usefixtures("two_games")
def test_my_tables_begin_where_it_is_my_turn_and_the_longest_wait_comes_first() -> None:
    assert titles(queries.tables_of(User()))[:3] == ["patient", "hot", "waits too"]


@pytest.mark.usefixtures("two_games")
def test_my_other_tables_follow_the_last_changed_first() -> None:
    assert titles(queries.tables_of(User()))[3:] == ["new", "old", "timeless"]


def test_tables_come_by_how_much_somebody_waits_and_a_live_turn_before_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_games", {})
    others = [summary(kind.value, hours=1, kind=kind) for kind in reversed(TableKind) if kind != TableKind.TURN]
    turns = [
        summary("slow", hours=90, kind=TableKind.TURN),
        summary("live", hours=1, kind=TableKind.TURN, is_live=True),
        summary("live for long", hours=2, kind=TableKind.TURN, is_live=True),
    ]
    games.register(game_with("first", *others, *turns))
    listed = titles(queries.tables_of(User()))
    assert listed == ["live for long", "live", "slow", "invited", "running", "waiting", "over", "open", "watched"]


@pytest.mark.usefixtures("two_games")
def test_open_tables_of_all_games_come_newest_first() -> None:
    assert titles(queries.open_tables()) == ["hot", "new", "old", "patient", "timeless", "waits too"]


def test_a_game_without_tables_adds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_games", {})
    games.register(Game(slug="quiet", title="", blurb="", facts=(), art=""))
    assert queries.open_tables() == ()
    assert queries.tables_of(User()) == ()
    assert queries.table_with_code("ABCDEF") is None


@pytest.mark.django_db
def test_a_code_leads_to_its_table_however_it_is_typed(start_duel: StartDuel, juno: User) -> None:
    duel = start_duel(first=juno)
    for text in (duel.room_code, duel.room_code.lower(), f"  {duel.room_code}\n"):
        assert look_up(RequestFactory().get("/"), text, queries.table_with_code) == (services.tables, duel.pk)


@pytest.mark.django_db
@pytest.mark.parametrize("text", ["", " ", "ABC", "ABCDEF", "ABCDEFG", "ABC0EF", "ABC EF", "ÄBCDEF", "\x00BCDEF", "💣"])
def test_what_is_no_code_leads_nowhere(text: str) -> None:
    assert look_up(RequestFactory().get("/"), text, queries.table_with_code) is None


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


def test_marks_cost_one_statement_for_each_game_and_tell_tables_from_chairs(
    juno: User, mara: User, start_duel: StartDuel, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    eve = User.objects.create(display_name="Eve", is_guest=True)
    duel, waiting = start_duel(first=juno), services.tables.create_table(person=juno)
    people = [juno.pk, mara.pk, eve.pk]
    with django_assert_num_queries(3):
        before = queries.marks_of(people)
    assert before[eve.pk] == " ".join("-" for _game in games.all_games())
    for person in (mara, eve):
        services.tables.ask_for_chair(game_id=waiting.game_id, person=person)
    play_any(duel.pk)
    with django_assert_num_queries(3):
        after = queries.marks_of(people)
    assert all(before[person] != after[person] for person in people)
    assert queries.marks_of(people) == after
    services.tables.withdraw(game_id=waiting.game_id, person=eve)
    assert queries.marks_of(people) == after | {eve.pk: before[eve.pk]}
