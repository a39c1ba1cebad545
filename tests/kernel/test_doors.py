"""Doors without a chair: each says in a sentence why, changes nothing, and leads on."""

import re
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from msgspec.structs import replace

from cambio import services as cambio
from cambio.models import GameSession
from imperial import services as imperial
from tabletop import timebase
from tabletop.accounts.models import User
from tabletop.live.watchers import MOST_WATCHERS
from tabletop.models import Removal, Watcher
from tabletop.table import Choices
from tabletop.tables.seats import Entry
from tests.cambio.kit import act, dealt, guest, people
from tests.imperial.kit import begun, game_of, position, random_states
from tests.imperial.kit import people as imperial_people
from tests.kit.clients import client_of
from tests.lobby.test_coming_back import finished

pytestmark = pytest.mark.django_db
FULL = "50 people watch this game already, and there is no room for more."
NEW_TABLE = re.compile(r'href="/(cambio|imperial)/new/"')
GAMES: dict[str, tuple[Any, Callable[[], UUID]]] = {
    "cambio": (cambio, lambda: dealt(people(2))),
    "imperial": (imperial, lambda: begun(imperial_people(2))),
}


@pytest.fixture(params=GAMES)
def slug(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def fill(slug: str, game_id: UUID) -> None:
    """As many look on as may."""
    crowd = [User(display_name=f"Guest {number}", is_guest=True) for number in range(MOST_WATCHERS)]
    User.objects.bulk_create(crowd)
    Watcher.objects.bulk_create(
        Watcher(game_slug=slug, game_id=game_id, person=person, process=game_id, seen_at=timebase.now())
        for person in crowd
    )


def code_of(slug: str, game_id: UUID) -> str:
    services = GAMES[slug][0]
    return str(services.engine.store.games._default_manager.get(pk=game_id).room_code)


def open_door(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    html = answer.content.decode()
    assert answer.status_code == status
    assert "Back to the tables" in html
    assert NEW_TABLE.search(html)
    return html


# --- a full watch room ------------------------------------------------------------------------------------------------


def test_a_full_watch_room_is_told_on_the_page_and_at_the_invitation(slug: str) -> None:
    game_id = GAMES[slug][1]()
    fill(slug, game_id)
    eve, link = client_of(guest("Eve")), f"/t/{code_of(slug, game_id)}/"
    before = (User.objects.count(), Watcher.objects.count())
    for address in (f"/{slug}/{game_id}/", link):
        html = open_door(eve, address)
        assert (FULL in html, 'id="watch"' in html) == (True, False)
        assert f'href="{link}"' in re.sub(r"\s+", " ", html)
        assert "Look again" in html
    refused = eve.post(f"/{slug}/{game_id}/join/")
    assert (refused.status_code, refused.content.decode().count("The game has begun already.")) == (409, 1)
    stranger = Client()
    answer = stranger.post(link, {"do": "watch"})
    assert (answer.status_code, FULL in answer.content.decode()) == (409, True)
    assert ((User.objects.count(), Watcher.objects.count()), "sessionid" in stranger.cookies) == (before, False)


def test_a_place_that_becomes_free_is_taken(slug: str) -> None:
    game_id = GAMES[slug][1]()
    fill(slug, game_id)
    eve, link = client_of(guest("Eve")), f"/t/{code_of(slug, game_id)}/"
    Watcher.objects.filter(pk=Watcher.objects.first().pk).delete()  # type: ignore[union-attr]
    html = open_door(eve, link)
    assert ("Watch this game" in html, "49 watching" in html) == (True, True)
    assert "50</b>" in eve.get(f"/{slug}/{game_id}/").content.decode()


def test_the_result_of_a_game_has_room_for_everybody() -> None:
    game_id = finished(people(2))
    fill("cambio", game_id)
    eve = client_of(guest("Eve"))
    assert "See how it ended" in open_door(eve, f"/t/{code_of('cambio', game_id)}/")
    assert 'class="board' in eve.get(f"/cambio/{game_id}/").content.decode()


# --- who may look on --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("title", ["cambio", "imperial"])
def test_a_table_closed_to_watchers_shows_its_door_on_every_road(title: str) -> None:
    services = GAMES[title][0]
    juno, mara = people(2)
    entry: Entry = services.create_table(person=juno, player_count=2, choices=Choices(watching="nobody"))
    services.join_table(game_id=entry.game_id, person=mara)
    services.act(game_id=entry.game_id, seat=entry.seat, action={"type": "start"})
    eve = client_of(guest("Eve"))
    for address in (f"/{title}/{entry.game_id}/", f"/t/{entry.room_code}/"):
        html = open_door(eve, address)
        assert ("This game is on" in html, "Watch this game" in html) == (True, False)
        assert "This table is closed to watchers. Open a table of your own, or look for another." in html
    before = User.objects.count()
    refused = eve.post(f"/{title}/{entry.game_id}/join/")
    assert (refused.status_code, refused.content.decode().count("The game has begun already.")) == (409, 1)
    assert Client().post(f"/t/{entry.room_code}/", {"do": "watch"}).status_code == 409
    assert (User.objects.count(), Watcher.objects.count()) == (before, 0)


def test_the_former_person_of_a_seat_looks_on_from_the_door_of_a_table_closed_to_watchers(slug: str) -> None:
    services, (juno, mara) = GAMES[slug][0], people(2)
    entry = services.create_table(person=juno, player_count=2, choices=Choices(watching="nobody"))
    services.join_table(game_id=entry.game_id, person=mara)
    services.act(game_id=entry.game_id, seat=entry.seat, action={"type": "start"})
    for person in (juno, mara) if slug == "cambio" else ():
        services.act(game_id=entry.game_id, person=person, action={"type": "confirm_initial_view"})
    services.act(game_id=entry.game_id, person=mara, action={"type": "offer_seat"})
    services.tables.take_seat(game_id=entry.game_id, person=guest("Eve"))
    former, link = client_of(mara), f"/t/{entry.room_code}/"
    assert "Watch this game" in open_door(former, link)
    assert former.post(link, {"do": "watch"})["Location"] == f"/{slug}/{entry.game_id}/"
    assert "Watch this game" not in open_door(client_of(guest("Zoe")), link)


def test_a_full_table_of_cambio_can_be_watched_when_it_has_begun() -> None:
    juno, mara = people(2)
    entry = cambio.create_table(person=juno, player_count=2)
    cambio.join_table(game_id=entry.game_id, person=mara)
    eve, link = client_of(guest("Eve")), f"/t/{entry.room_code}/"
    html = open_door(eve, link)
    for words in ("All chairs are taken", "You can watch as soon as the game has begun.", "Look again"):
        assert words in html
    assert Client().post(link, {"do": "watch"}).status_code == 409
    act(entry.game_id, 0, "start")
    assert "Watch this game" in open_door(eve, link)
    assert 'class="board' in eve.get(f"/cambio/{entry.game_id}/").content.decode()


# --- kept chairs ------------------------------------------------------------------------------------------------------


def imperial_over(persons: list[User]) -> UUID:
    game_id = begun(persons)
    position(game_id, replace(random_states(len(persons), seed=1)[-1], timer=game_of(game_id).timer))
    return game_id


OVER: dict[str, Callable[[list[User]], UUID]] = {"cambio": finished, "imperial": imperial_over}


@pytest.fixture
def kept() -> tuple[Entry, list[User]]:
    """Juno wants to play again; the chair of Mara is kept."""
    juno, mara = people(2)
    return cambio.rematch(game_id=finished([juno, mara]), person=juno), [juno, mara]


def test_who_has_no_chair_kept_is_refused_in_a_sentence_and_nothing_changes(slug: str) -> None:
    services, persons = GAMES[slug][0], people(2)
    entry = services.rematch(game_id=OVER[slug](persons), person=persons[0])
    eve, link = client_of(guest("Eve")), f"/t/{entry.room_code}/"
    before = services.engine.store.load(entry.game_id).row.seq
    for address in (link, f"/{slug}/{entry.game_id}/join/"):
        refused = eve.post(address)
        assert refused.status_code == 409
        assert "The free seats are kept for those who played before." in refused.content.decode()
    assert services.engine.store.load(entry.game_id).row.seq == before
    assert client_of(persons[1]).post(link)["Location"] == f"/{slug}/{entry.game_id}/"


def test_a_stranger_is_told_that_the_free_chairs_are_kept_and_may_wait(kept: tuple[Entry, list[User]]) -> None:
    entry, (_juno, mara) = kept
    link = f"/t/{entry.room_code}/"
    for client in (Client(), client_of(guest("Eve"))):
        html = open_door(client, link)
        assert "The free chairs are kept" in html
        assert "They are kept for those who played here before, for a minute at most." in html
        assert ("Look again" in html, "Sit down" in html, "your chair" in html) == (True, False, False)
    assert "Sit down next to Juno" in client_of(mara).get(link).content.decode()


def test_a_chair_that_is_kept_no_longer_is_offered(kept: tuple[Entry, list[User]]) -> None:
    entry, (_juno, mara) = kept
    eve, link = client_of(guest("Eve")), f"/t/{entry.room_code}/"
    before = cambio.engine.store.load(entry.game_id).row.seq
    refused = eve.post(link)
    assert refused.status_code == 409
    assert "The free seats are kept for those who played before." in refused.content.decode()
    assert "The free chairs are kept" in refused.content.decode()
    assert cambio.engine.store.load(entry.game_id).row.seq == before
    over = GameSession.objects.get(rematch=entry.game_id)
    client_of(mara).post(f"/cambio/{over.pk}/decline/")
    assert "Sit down next to Juno" in eve.get(link).content.decode()
    assert eve.post(link)["Location"] == f"/cambio/{entry.game_id}/"


# --- codes and invitations that lead nowhere --------------------------------------------------------------------------


def test_an_invitation_to_a_table_that_was_closed_says_so_and_nothing_changes(slug: str) -> None:
    services = GAMES[slug][0]
    entry = services.create_table(person=guest("Juno"), player_count=2)
    services.tables.abandon(game_id=entry.game_id, reason="idle")
    before, link = User.objects.count(), f"/t/{entry.room_code}/"
    html = open_door(Client(), link)
    assert ("This table is closed" in html, "Sit down" in html) == (True, False)
    refused = Client().post(link, {"name": "Eve", "key": "k" * 40})
    assert (refused.status_code, "This table is closed" in refused.content.decode()) == (409, True)
    assert User.objects.count() == before


def test_a_kept_seat_whose_time_is_over_is_told_in_a_sentence() -> None:
    """The others have begun without the person who presses too late, and may look on."""
    juno, mara, nils = people(3)
    over = finished([juno, mara, nils])
    entry = cambio.rematch(game_id=over, person=juno)
    cambio.rematch(game_id=over, person=mara)
    client_of(nils).post(f"/cambio/{over}/decline/")
    act(entry.game_id, 0, "start")
    before = cambio.engine.store.load(entry.game_id).row.seq
    answer = client_of(nils).post(f"/cambio/{over}/rematch/", follow=True)
    assert answer.redirect_chain == [(f"/t/{entry.room_code}/", 302)]
    html = answer.content.decode()
    assert all(words in html for words in ("The game has begun already.", "Watch this game"))
    assert cambio.engine.store.load(entry.game_id).row.seq == before


@pytest.mark.parametrize(("asked", "other"), [("cambio", "imperial"), ("imperial", "cambio")])
def test_the_code_of_another_game_is_unknown_to_programs_and_known_to_pages(asked: str, other: str) -> None:
    entry = GAMES[other][0].create_table(person=guest("Juno"), player_count=3)
    body = {"displayName": "Eve", "roomCode": entry.room_code}
    answer = Client().post(f"/{asked}/api/game/join", body, content_type="application/json")
    assert answer.status_code == 404
    assert "no such table" in answer.content.decode()
    for address in (f"/{asked}/{entry.game_id}/", f"/{asked}/{entry.game_id}/parts/"):
        assert client_of(guest("Nils")).get(address).status_code == 404
    assert f"Juno invites you to {other.capitalize()}" in Client().get(f"/t/{entry.room_code}/").content.decode()
    assert not User.objects.filter(display_name="Eve").exists()


def test_whom_the_host_has_sent_away_is_told_so_at_the_door_and_for_how_long(slug: str) -> None:
    services, persons = GAMES[slug][0], people(2)
    entry = services.create_table(person=persons[0], player_count=3)
    seat = services.join_table(game_id=entry.game_id, person=persons[1]).player_id
    services.tables.remove_person(game_id=entry.game_id, removed_seat=seat, person=persons[0])
    door = open_door(client_of(persons[1]), f"/t/{entry.room_code}/")
    assert "The host has given your seat away" in door
    assert "You may come back in 10 minutes." in door
    assert 'id="sit-down"' not in door
    assert 'id="sit-down"' in client_of(guest("Eve")).get(f"/t/{entry.room_code}/").content.decode()
    Removal.objects.update(until=timebase.now() - 1)
    assert 'id="sit-down"' in client_of(persons[1]).get(f"/t/{entry.room_code}/").content.decode()


def test_whom_the_host_has_sent_away_is_not_asked_to_take_an_offered_seat(slug: str) -> None:
    services, (juno, mara, nils) = GAMES[slug][0], people(3)
    entry = services.create_table(person=juno, player_count=3)
    services.join_table(game_id=entry.game_id, person=mara)
    seat = services.join_table(game_id=entry.game_id, person=nils).player_id
    services.tables.remove_person(game_id=entry.game_id, removed_seat=seat, person=juno)
    services.act(game_id=entry.game_id, seat=entry.seat, action={"type": "start"})
    for person in (juno, mara) if slug == "cambio" else ():
        services.act(game_id=entry.game_id, person=person, action={"type": "confirm_initial_view"})
    services.act(game_id=entry.game_id, person=mara, action={"type": "offer_seat"})
    link = f"/t/{entry.room_code}/"
    door = open_door(client_of(nils), link)
    assert ("The host has given your seat away" in door, "Take the seat of" in door) == (True, False)
    assert "Watch this game" in door
    assert "Take the seat of Mara" in client_of(guest("Eve")).get(link).content.decode()


def test_the_door_says_by_which_way_one_is_told_as_soon_as_that_changes() -> None:
    """Though nothing at the table has changed, no browser shows the page as it was."""
    game_id, eve = dealt(people(2)), User.objects.create(display_name="Eve", email="eve@example.com")
    client, link = client_of(eve), f"/t/{code_of('cambio', game_id)}/"
    client.post(link, {"do": "tell"})
    shown = client.get(link)
    assert "on the home page and by mail" in shown.content.decode()
    assert client.get(link, headers={"If-None-Match": shown["ETag"]}).status_code == 304
    User.objects.filter(pk=eve.pk).update(notify_by_mail=False)
    anew = client.get(link, headers={"If-None-Match": shown["ETag"]})
    assert (anew.status_code, "by mail" in anew.content.decode()) == (200, False)
