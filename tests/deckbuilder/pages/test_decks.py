"""The way to a deck and the list of decks, over HTTP."""

from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from deckbuilder import services
from deckbuilder.models import DeckState
from tabletop.accounts.models import User
from tests.deckbuilder.kit import deck_of, deck_page, guest, new_deck, override, page
from tests.kit.clients import client_of

pytestmark = pytest.mark.django_db


def test_the_home_page_deals_with_one_button() -> None:
    client = client_of(guest())
    home = page(client, "/")
    card = home[home.index('id="game-deckbuilder"') :].partition("</article>")[0]
    assert 'action="/deckbuilder/play/"' in card
    assert 'href="/deckbuilder/"' in card
    address = client.post("/deckbuilder/play/")["Location"]
    assert "Discard two cards" in page(client, address)
    # The second press opens the same deck.
    assert client.post("/deckbuilder/play/")["Location"] == address


@pytest.mark.parametrize(("way", "fields"), [("play/", {}), ("", {"name": "Scouts"})], ids=["deal", "new deck"])
def test_one_button_gives_a_stranger_a_guest_name_and_a_deck(way: str, fields: dict[str, str]) -> None:
    client = Client()
    address = client.post(f"/deckbuilder/{way}", fields)["Location"]
    assert "Discard two cards" in page(client, address)
    assert User.objects.get().is_guest
    # The guest keeps the deck.
    assert client.post("/deckbuilder/play/")["Location"] == address
    assert User.objects.count() == 1


@pytest.mark.parametrize("client", [Client(), None], ids=["stranger", "guest"])
def test_a_get_request_creates_neither_deck_nor_person(client: Client | None) -> None:
    client = client or client_of(guest())
    people = User.objects.count()
    assert client.get("/deckbuilder/play/")["Location"] == "/deckbuilder/"
    assert "You have no deck yet." in page(client, "/deckbuilder/")
    assert User.objects.count() == people
    assert not DeckState.objects.exists()


def test_a_stranger_whose_name_for_a_deck_is_refused_stays_a_stranger() -> None:
    assert Client().post("/deckbuilder/", {"name": "x" * 100}).status_code == 422
    assert not User.objects.exists()


@pytest.mark.parametrize("way", ["", "export/", "rename/", "delete/"])
def test_the_deck_of_another_is_not_found(way: str) -> None:
    deck_id = new_deck(guest())
    for unknown in (deck_id, uuid4()):
        page(client_of(guest("Mara")), f"/deckbuilder/{unknown}/{way}", status=404)


@pytest.mark.parametrize("way", ["act/", "share/", "rename/", "duplicate/", "delete/", "import/"])
def test_nothing_is_sent_to_the_deck_of_another(way: str) -> None:
    deck_id = new_deck(guest())
    before = deck_of(deck_id)
    fields: dict[str, Any] = {"do": "reset", "version": 0, "link": "on", "name": "Mine"}
    if way == "import/":
        fields["file"] = SimpleUploadedFile("deck.json", b'{"hand": ["a"]}')
    answer = client_of(guest("Mara")).post(f"/deckbuilder/{deck_id}/{way}", fields)
    assert answer.status_code == 404
    assert deck_of(deck_id) == before


# --- the list of decks ------------------------------------------------------------------------------------------------


def test_decks_are_made_renamed_copied_and_deleted() -> None:
    client = client_of(guest())
    address = client.post("/deckbuilder/", {"name": "Scouts"})["Location"]
    client.post(f"{address}rename/", {"name": "  Scouts   and wagons "})
    assert "<h1>Scouts and wagons</h1>" in page(client, address)
    client.post("/deckbuilder/", {"name": ""})
    client.post(f"{address}duplicate/")
    listed = page(client, "/deckbuilder/")
    for name in ("Scouts and wagons", "My deck", "Scouts and wagons copy"):
        assert f'<p class="list__title">{name}</p>' in listed
    assert "Delete Scouts and wagons?" in page(client, f"{address}delete/")
    client.post(f"{address}delete/")
    assert client.get(address).status_code == 404
    assert DeckState.objects.count() == 2


def test_a_name_that_is_taken_is_refused_next_to_the_field() -> None:
    client = client_of(guest())
    address = client.post("/deckbuilder/", {"name": "Scouts"})["Location"]
    client.post("/deckbuilder/", {"name": "Wagons"})
    for path, name in (("/deckbuilder/", "Wagons"), (f"{address}rename/", "Wagons"), (f"{address}rename/", "")):
        answer = client.post(path, {"name": name})
        assert answer.status_code == 422
        assert 'id="id_name_error"' in answer.content.decode()


def test_a_request_without_any_field_is_one_without_a_name() -> None:
    client = client_of(guest())
    address = client.post("/deckbuilder/")["Location"]
    assert "<h1>My deck</h1>" in page(client, address)
    answer = client.post(f"{address}rename/")
    assert answer.status_code == 422
    assert 'id="id_name_error"' in answer.content.decode()


def test_names_of_decks_and_cards_are_escaped() -> None:
    person = guest()
    deck_id = new_deck(person, override('<b>"Ace"</b>', "<script>"))
    services.rename_deck(deck_id=deck_id, person=person, name="<i>Deck</i>")
    for html in (deck_page(client_of(person), deck_id), page(client_of(person), "/deckbuilder/")):
        assert "<i>Deck" not in html
        assert "&lt;i&gt;Deck&lt;/i&gt;" in html
    html = deck_page(client_of(person), deck_id)
    assert "<b>&quot;" not in html
    assert "&lt;b&gt;&quot;Ace&quot;&lt;/b&gt;" in html
