"""A shared page depends on the locked order alone, byte for byte, and is announced when it changes."""

import json
import re
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from channels.db import database_sync_to_async
from django.test import Client
from django.test.utils import override_settings

from deckbuilder import services
from tabletop.accounts.services import erase_person
from tabletop.live import hub
from tests.deckbuilder.kit import (
    act,
    discard_first,
    guest,
    lock,
    new_deck,
    order_all,
    override,
    plain,
    row_of,
    state_of,
)
from tests.deckbuilder.rules.test_old_saves import BEFORE_PRESETS
from tests.kit.clients import client_of
from tests.kit.previews import preview_of
from tests.live.conftest import open_socket

__all__ = ["open_socket"]

pytestmark = pytest.mark.django_db(transaction=True)
OpenSocket = Callable[..., Any]
CSRF = re.compile(r'"x-csrftoken": "\w+"|name="csrfmiddlewaretoken" value="\w+"')


def shared_deck(*cards: str) -> tuple[UUID, Any, str]:
    person = guest()
    deck_id = new_deck(person, *([override(*cards)] if cards else []))
    services.share(deck_id=deck_id, person=person)
    return deck_id, person, f"/deckbuilder/shared/{row_of(deck_id).share_token}/"


def look(path: str) -> str:
    """Returns every byte a stranger gets."""
    answer = Client().get(path)
    assert answer.status_code == 200
    return CSRF.sub("", answer.content.decode())


def test_a_stranger_sees_the_locked_order_and_while_it_is_open_only_that() -> None:
    deck_id, person, path = shared_deck()
    waiting = look(path)
    assert "Waiting for the next order" in waiting
    names = lock(deck_id, person)
    shown = look(path)
    assert re.findall(r'<span class="dk-card__n">([^<]*)</span>', shown) == names
    act(deck_id, person, plain("END_TURN"))
    assert look(path) == waiting


def test_nothing_of_the_deck_shows_while_the_order_is_open() -> None:
    deck_id, person, path = shared_deck(*[f"Canary {number}" for number in range(20)])
    other_id, _other, other_path = shared_deck("Something else")
    pages = {look(path)}
    for step in (discard_first, order_all):
        step(deck_id, person)
        pages.add(look(path))
    # Every phase, and another deck of another person, gives the same page but for the token.
    token, other_token = row_of(deck_id).share_token, row_of(other_id).share_token
    assert token
    assert other_token
    assert {page.replace(token, "") for page in pages} == {look(other_path).replace(other_token, "")}
    assert not any("Canary" in page or "Juno" in page for page in pages)


def test_the_page_of_a_locked_order_contains_nothing_else() -> None:
    deck_id, person, path = shared_deck(*[f"Canary {number:02}" for number in range(20)])
    names = lock(deck_id, person)
    page = look(path)
    assert set(re.findall(r"Canary \d\d", page)) == set(names)
    assert person.display_name not in page
    for instance_id in state_of(deck_id).hand_ids:
        assert instance_id not in page


@override_settings(SITE_URL="https://tabletop.example")
def test_a_messenger_shows_a_title_a_sentence_and_a_picture_and_nothing_of_the_deck() -> None:
    _deck_id, person, path = shared_deck(*[f"Canary {number:02}" for number in range(20)])
    tags = preview_of(look(path))
    assert tags["og:title"] == "A play order"
    assert tags["og:description"] == tags["description"]
    assert tags["og:description"].startswith("A play order from the Deckbuilder")
    assert tags["og:url"] == f"https://tabletop.example{path}"
    assert re.fullmatch(r"https://tabletop\.example/static/img/invitation-deckbuilder[a-z.0-9]*\.png", tags["og:image"])
    told = " ".join(tags.values())
    assert "Canary" not in told
    assert person.display_name not in told


