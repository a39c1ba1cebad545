"""The home page and its parts over HTTP."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tabletop import games
from tabletop.accounts.models import User
from tabletop.games import Game, Link, all_games
from tests.lobby.conftest import StartDuel, play_any
from tests.tinygame.models import DuelGame

pytestmark = pytest.mark.django_db


def page(client: Client, path: str = "/") -> str:
    response = client.get(path)
    assert response.status_code == 200
    return response.content.decode()


def section(html: str, part: str) -> str:
    """A part and what follows it."""
    return html[html.index(f'<div id="{part}" class="part"') :]


def seq_in(html: str) -> str:
    """What live.js sends: the marks of the open tables, and those of a person's own."""
    return ".".join(re.findall(r'id="(?:own-)?beat" data-seq="([\w.]*)"', html))


def test_a_stranger_sees_the_games_the_open_tables_and_the_two_forms(client: Client, start_duel: StartDuel) -> None:
    start_duel(first=None)
    html = page(client)
    for game in all_games():
        assert f'id="game-{game.slug}"' in html
    assert "Juno, Mara" in section(html, "open-tables")
    assert 'action="/account/guest/"' in html
    assert 'action="/join/"' in html


def test_a_stranger_has_no_tables_and_no_turn(client: Client, start_duel: StartDuel) -> None:
    start_duel(first=None)
    html = page(client)
    assert "my-tables" not in html
    assert "turn-ribbon" not in html
    assert "Your tables" not in html


def test_the_ribbon_leads_to_the_table_that_has_waited_longest(
    client_of_juno: Client, juno: User, start_duel: StartDuel
) -> None:
    patient, hot = start_duel(first=juno), start_duel(first=juno)
    DuelGame.objects.filter(pk=patient.pk).update(updated_at=timezone.now() - timedelta(hours=3))
    html = page(client_of_juno)
    ribbon = section(html, "turn-ribbon").partition("</section>")[0]
    assert "It is your turn." in ribbon
    assert "They have waited 3 hours." in ribbon
    assert f'href="/duel/{patient.pk}/"' in ribbon
    assert str(hot.pk) not in ribbon


def test_my_tables_say_how_many_wait_for_me(
    client_of_juno: Client, juno: User, mara: User, start_duel: StartDuel
) -> None:
    mine, others = start_duel(first=juno), start_duel(first=mara)
    html = page(client_of_juno)
    mine_first = section(html, "my-tables").partition("</section>")[0]
    assert "1 waits for you" in mine_first
    assert mine_first.index(mine.room_code) < mine_first.index(others.room_code)
    assert mine_first.index("Your turn<") < mine_first.index("Look in<")
    start_duel(first=juno)
    assert "2 wait for you" in page(client_of_juno)


def test_where_nothing_waits_there_is_no_ribbon(client_of_juno: Client, mara: User, start_duel: StartDuel) -> None:
    start_duel(first=mara)
    html = page(client_of_juno)
    assert "It is your turn." not in html
    assert "wait for you" not in html


def test_lists_without_tables_say_what_to_do(client_of_juno: Client) -> None:
    html = page(client_of_juno)
    assert html.count('<div class="empty">') == 2
    assert "You sit at no table yet." in html
    assert "No table is open right now." in html


def test_a_person_sees_their_name_in_the_form(client_of_juno: Client) -> None:
    html = page(client_of_juno)
    assert 'name="name" value="Juno"' in html
    assert "You play as Juno." in html


def test_names_and_titles_are_escaped(client: Client, people: list[User], start_duel: StartDuel) -> None:
    start_duel(first=None).players.update(display_name="<b>&")
    assert "&lt;b&gt;&amp;" in page(client)


def test_a_game_that_cannot_be_played_yet_has_a_sentence_and_no_button(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "_games", {})
    games.register(Game(slug="soon", title="Soon", blurb="", facts=(), art="tinygame/_art.html"))
    html = page(client)
    body = html[html.index('id="game-soon"') :].partition("</article>")[0]
    assert "The table is being set. Come back soon." in body
    assert "<a " not in body


def test_the_first_way_to_play_a_game_is_the_obvious_one(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_games", {})
    links = (Link(label="Play now", url_name="shuffle"), Link(label="Another way", url_name="styleguide"))
    games.register(Game(slug="ready", title="Ready", blurb="", facts=(), art="tinygame/_art.html", play_links=links))
    html = page(client)
    assert re.search(r'<a class="btn btn--primary" href="/shuffle/">Play now<', html)
    assert re.search(r'<a class="btn" href="/styleguide/">Another way<', html)


def test_the_number_of_statements_does_not_grow_with_the_tables(
    client: Client,
    client_of_juno: Client,
    juno: User,
    start_duel: StartDuel,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    page(client_of_juno)  # the first visit in a month also renews the session
    for number in (1, 5):
        for _duel in range(number):
            start_duel(first=juno)
        # A stranger: the open tables of Cambio and of Imperial, those of the tiny game and their seats.
        with django_assert_num_queries(4):
            page(client)
        # A person: besides, the session, the person, their tables in the three games and the seats there.
        with django_assert_num_queries(10):
            page(client_of_juno)
        with django_assert_num_queries(10):
            page(client_of_juno, "/lobby/parts/")


@pytest.mark.parametrize("path", ["/", "/lobby/parts/", "/t/ABCDEF/"])
def test_pages_to_look_at_refuse_to_be_written(client: Client, path: str) -> None:
    assert client.post(path).status_code == 405


# --- pages that poll --------------------------------------------------------------------------------------------------


def test_a_page_that_shows_everything_gets_no_answer(client_of_juno: Client, juno: User, start_duel: StartDuel) -> None:
    start_duel(first=juno)
    response = client_of_juno.get("/lobby/parts/", {"seq": seq_in(page(client_of_juno))})
    assert (response.status_code, response.content) == (204, b"")


def test_a_page_that_polls_gets_only_the_parts_that_have_changed(
    client_of_juno: Client, juno: User, mara: User, start_duel: StartDuel
) -> None:
    duel = start_duel(first=mara)
    before = seq_in(page(client_of_juno))
    play_any(duel.pk)
    html = page(client_of_juno, f"/lobby/parts/?seq={before}")
    assert 'id="turn-ribbon" class="part" hx-swap-oob="true"' in html
    assert 'id="my-tables" class="part" hx-swap-oob="true"' in html
    assert "open-tables" not in html
    open_mark = before.partition(".marks")[0]
    assert client_of_juno.get("/lobby/parts/", {"seq": f"{open_mark}.{seq_in(html)}"}).status_code == 204


@pytest.mark.parametrize("seq", [None, "", "0", "nonsense", "a.b.c", "💣", "\x00" * 50])
def test_a_page_that_knows_nothing_gets_all_parts(client_of_juno: Client, seq: str | None) -> None:
    response = client_of_juno.get("/lobby/parts/", {} if seq is None else {"seq": seq})
    assert response.status_code == 200
    for part in ("turn-ribbon", "my-tables", "open-tables"):
        assert f'id="{part}" class="part" hx-swap-oob="true"' in response.content.decode()


def test_a_stranger_who_polls_gets_the_open_tables_alone(client: Client, start_duel: StartDuel) -> None:
    start_duel(first=None)
    html = page(client, "/lobby/parts/")
    assert "open-tables" in html
    assert "my-tables" not in html
    assert "turn-ribbon" not in html
