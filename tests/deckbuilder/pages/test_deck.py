"""The page of a deck over HTTP: buttons, versions, and play without script."""

import re
from typing import Any

import pytest

from deckbuilder import rules
from tests.deckbuilder.kit import (
    act,
    deck_of,
    deck_page,
    discard_first,
    guest,
    new_deck,
    order_all,
    page,
    parts_in,
    plain,
    press,
    row_of,
    state_of,
)
from tests.kit.clients import client_of

pytestmark = pytest.mark.django_db


def test_no_answer_of_a_deck_is_kept_by_a_browser() -> None:
    person = guest()
    client, deck_id = client_of(person), new_deck(person)
    shown = f"/deckbuilder/{deck_id}/"
    pressed = client.post(f"{shown}act/", {"do": "clear"}, headers={"HX-Request": "true", "X-Table-Seq": "0"})
    assert pressed.status_code == 200
    for answer in (client.get(shown), client.get(f"{shown}export/"), pressed, client.get(f"{shown}nowhere/")):
        assert "no-store" in answer["Cache-Control"], answer.request["PATH_INFO"]


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