def test_a_page_that_polls_gets_the_order_once() -> None:
    deck_id, person, path = shared_deck()
    seq = re.search(r'data-seq="([\w-]+)"', look(path))
    assert seq
    client = Client()
    assert client.get(f"{path}parts/", {"seq": seq[1]}).status_code == 204
    discard_first(deck_id, person)
    assert client.get(f"{path}parts/", {"seq": seq[1]}).status_code == 204
    order_all(deck_id, person)
    act(deck_id, person, plain("LOCK_PLAY_ORDER"))
    news = client.get(f"{path}parts/", {"seq": seq[1]})
    assert news.status_code == 200
    assert state_of(deck_id).hand[0] in news.content.decode()


def test_a_link_is_switched_on_and_off_by_its_owner_and_never_comes_back() -> None:
    person = guest()
    client, deck_id = client_of(person), new_deck(person)
    lock(deck_id, person)
    assert "Stop sharing" not in client.get(f"/deckbuilder/{deck_id}/").content.decode()
    client.post(f"/deckbuilder/{deck_id}/share/", {"link": "on"})
    token = row_of(deck_id).share_token
    assert token
    assert len(token) >= 22
    assert f"/deckbuilder/shared/{token}/" in client.get(f"/deckbuilder/{deck_id}/").content.decode()
    # Sharing again keeps the link.
    headers = {"HX-Request": "true", "X-Table-Seq": "3"}
    answer = client.post(f"/deckbuilder/{deck_id}/share/", {"link": "on"}, headers=headers)
    assert row_of(deck_id).share_token == token
    assert 'id="sharing"' in answer.content.decode()
    assert 'id="felt"' not in answer.content.decode()
    # A page that shows an older version gets all parts.
    answer = client.post(f"/deckbuilder/{deck_id}/share/", {"link": "on"}, headers=headers | {"X-Table-Seq": "1"})
    assert 'id="felt"' in answer.content.decode()
    client.post(f"/deckbuilder/{deck_id}/share/", {"link": "off"})
    assert Client().get(f"/deckbuilder/shared/{token}/").status_code == 404
    client.post(f"/deckbuilder/{deck_id}/share/", {"link": "on"})
    assert row_of(deck_id).share_token != token


