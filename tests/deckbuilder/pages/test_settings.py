"""The settings of a deck over HTTP: cards, presets, parameters and refusals."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.template.loader import render_to_string

from deckbuilder import rules
from deckbuilder.rules.messages import preset_not_found, sentence_of
from tests.deckbuilder.kit import deck_page, guest, lock, new_deck, override, press, state_of
from tests.kit.catalogue import READER, translate_site
from tests.kit.clients import client_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[", "invalid JSON"),
        ("NaN", "invalid JSON"),
        ('{"a": 1}', "must be an array"),
        ('["a", 7]', "must be strings"),
        ('[" "]', "must be strings"),
        (json.dumps(["a"] * 1001), "too large"),
        (json.dumps(["a" * 101]), "too large"),
        ('["' + "a" * 65_536 + '"]', "too large"),
    ],
    ids=range(8),
)
def test_a_refused_override_says_why_next_to_the_field_and_changes_nothing_else(text: str, words: str) -> None:
    person = guest()
    client, deck_id = client_of(person), new_deck(person)
    before = rules.serialize(state_of(deck_id))
    status, html = press(client, deck_id, "override", cards=text)
    assert status == 200
    assert words in html.partition('id="override-error"')[2].partition("</p>")[0]
    assert rules.serialize(state_of(deck_id)) == before | {"error": state_of(deck_id).error}


def test_without_script_a_refused_text_is_still_in_its_field() -> None:
    person = guest()
    deck_id = new_deck(person)
    fields = {"do": "override", "cards": '["Scout", 7]', "version": 0}
    answer = client_of(person).post(f"/deckbuilder/{deck_id}/act/", fields)
    html = answer.content.decode()
    assert answer.status_code == 422
    assert '<details id="settings" open>' in html
    assert "[&quot;Scout&quot;, 7]</textarea>" in html
    # A reload closes the panel.
    assert '<details id="settings">' in deck_page(client_of(person), deck_id)


def test_the_largest_deck_there_may_be_can_be_played() -> None:
    person = guest()
    client, deck_id = client_of(person), new_deck(person)
    press(client, deck_id, "override", cards=json.dumps([f"{number:060}" for number in range(1000)]))
    assert len(state_of(deck_id).draw_pile) == 995
    assert lock(deck_id, person)
    html = deck_page(client, deck_id)
    assert "And 900 less likely cards." in html
    assert len(html) < 120_000


def test_presets_are_listed_with_their_cards_and_the_active_one_is_marked() -> None:
    person = guest()
    client, deck_id = client_of(person), new_deck(person)
    html = deck_page(client, deck_id)
    assert html.count('name="preset"') == len(rules.PRESETS)
    assert "currently active" not in html
    assert "Start a custom deck" not in html
    assert re.search(r"<li>Card 1 x3</li>.*<li>Card 8</li><li>Card 9</li><li>Card 10</li>", html)
    status, html = press(client, deck_id, "preset", preset="starter-deck")
    assert html.count("currently active") == 1
    assert "Preset deck: Starter Deck, hand of 5, discard 2" in html
    assert "Start a custom deck" in html
    press(client, deck_id, "custom")
    assert state_of(deck_id).deck_source == "custom"
    status, html = press(client, deck_id, "preset", preset="no-such-deck")
    assert (status, "no-such-deck is not found" in html) == (200, True)


def test_without_a_usable_preset_the_page_points_to_custom_cards() -> None:
    html = render_to_string("deckbuilder/_presets.html", {"active": None, "presets": []})
    assert "There is no ready-made deck. Type your own cards instead." in html
    assert "<button" not in html


def test_the_numbers_offered_are_those_of_the_rules() -> None:
    person = guest()
    client, deck_id = client_of(person), new_deck(person)
    html = deck_page(client, deck_id)
    assert re.findall(r'name="hand_size" value="(\d+)"', html) == [str(number) for number in range(1, 11)]
    assert re.findall(r"<option[^>]*>(\d+)</option>", html) == [*map(str, range(11)), "15", "20"]
    press(client, deck_id, "parameters", hand_size=3, discard_count=20)
    assert (state_of(deck_id).hand_size, state_of(deck_id).discard_count) == (3, 20)
    assert "Discard three cards" in deck_page(client, deck_id)


def test_reset_brings_the_default_deck_back_and_keeps_the_numbers() -> None:
    person = guest()
    client, deck_id = client_of(person), new_deck(person, override("a", "b", "c"))
    press(client, deck_id, "parameters", hand_size=2, discard_count=1)
    press(client, deck_id, "reset")
    state = state_of(deck_id)
    assert sorted((*state.draw_pile, *state.hand)) == sorted(rules.DEFAULT_DECK)
    assert (state.hand_size, state.discard_count, state.turn_number) == (2, 1, 1)


def test_a_short_hand_is_announced_politely() -> None:
    person = guest()
    html = deck_page(client_of(person), new_deck(person, override("a", "b")))
    assert re.search(r'<div role="status"><div id="notice".*insufficient cards: 2 dealt of 5', html, re.DOTALL)


def test_messages_are_stored_in_english_and_shown_in_any_language(settings: Any, tmp_path: Path) -> None:
    translate_site(settings, tmp_path)
    person = guest()
    client, deck_id = client_of(person), new_deck(person, override("a", "b"))
    client.defaults |= READER
    assert "Nur 2 von 5 Karten." in deck_page(client, deck_id)
    assert state_of(deck_id).warning == "There are insufficient cards: 2 dealt of 5 asked for."


def test_a_message_of_another_application_is_shown_unchanged() -> None:
    assert sentence_of("All cards are gone.") == "All cards are gone."
    assert str(sentence_of(preset_not_found("a%(b)s"))) == "The deck is not changed: the preset a%(b)s is not found."
