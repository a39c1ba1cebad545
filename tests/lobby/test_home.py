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
from tabletop.lobby.own_parts import OWN_PARTS
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
    for part in OWN_PARTS:
        assert f'id="{part.name}"' not in html


def test_who_is_known_types_neither_name_nor_address_and_finds_one_field_for_a_code(client_of_juno: Client) -> None:
    html = page(client_of_juno)
    assert "Good to see you, Juno." in html
    assert 'id="name-form"' not in html
    assert "Start something" in html.partition('action="/join/"')[0]
    assert html.count('action="/join/"') == 1


def test_every_game_can_be_started_from_a_line(client_of_juno: Client) -> None:
    start = page(client_of_juno).partition('id="start"')[2].partition("</ul>")[0]
    for address in ("/cambio/practice/", "/imperial/practice/", "/deckbuilder/play/"):
        assert re.search(rf'<button[^>]* form="start-form" formaction="{address}"', start)
    for address in ("/cambio/new/", "/imperial/new/", "/deckbuilder/", "/cambio/"):
        assert f'href="{address}"' in start


def test_turns_come_first_the_longest_waiting_before_the_others(
    client_of_juno: Client, juno: User, mara: User, start_duel: StartDuel
) -> None:
    hot, patient, others = start_duel(first=juno), start_duel(first=juno), start_duel(first=mara)
    DuelGame.objects.filter(pk=patient.pk).update(updated_at=timezone.now() - timedelta(hours=3))
    html = page(client_of_juno)
    assert "2 tables wait for you." in html
    turns = section(html, "turns").partition("Start something")[0]
    assert "Your turn: Duel with Mara" in turns
    assert "They have waited 3 hours." in turns
    places = [turns.index(f'href="/duel/{duel.pk}/"') for duel in (patient, hot, others)]
    assert places == sorted(places)
    running = section(html, "my-tables").partition("</section>")[0]
    assert "The others have the turn" in running
    assert others.room_code in running
    assert hot.room_code not in running


def test_where_nothing_waits_the_greeting_says_so(client_of_juno: Client, mara: User, start_duel: StartDuel) -> None:
    start_duel(first=mara)
    html = page(client_of_juno)
    assert "Nobody waits for you." in html
    assert "Your turn" not in html
    assert "turn-ribbon" not in html


def test_who_sits_nowhere_is_not_told_about_empty_lists(client_of_juno: Client) -> None:
    html = page(client_of_juno)
    for part in ("turns", "invitations", "again", "my-tables", "ended"):
        assert f'<div id="{part}" class="part"></div>' in html
    assert html.count('<div class="empty">') == 1
    assert "No table is open right now." in html


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
    page(client_of_juno)  # the first visit in a month also renews the session, and is noted
    for number in (1, 5):
        for _duel in range(number):
            start_duel(first=juno)
        # A stranger: the open tables of Cambio and of Imperial, those of the tiny game and their seats, and games to
        # watch of all three.
        with django_assert_num_queries(7):
            page(client)
        # A person: besides, the session, the person, their tables in the three games and the seats there, and chairs
        # that were asked for in each.
        with django_assert_num_queries(16):
            page(client_of_juno)
        with django_assert_num_queries(16):
            page(client_of_juno, "/lobby/parts/")


@pytest.mark.parametrize("path", ["/", "/lobby/parts/"])
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
    for part in ("greeting", "turns", "my-tables"):
        assert f'id="{part}" class="part" hx-swap-oob="true"' in html
    assert 'id="again"' not in html
    assert "open-tables" not in html
    open_mark = before.partition(".marks")[0]
    assert client_of_juno.get("/lobby/parts/", {"seq": f"{open_mark}.{seq_in(html)}"}).status_code == 204


@pytest.mark.parametrize("seq", [None, "", "0", "nonsense", "a.b.c", "💣", "\x00" * 50])
def test_a_page_that_knows_nothing_gets_all_parts(client_of_juno: Client, seq: str | None) -> None:
    response = client_of_juno.get("/lobby/parts/", {} if seq is None else {"seq": seq})
    assert response.status_code == 200
    for part in (*(part.name for part in OWN_PARTS), "open-tables"):
        assert f'id="{part}" class="part" hx-swap-oob="true"' in response.content.decode()


def test_a_stranger_who_polls_gets_the_open_tables_alone(client: Client, start_duel: StartDuel) -> None:
    start_duel(first=None)
    html = page(client, "/lobby/parts/")
    assert "open-tables" in html
    assert "my-tables" not in html
    assert "turns" not in html
