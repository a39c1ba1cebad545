"""Games that everybody may watch are listed on the home page, a few of them, below the open tables."""

import re
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from cambio import services as cambio
from cambio.models import GameSession
from imperial import services as imperial
from imperial.models import Game as ImperialGame
from tabletop.accounts.models import User
from tabletop.lobby.queries import WATCHED_SHOWN, watched_tables
from tabletop.table import Choices
from tabletop.tables.queries import WATCHED_FOR
from tests.cambio.kit import guest
from tests.kit.clients import client_of
from tests.kit.ids import assert_no_ids
from tests.lobby.test_coming_back import home, part

pytestmark = pytest.mark.django_db
GAMES: dict[str, tuple[Any, Any]] = {"cambio": (cambio, GameSession), "imperial": (imperial, ImperialGame)}


@pytest.fixture(params=GAMES)
def slug(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def begin(slug: str, *people: User, watching: Any = "everybody", is_begun: bool = True) -> UUID:
    services = GAMES[slug][0]
    entry = services.create_table(person=people[0], player_count=len(people), choices=Choices(watching=watching))
    for person in people[1:]:
        services.join_table(game_id=entry.game_id, person=person)
    if is_begun:
        services.act(game_id=entry.game_id, person=people[0], action={"type": "start"})
    game_id: UUID = entry.game_id
    return game_id


def test_a_game_that_everybody_may_watch_is_listed_with_who_plays_and_one_press_watches(slug: str) -> None:
    game_id = begin(slug, guest("Juno"), guest("Mara"))
    eve = client_of(guest("Eve"))
    for client in (eve, Client()):
        html = home(client)
        watched = part(html, "watched")
        assert "Games to watch" in watched
        assert "Juno and Mara" in watched
        assert f'href="/{slug}/{game_id}/"' in watched
        assert html.index('id="open-tables"') < html.index('id="watched"')
        seats = GAMES[slug][0].tables.seats.at(game_id)
        assert_no_ids([watched], [seat.player_id for seat in seats])
    answer = eve.get(f"/{slug}/{game_id}/")
    assert (answer.status_code, "You are watching" in answer.content.decode()) == (200, True)
    assert "Watch this game" in Client().get(f"/{slug}/{game_id}/").content.decode()


@pytest.mark.parametrize("watching", ["nobody", "link"])
def test_a_game_that_not_everybody_may_watch_is_listed_nowhere(slug: str, watching: str) -> None:
    begin(slug, guest("Juno"), guest("Mara"), watching=watching)
    assert watched_tables() == ()
    html = home(Client())
    assert part(html, "watched").startswith("></div>")
    assert "Juno" not in html


def test_games_that_have_not_begun_or_have_ended_or_rest_are_not_listed(slug: str) -> None:
    services, games = GAMES[slug]
    begin(slug, guest("Juno"), guest("Mara"), is_begun=False)
    assert watched_tables() == ()
    closed = begin(slug, guest("Juno"), guest("Mara"))
    services.tables.abandon(game_id=closed, reason="upkeep")
    assert watched_tables() == ()
    resting = begin(slug, guest("Juno"), guest("Mara"))
    assert len(watched_tables()) == 1
    row = games.objects.get(pk=resting)
    games.objects.filter(pk=resting).update(updated_at=row.updated_at - WATCHED_FOR)
    assert watched_tables() == ()


def test_a_few_are_listed_and_one_of_each_host_first() -> None:
    juno = guest("Juno")
    for number in range(WATCHED_SHOWN):
        begin("cambio", juno, guest(f"Friend {number}"))
    begin("imperial", guest("Mara"), guest("Teo"))
    titles = [table.title for table in watched_tables()]
    assert len(titles) == WATCHED_SHOWN
    assert sum("Juno" in title for title in titles) == WATCHED_SHOWN - 1
    assert "Mara and Teo" in titles


def test_two_who_are_called_the_same_are_told_apart() -> None:
    begin("cambio", guest("Juno"), guest("Juno"))
    assert [table.title for table in watched_tables()] == ["Juno and Juno (2)"]


def test_a_page_that_shows_the_list_is_sent_the_change_alone() -> None:
    client = Client()
    (seq,) = re.findall(r'id="beat" data-seq="([^"]+)"', home(client))
    assert client.get("/lobby/parts/", {"seq": seq}).status_code == 204
    begin("cambio", guest("Juno"), guest("Mara"))
    assert "Juno and Mara" in client.get("/lobby/parts/", {"seq": seq}).content.decode()
