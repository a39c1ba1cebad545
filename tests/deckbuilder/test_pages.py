"""The pages over HTTP: access, buttons and refusals."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from deckbuilder import rules, services
from deckbuilder.models import DeckState
from tabletop.accounts.models import User
from tests.deckbuilder.kit import (
    act,
    client_of,
    deck_of,
    discard_first,
    guest,
    new_deck,
    order_all,
    override,
    parts_in,
    plain,
    press,
    row_of,
    state_of,
)

pytestmark = pytest.mark.django_db


def page(client: Client, path: str, *, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status
    return str(answer.content.decode())


def deck_page(client: Client, deck_id: object) -> str:
    return page(client, f"/deckbuilder/{deck_id}/")


# --- the way in -------------------------------------------------------------------------------------------------------


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


# --- playing ----------------------------------------------------------------------------------------------------------


def test_a_turn_by_buttons() -> None:
    person = guest()
    client, deck_id = client_of(person), new_deck(person)
    chosen = state_of(deck_id).hand_ids
    status, html = press(client, deck_id, "confirm", selected=list(chosen[1:3]))
    assert (status, "Choose what you play next" in html) == (200, True)
    assert 'id="beat" data-seq="1"' in html
    for number, card in enumerate(state_of(deck_id).hand_ids, start=1):
        status, html = press(client, deck_id, f"select:{card}")
        assert f"{number} of 3 cards ordered." in html
    assert "Ready to lock." in html
    press(client, deck_id, f"deselect:{chosen[0]}")
    assert state_of(deck_id).play_order_sequence == chosen[3:]
    press(client, deck_id, f"order:{chosen[4]} {chosen[0]} {chosen[3]}")
    assert state_of(deck_id).play_order_sequence == (chosen[4], chosen[0], chosen[3])
    press(client, deck_id, "clear")
    assert state_of(deck_id).play_order_sequence == ()
    order_all(deck_id, person)
    status, html = press(client, deck_id, "lock")
    assert "The order is locked" in html
    status, html = press(client, deck_id, "end")
    assert (status, "Discard two cards" in html) == (200, True)
    press(client, deck_id, "undo")
    assert rules.phase(state_of(deck_id)) == "executing"
    press(client, deck_id, "redo")
    assert state_of(deck_id).turn_number == 2


def test_an_answer_brings_the_felt_and_what_else_has_changed() -> None:
    person = guest()
    client, deck_id = client_of(person), new_deck(person)
    discard_first(deck_id, person)
    card = state_of(deck_id).hand_ids[0]
    assert parts_in(press(client, deck_id, f"select:{card}")[1]) == {"felt"}
    assert parts_in(press(client, deck_id, "preset", preset="starter-deck")[1]) == {
        *("felt", "head", "summary", "presets", "odds")
    }


def test_an_ignored_action_is_answered_with_the_deck_as_it_was() -> None:
    person = guest()
    client, deck_id = client_of(person), new_deck(person)
    before = deck_of(deck_id)
    for button in ("end", "lock", "clear", "undo", "select:nothing", "deselect:nothing", "order:", "confirm"):
        status, html = press(client, deck_id, button)
        assert (status, parts_in(html)) == (200, {"felt"}), button
    assert deck_of(deck_id) == before


@pytest.mark.parametrize(
    ("do", "fields"),
    [
        ("", {}),
        ("deal", {}),
        ("select", {}),
        ("select:" + "x" * 101, {}),
        ("confirm", {"selected": ["x"] * 1001}),
        ("order:" + "x " * 1001, {}),
        ("preset", {}),
        ("override", {}),
        ("parameters", {"hand_size": "5"}),
        ("parameters", {"hand_size": "11", "discard_count": "2"}),
        ("parameters", {"hand_size": "0", "discard_count": "2"}),
        ("parameters", {"hand_size": "5", "discard_count": "21"}),
        ("parameters", {"hand_size": "five", "discard_count": "²"}),
        ("reset", {"version": "-1"}),
        ("reset", {"version": "1.0"}),
        ("reset", {"version": "9" * 30}),
        ("reset", {"version": "¹"}),
    ],
    ids=range(17),
)
def test_what_cannot_be_read_is_refused_and_changes_nothing(do: str, fields: dict[str, Any]) -> None:
    person = guest()
    deck_id = new_deck(person)
    answer = client_of(person).post(f"/deckbuilder/{deck_id}/act/", {"do": do, "version": 0, **fields})
    assert answer.status_code == 400
    assert row_of(deck_id).version == 0


@pytest.mark.parametrize("number", [1, 3])
def test_a_discard_of_the_wrong_number_changes_nothing(number: int) -> None:
    person = guest()
    deck_id = new_deck(person)
    before = deck_of(deck_id)
    status, html = press(client_of(person), deck_id, "confirm", selected=list(before.state.hand_ids[:number]))
    assert (status, parts_in(html)) == (200, {"felt"})
    assert deck_of(deck_id) == before


def test_an_action_needs_a_version_and_a_post_request() -> None:
    person = guest()
    client, deck_id = client_of(person), new_deck(person)
    assert client.post(f"/deckbuilder/{deck_id}/act/", {"do": "reset"}).status_code == 400
    for way in ("act/", "import/"):
        assert client.get(f"/deckbuilder/{deck_id}/{way}")["Location"] == f"/deckbuilder/{deck_id}/"
    assert row_of(deck_id).version == 0
    assert client.get(f"/deckbuilder/{deck_id}/?selected={'x' * 200}").status_code == 400
    assert client.post(f"/deckbuilder/{deck_id}/share/", {"link": "perhaps"}).status_code == 400


def test_the_second_of_two_tabs_gets_the_current_deck_and_nothing_is_lost() -> None:
    person = guest()
    one, two, deck_id = client_of(person), client_of(person), new_deck(person)
    chosen = list(state_of(deck_id).hand_ids[:2])
    assert press(one, deck_id, "confirm", selected=chosen, version=0)[0] == 200
    before = deck_of(deck_id)
    status, html = press(two, deck_id, "confirm", selected=chosen, version=0)
    assert status == 409
    assert "This deck has moved on." in html
    assert 'id="beat" data-seq="1"' in html
    assert "Choose what you play next" in html
    assert {"felt", "head", "odds", "numbers", "presets"} <= parts_in(html)
    assert deck_of(deck_id) == before
    # Without script the answer is the whole page.
    answer = two.post(f"/deckbuilder/{deck_id}/act/", {"do": "reset", "version": 0})
    assert answer.status_code == 409
    assert "Choose what you play next" in answer.content.decode()
    assert "This deck has moved on." in answer.content.decode()


# --- without script ---------------------------------------------------------------------------------------------------


def test_without_script_a_selection_goes_back_and_forth_in_the_address() -> None:
    person = guest()
    client, deck_id = client_of(person), new_deck(person)
    first, second, third, *_rest = state_of(deck_id).hand_ids
    act_url = f"/deckbuilder/{deck_id}/act/"
    answer = client.post(act_url, {"do": f"toggle:{first}", "version": 0})
    assert (answer.status_code, answer["Location"]) == (303, f"/deckbuilder/{deck_id}/?selected={first}")
    answer = client.post(act_url, {"do": f"toggle:{second}", "selected": [first], "version": 0})
    html = page(client, answer["Location"])
    assert "2 of 2 cards selected. Ready to discard." in html
    assert html.count('aria-pressed="true"') == 2
    assert html.count('not available, enough are selected" aria-pressed="false"') == 3
    # A third card exceeds the limit and is not selected.
    answer = client.post(act_url, {"do": f"toggle:{third}", "selected": [first, second], "version": 0})
    assert third not in answer["Location"]
    answer = client.post(act_url, {"do": "confirm", "selected": [first, second], "version": 0})
    assert answer["Location"] == f"/deckbuilder/{deck_id}/"
    assert rules.phase(state_of(deck_id)) == "planning"
    # Without the query the page loses only the selection.
    assert "Choose what you play next" in deck_page(client, deck_id)


def test_each_phase_shows_its_controls_and_no_other() -> None:
    person = guest()
    client, deck_id = client_of(person), new_deck(person)

    def controls() -> set[str]:
        html = deck_page(client, deck_id)
        found = re.findall(
            r'<button([^>]*form="move"[^>]*)>', html[html.index('class="dk-do"') :].partition("</div>")[0]
        )
        return {re.search(r'value="(\w+)"', each)[1] + " off" * ("disabled" in each) for each in found}  # type: ignore[index]

    assert controls() == {"confirm off", "end off"}
    discard_first(deck_id, person)
    assert controls() == {"clear", "lock off", "end off"}
    order_all(deck_id, person)
    assert controls() == {"clear", "lock", "end off"}
    act(deck_id, person, plain("LOCK_PLAY_ORDER"))
    assert controls() == {"end"}
    press(client, deck_id, "parameters", hand_size=4, discard_count=0)
    assert controls() == {"end"}
    html = deck_page(client, deck_id)
    assert "Planning" not in html
    assert "selected." not in html.partition('class="dk-do"')[0].partition('id="progress"')[2]