def test_a_request_that_is_refused_leaves_the_link_as_it_is() -> None:
    deck_id, person, path = shared_deck()
    client = client_of(person)
    for fields in ({"link": "off", "version": "x"}, {"link": "off"}, {"link": "perhaps", "version": "0"}):
        answer = client.post(f"/deckbuilder/{deck_id}/share/", fields, headers={"HX-Request": "true"})
        assert answer.status_code == 400
        assert Client().get(path).status_code == 200


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collects the topics announced since the test began."""
    topics: list[str] = []
    monkeypatch.setattr(services, "announce_after_commit", topics.append)
    return topics


def test_a_link_is_announced_only_when_its_page_changes(announced: list[str]) -> None:
    deck_id, person, _path = shared_deck()
    topic = f"deckbuilder-order.{row_of(deck_id).share_token}"

    def step(service: Callable[..., object], **more: Any) -> None:
        service(deck_id=deck_id, person=person, expected_version=row_of(deck_id).version, **more)

    act(deck_id, person, plain("LOCK_PLAY_ORDER"))  # Ignored: there is no order yet.
    discard_first(deck_id, person)
    order_all(deck_id, person)
    act(deck_id, person, {"type": "APPLY_JSON_OVERRIDE", "payload": "["})
    step(services.undo)
    step(services.redo)
    step(services.change_parameters, hand_size=4, discard_count=1)
    assert announced == []
    lock(deck_id, person)
    assert announced == [topic]
    act(deck_id, person, {"type": "APPLY_JSON_OVERRIDE", "payload": "["})
    services.rename_deck(deck_id=deck_id, person=person, name="Scouts")
    services.share(deck_id=deck_id, person=person)
    assert announced == [topic]
    act(deck_id, person, plain("END_TURN"))
    assert announced == [topic] * 2
    step(services.undo)
    assert announced == [topic] * 3
    step(services.redo)
    assert announced == [topic] * 4
    step(services.import_saved, content=json.dumps(BEFORE_PRESETS).encode())
    assert announced == [topic] * 5
    step(services.change_parameters, hand_size=2, discard_count=1)
    assert announced == [topic] * 6
    services.unshare(deck_id=deck_id, person=person)
    assert announced == [topic] * 7


def test_a_deck_without_a_link_announces_nothing(announced: list[str]) -> None:
    person = guest()
    deck_id = new_deck(person)
    lock(deck_id, person)
    act(deck_id, person, plain("END_TURN"))
    services.unshare(deck_id=deck_id, person=person)
    services.delete_deck(deck_id=deck_id, person=person)
    new_deck(person)
    erase_person(user=person)
    assert announced == []


def test_the_link_of_a_deleted_deck_is_announced(announced: list[str]) -> None:
    topics = []
    for delete in (
        lambda deck_id, person: services.delete_deck(deck_id=deck_id, person=person),
        lambda _deck_id, person: erase_person(user=person),
    ):
        deck_id, person, _path = shared_deck()
        topics.append(f"deckbuilder-order.{row_of(deck_id).share_token}")
        delete(deck_id, person)
        assert announced == topics


@pytest.mark.parametrize("token", ["x", "None", "a" * 200, "%00", "%C3%A9"])
def test_an_unknown_link_is_not_found(token: str) -> None:
    new_deck(guest())
    for path in (f"/deckbuilder/shared/{token}/", f"/deckbuilder/shared/{token}/parts/"):
        assert Client().get(path).status_code == 404


async def test_the_socket_brings_the_order_when_it_is_locked_and_nothing_before(open_socket: OpenSocket) -> None:
    deck_id, person, path = await database_sync_to_async(shared_deck)()
    socket, accepted, _code = await open_socket(f"{path}live/", None)
    assert accepted
    assert "Waiting for the next order" in await socket.receive_from()
    await database_sync_to_async(discard_first)(deck_id, person)
    names = await database_sync_to_async(order_all)(deck_id, person)
    assert await socket.receive_nothing()
    await database_sync_to_async(act)(deck_id, person, plain("LOCK_PLAY_ORDER"))
    assert re.findall(r'"dk-card__n">([^<]*)<', await socket.receive_from()) == names
    await database_sync_to_async(act)(deck_id, person, plain("END_TURN"))
    assert "Waiting for the next order" in await socket.receive_from()
    await database_sync_to_async(services.unshare)(deck_id=deck_id, person=person)
    assert await socket.receive_output() == {"type": "websocket.close", "code": 4404}


async def test_a_lost_doorbell_is_found_by_the_heartbeat(
    open_socket: OpenSocket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "HEARTBEAT_SECONDS", 0.05)
    monkeypatch.setattr(services, "announce_after_commit", lambda *_topics: None)
    deck_id, person, path = await database_sync_to_async(shared_deck)()
    socket, _accepted, _code = await open_socket(f"{path}live/", None)
    first = await socket.receive_from()
    mark = re.search(r'data-seq="([\w-]+)"', first)
    assert mark
    assert mark[1] in await socket.receive_from()
    await database_sync_to_async(lock)(deck_id, person)
    for _beat in range(200):
        if "dk-card__n" in await socket.receive_from():
            break
    else:
        pytest.fail("The order never came.")


async def test_a_socket_without_a_link_is_closed(open_socket: OpenSocket) -> None:
    deck_id, person, path = await database_sync_to_async(shared_deck)()
    await database_sync_to_async(services.unshare)(deck_id=deck_id, person=person)
    for unknown in (f"{path}live/", "/deckbuilder/shared/None/live/", "/deckbuilder/shared/\0/live/"):
        socket, accepted, code = await open_socket(unknown, None)
        assert (accepted, code) == (False, 4404)
        await socket.disconnect()
