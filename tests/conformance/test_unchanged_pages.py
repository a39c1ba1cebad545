"""Pages that have not changed answer 304 and no byte more; everything that a page shows makes it a new one.

A table's page for those who sit there is none of them: it has a hand, and no browser may keep it.
"""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.contrib.messages import constants
from django.contrib.messages.storage.base import Message
from django.contrib.messages.storage.cookie import CookieStorage
from django.test import Client, RequestFactory

from cambio import services as cambio_services
from cambio.models import Player
from cambio.rules.deal import INITIAL_VIEW_SECONDS
from deckbuilder import services
from imperial.models import PlayerInfo
from tabletop import conditional
from tabletop.accounts.models import User
from tests.cambio import kit as cambio
from tests.deckbuilder import kit as deckbuilder
from tests.imperial import kit as imperial
from tests.kit.catalogue import LANGUAGE, translate_site
from tests.kit.clients import client_of

KEY = re.compile(rb'name="key" value="([^"]+)"')
pytestmark = pytest.mark.django_db


@dataclass(frozen=True)
class Place:
    """A page of two people, and something that changes it."""

    address: str
    people: list[User]
    change: Callable[[], Any]


def cambio_table() -> Place:
    people = cambio.people(2)
    game_id = cambio.dealt(people)
    return Place(f"/cambio/{game_id}/", people, lambda: cambio.act(game_id, 0, "confirm_initial_view"))


def cambio_door() -> Place:
    host, guest, *people = cambio.people(4)
    game_id = cambio.lobby_of([host])
    return Place(f"/cambio/{game_id}/", people, lambda: cambio_services.join_table(game_id=game_id, person=guest))


def imperial_table() -> Place:
    people = imperial.people(2)
    game_id = imperial.begun(people)
    return Place(f"/imperial/{game_id}/", people, lambda: imperial.act(game_id, "Juno", "bid", amount=4))


def watched_table() -> Place:
    table = imperial_table()
    return replace(table, people=cambio.people(4)[2:])


def imperial_history() -> Place:
    table = imperial_table()
    return Place(f"{table.address}history/", table.people, table.change)


def imperial_places() -> Place:
    table = imperial_table()
    return Place(f"{table.address}places/", table.people, table.change)


def home() -> Place:
    people = cambio.people(2)
    return Place("/", people, lambda: cambio.lobby_of(people))


def decks() -> Place:
    people = cambio.people(2)
    return Place("/deckbuilder/", people, lambda: deckbuilder.new_deck(people[0]))


def shared_order() -> Place:
    people = cambio.people(2)
    deck_id = deckbuilder.new_deck(people[0])
    services.share(deck_id=deck_id, person=people[0])
    address = f"/deckbuilder/shared/{deckbuilder.row_of(deck_id).share_token}/"
    return Place(address, people, lambda: deckbuilder.lock(deck_id, people[0]))


PLACES = [*(cambio_door, watched_table, imperial_history, imperial_places), *(home, decks, shared_order)]


@pytest.fixture(params=PLACES)
def place(request: pytest.FixtureRequest) -> Place:
    built: Place = request.param()
    return built


@pytest.fixture
def browser(place: Place) -> Client:
    """Has been there before: the first visit notes how far one has read, and sets the cookie of the forms."""
    browser = client_of(place.people[0])
    browser.get(place.address)
    return browser


def load(browser: Client, place: Place, **headers: str) -> Any:
    return browser.get(place.address, headers=headers)


def tag_of(browser: Client, place: Place) -> str:
    response = load(browser, place)
    assert response.status_code == 200
    return str(response["ETag"])


def again(browser: Client, place: Place, tag: str) -> int:
    """The status of a visit by a browser that has kept the page with this tag."""
    return int(load(browser, place, if_none_match=tag).status_code)


def test_a_page_that_has_not_changed_is_not_sent_again(browser: Client, place: Place) -> None:
    tag = tag_of(browser, place)
    response = load(browser, place, if_none_match=tag)
    assert (response.status_code, response.content) == (304, b"")
    assert response["ETag"] == tag
    assert load(browser, place, if_none_match=f'"other", {tag}').status_code == 304


def test_no_page_of_a_person_is_kept_for_others_or_shown_without_asking(browser: Client, place: Place) -> None:
    first = load(browser, place)
    for response in (first, load(browser, place, if_none_match=first["ETag"])):
        assert response["Cache-Control"] == "private, no-cache"
        assert "Cookie" in response["Vary"]
        assert "Accept-Language" in response["Vary"]


