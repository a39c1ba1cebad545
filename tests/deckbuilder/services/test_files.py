"""Export and import of saved decks, and files that are refused."""

import json
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from deckbuilder import rules, services
from tests.deckbuilder.kit import act, deck_of, guest, lock, new_deck, override, plain, press, row_of, state_of
from tests.deckbuilder.rules.test_old_saves import BEFORE_PLAY_ORDER, BEFORE_PRESETS, FIRST_DISCARDS, OLDEST
from tests.kit.clients import client_of

pytestmark = pytest.mark.django_db


def upload(client: Client, deck_id: object, content: bytes, *, version: int | None = None) -> Any:
    shown = row_of(deck_id).version if version is None else version  # type: ignore[arg-type]
    file = SimpleUploadedFile("deck.json", content, content_type="application/json")
    return client.post(f"/deckbuilder/{deck_id}/import/", {"file": file, "version": shown})


def test_an_exported_file_is_what_the_original_application_saves_and_loads_again() -> None:
    person = guest()
    deck_id = new_deck(person, override("Ace & King", "Zoë", "<b>", "雪", "nul\x00"))
    client = client_of(person)
    answer = client.get(f"/deckbuilder/{deck_id}/export/")
    assert answer["Content-Disposition"] == 'attachment; filename="my-deck.json"'
    assert json.loads(answer.content) == rules.serialize(state_of(deck_id))
    exported = state_of(deck_id)
    act(deck_id, person, plain("RESET"))
    assert upload(client, deck_id, answer.content).status_code == 302
    assert state_of(deck_id) == exported
    services.undo(deck_id=deck_id, person=person, expected_version=row_of(deck_id).version)
    assert state_of(deck_id).deck_source == "default"


def test_the_export_of_a_large_imported_deck_can_be_imported() -> None:
    person = guest()
    client, deck_id = client_of(person), new_deck(person)
    # The original application does not escape letters outside ASCII.
    content = json.dumps({"drawPile": [f"{number:03}" + "雪" * 78 for number in range(1000)]}, ensure_ascii=False)
    assert upload(client, deck_id, content.encode()).status_code == 302
    exported = client.get(f"/deckbuilder/{deck_id}/export/").content
    assert upload(client, deck_id, exported).status_code == 302


@pytest.mark.parametrize(
    "save",
    [OLDEST, FIRST_DISCARDS, BEFORE_PLAY_ORDER, BEFORE_PRESETS, {"version": 1, "timestamp": 2, "state": OLDEST}],
    ids=["oldest", "first discards", "before the play order", "before presets", "wrapped"],
)
def test_files_of_every_age_of_the_original_application_load(save: dict[str, Any]) -> None:
    person = guest()
    deck_id = new_deck(person)
    # Some editors write a byte order mark.
    upload(client_of(person), deck_id, b"\xef\xbb\xbf" + json.dumps(save).encode())
    assert state_of(deck_id).hand == ("2 of Spades", "3 of Spades")
    assert client_of(person).get(f"/deckbuilder/{deck_id}/").status_code == 200


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b'{"hand": ["a"], "more": NaN}', "not JSON"),
        (b'{"hand": ["a"], "more": -Infinity}', "not JSON"),
        (b"\xff\xfe\x00", "no text"),
        (b"[]", "must be a JSON object"),
        (b'"deck"', "must be a JSON object"),
        (b"null", "must be a JSON object"),
        (b"{}", "without cards"),
        (b'{"version": 1, "timestamp": 2, "state": 3}', "no saved deck"),
        (json.dumps({"drawPile": ["a"] * 1001}).encode(), "at most 1,000 cards"),
        (json.dumps({"drawPile": ["a" * 101]}).encode(), "at most 1,000 cards"),
        (b'{"drawPile": ["' + b"a" * 300_000 + b'"]}', "at most 256 KiB"),
    ],
    ids=range(14),
)
def test_an_unusable_file_is_refused_with_the_reason_and_the_deck_is_kept(content: bytes, reason: str) -> None:
    person = guest()
    deck_id = new_deck(person)
    lock(deck_id, person)
    before = deck_of(deck_id)
    answer = upload(client_of(person), deck_id, content)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert reason in page.partition('id="import-error"')[2].partition("</p>")[0]
    assert '<details id="settings" open>' in page
    assert deck_of(deck_id) == before


def test_a_file_for_a_deck_that_has_moved_on_changes_nothing() -> None:
    person = guest()
    deck_id = new_deck(person)
    content = json.dumps(OLDEST).encode()
    act(deck_id, person, plain("RESET"))
    before = deck_of(deck_id)
    answer = upload(client_of(person), deck_id, content, version=0)
    assert answer.status_code == 409
    assert "This deck has moved on." in answer.content.decode()
    assert deck_of(deck_id) == before


def test_an_import_without_a_file_is_refused() -> None:
    person = guest()
    deck_id = new_deck(person)
    assert client_of(person).post(f"/deckbuilder/{deck_id}/import/", {"version": 0}).status_code == 400


ODD_IDS = ["", " ", "a b", "a", "x" * 101, "y" * 5000, "\x00", "a\nb", "a'b'", '"><b>', "é", "a:b", "c", "d", "e"]


def test_a_turn_is_played_to_its_end_whatever_ids_a_file_has() -> None:
    person = guest()
    client, deck_id = client_of(person), new_deck(person)
    cards = [{"instanceId": card_id, "card": f"Card {number}"} for number, card_id in enumerate(ODD_IDS)]
    save = {"drawPile": ["z"] * 9, "handCards": cards, "discardPhase": {"active": True, "remainingDiscards": 2}}
    upload(client, deck_id, json.dumps(save).encode())
    assert state_of(deck_id).hand_ids == tuple(ODD_IDS)

    def shown() -> list[str]:
        return re.findall(r'data-id="([^"]*)" data-name', client.get(f"/deckbuilder/{deck_id}/").content.decode())

    # Without script the selection is in the address.
    first, second = shown()[0], shown()[2]
    act_url = f"/deckbuilder/{deck_id}/act/"
    answer = client.post(act_url, {"do": f"toggle:{second}", "selected": [first], "version": 1})
    assert "2 of 2 cards selected." in client.get(answer["Location"]).content.decode()
    press(client, deck_id, "confirm", selected=[first, second])
    assert state_of(deck_id).discard_pile == ("Card 0", "Card 2")
    for card_id in shown():
        press(client, deck_id, f"select:{card_id}")
    assert state_of(deck_id).play_order_sequence == (" ", *ODD_IDS[3:])
    press(client, deck_id, f"deselect:{shown()[0]}")
    # What dragging a card sends.
    press(client, deck_id, f"order:{' '.join(reversed(shown()))}")
    assert state_of(deck_id).play_order_sequence == (*reversed(ODD_IDS[3:]), " ")
    press(client, deck_id, "lock")
    press(client, deck_id, "end")
    assert state_of(deck_id).turn_number == 2


def test_a_hand_of_a_thousand_cards_is_put_in_order_at_once() -> None:
    person = guest()
    client, deck_id = client_of(person), new_deck(person)
    save = {"hand": [f"Card {number}" for number in range(1000)], "planningPhase": True}
    upload(client, deck_id, json.dumps(save).encode())
    order = state_of(deck_id).hand_ids[::-1]
    assert press(client, deck_id, f"order:{' '.join(order)}")[0] == 200
    assert state_of(deck_id).play_order_sequence == order