def test_nothing_is_rendered_for_a_page_that_is_not_sent(
    browser: Client, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    tag = tag_of(browser, place)
    monkeypatch.setattr("django.template.base.Template.render", None)
    assert again(browser, place, tag) == 304


def test_a_change_of_what_is_shown_is_sent(browser: Client, place: Place) -> None:
    tag = tag_of(browser, place)
    place.change()
    assert again(browser, place, tag) == 200
    assert again(browser, place, tag_of(browser, place)) == 304


def test_the_page_of_one_person_is_not_that_of_another(browser: Client, place: Place) -> None:
    other = client_of(place.people[1])
    other.get(place.address)
    assert again(other, place, tag_of(browser, place)) == 200


def test_a_page_from_before_a_log_out_is_not_shown_after_it(browser: Client, place: Place) -> None:
    tag = tag_of(browser, place)
    browser.post("/account/logout/")
    assert again(browser, place, tag) != 304
    browser.force_login(place.people[0])
    assert again(browser, place, tag) == 200


def test_a_page_from_before_a_log_in_is_not_shown_after_it(place: Place) -> None:
    stranger = Client()
    first = stranger.get("/")
    assert stranger.get("/", headers={"if-none-match": first["ETag"]}).status_code == 304
    stranger.force_login(place.people[0])
    assert stranger.get("/", headers={"if-none-match": first["ETag"]}).status_code == 200


def test_another_language_is_another_page(browser: Client, place: Place, settings: Any, tmp_path: Path) -> None:
    translate_site(settings, tmp_path)
    tag = tag_of(browser, place)
    assert load(browser, place, if_none_match=tag, accept_language=LANGUAGE).status_code == 200
    assert again(browser, place, tag) == 304


def test_a_message_is_shown_once_and_not_kept(browser: Client, place: Place) -> None:
    tag = tag_of(browser, place)
    storage: Any = CookieStorage(RequestFactory().get("/"))
    browser.cookies[CookieStorage.cookie_name] = storage._encode([Message(constants.INFO, "Somebody has left.")])
    response = load(browser, place, if_none_match=tag)
    assert response.status_code == 200
    assert "Somebody has left." in response.content.decode()
    assert not response.has_header("ETag")
    assert again(browser, place, tag) == 304


@pytest.mark.parametrize("change", [{"display_name": "Another"}, {"theme": "dark"}])
def test_what_a_page_tells_of_the_person_makes_it_new(browser: Client, place: Place, change: dict[str, str]) -> None:
    tag = tag_of(browser, place)
    User.objects.filter(pk=place.people[0].pk).update(**change)
    assert again(browser, place, tag) == 200


def test_a_browser_without_the_cookie_of_the_forms_gets_the_page_that_sets_it(browser: Client, place: Place) -> None:
    tag = tag_of(browser, place)
    del browser.cookies["csrftoken"]
    assert again(browser, place, tag) == 200
    assert "csrftoken" in browser.cookies
    assert again(browser, place, tag) == 200, "the old page holds another token"


def test_a_new_release_makes_every_page_new(browser: Client, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    tag = tag_of(browser, place)
    monkeypatch.setattr(conditional, "release", lambda: "the next one")
    assert again(browser, place, tag) == 200


@pytest.mark.parametrize(
    ("build", "seats"), [(cambio_table, Player), (imperial_table, PlayerInfo)], ids=["cambio", "imperial"]
)
def test_a_name_that_changes_at_a_table_is_sent(build: Callable[[], Place], seats: type[Player | PlayerInfo]) -> None:
    place = build()
    browser = client_of(place.people[0])
    tag = shown_by(browser, place.address)
    seats._default_manager.filter(user=place.people[1]).update(display_name="Another")
    assert shown_by(browser, place.address) != tag


@pytest.mark.parametrize("build", [cambio_table, imperial_table])
def test_a_page_with_a_hand_is_kept_by_nobody(build: Callable[[], Place]) -> None:
    """No 304 either, though tables had it: what is not kept cannot be shown again."""
    place = build()
    browser = client_of(place.people[0])
    responses = [
        browser.get(place.address),
        browser.get(place.address, headers={"if-none-match": "*"}),
        browser.get(f"{place.address}parts/"),
        browser.post(f"{place.address}act/", {"do": "nothing"}, headers={"HX-Request": "true"}),
    ]
    assert [response.status_code for response in responses[:3]] == [200, 200, 200]
    for response in responses:
        assert response["Cache-Control"] == "private, no-store"
        assert not response.has_header("ETag")


def shown_by(browser: Client, address: str) -> str:
    """What the page tells its socket that it shows."""
    found = re.search(r"live/\?shows=(\w+)", browser.get(address).content.decode())
    assert found
    return found.group(1)


def test_a_deadline_that_is_over_makes_a_page_new_though_nobody_has_recorded_it() -> None:
    people = cambio.people(2)
    with time_machine.travel(0) as clock:
        game_id = cambio.dealt(people, now=time.time())
        browser = client_of(people[0])
        first = shown_by(browser, f"/cambio/{game_id}/")
        assert shown_by(browser, f"/cambio/{game_id}/") == first
        clock.shift(INITIAL_VIEW_SECONDS + 1)
        assert shown_by(browser, f"/cambio/{game_id}/") != first


def test_a_refusal_is_not_kept() -> None:
    response = Client().get("/t/ABCDEF/")
    assert response.status_code == 404
    assert not response.has_header("ETag")


@pytest.mark.parametrize("address", ["/cambio/new/", "/cambio/practice/", "/imperial/new/", "/imperial/practice/"])
def test_a_form_that_opens_a_table_is_sent_each_time_with_another_key(address: str) -> None:
    browser = client_of(cambio.people(1)[0])
    first, again = browser.get(address), browser.get(address)
    assert not first.has_header("ETag")
    assert KEY.findall(first.content) != KEY.findall(again.content)


@pytest.mark.parametrize("address", ["/api/", "/api/cambio/", "/cambio/how-to-play/", "/imperial/rules/"])
def test_a_page_that_tells_of_no_table_is_sent_once(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = client_of(cambio.people(1)[0])
    browser.get(address)
    first = browser.get(address)
    assert first.status_code == 200
    monkeypatch.setattr("django.template.base.Template.render", None)
    assert browser.get(address, headers={"if-none-match": first["ETag"]}).status_code == 304


@pytest.mark.parametrize("slug", ["cambio", "imperial"])
def test_a_form_that_was_filled_in_wrongly_is_not_kept(slug: str) -> None:
    response = client_of(cambio.people(1)[0]).post(f"/{slug}/new/", {"player_count": 99})
    assert response.status_code == 422
    assert not response.has_header("ETag")
