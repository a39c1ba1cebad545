"""Undo and redo steps are differences: small, and exact in both directions."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckbuilder import history, rules, services
from deckbuilder.models import DeckState
from tests.deckbuilder.kit import guest, new_deck, plain, press, state_of
from tests.deckbuilder.rules.arranged import act, reverse
from tests.kit.clients import client_of

piles = st.lists(st.text("ab", max_size=2))
values = st.one_of(st.none(), st.booleans(), st.integers(0, 3), st.text("ab", max_size=3), st.lists(st.integers(0, 3)))
saves = st.builds(
    lambda known, others: known | others,
    st.fixed_dictionaries({"drawPile": piles, "discardPile": piles, "hand": piles}),
    st.dictionaries(st.sampled_from(["handCards", "turnNumber", "warning", "more"]), values),
)


@given(saves, saves)
def test_a_difference_leads_from_one_state_to_the_other(source: dict[str, Any], target: dict[str, Any]) -> None:
    change = json.loads(json.dumps(history.difference(source, target)))
    assert history.apply(change, source) == target
    assert repr(history.apply(change, source).get("turnNumber")) == repr(target.get("turnNumber"))


@given(saves)
def test_between_equal_states_there_is_no_difference(source: dict[str, Any]) -> None:
    assert history.difference(source, source) == {}


def test_the_undo_step_of_a_turn_of_a_thousand_cards_is_small() -> None:
    deck = json.dumps([f"Card number {number}" for number in range(1000)])
    state = act(rules.initial_state(list), "APPLY_JSON_OVERRIDE", deck)
    state = act(state, "CHANGE_PARAMETERS", {"handSize": 10, "discardCount": 0, "immediateReset": True})
    after = act(state, "END_TURN")
    back = history.difference(rules.serialize(after), rules.serialize(state))
    assert len(json.dumps(back)) < 2500


def test_the_oldest_steps_are_dropped_first() -> None:
    text = "[]"
    for number in range(60):
        text = history.pushed(text, {"turnNumber": [number]})
    assert [step["turnNumber"][0] for step in json.loads(text)] == list(range(10, 60))
    for number in reversed(range(10, 60)):
        step, text = history.popped(text)
        assert step == {"turnNumber": [number]}
    assert (history.popped(text), text) == ((None, "[]"), "[]")


def test_the_undo_step_of_a_shuffle_of_a_thousand_cards_is_small() -> None:
    deck = json.dumps([f"A card with a long name, number {number}" for number in range(1000)])
    state = act(rules.initial_state(list), "APPLY_JSON_OVERRIDE", deck)
    after = act(state, "CHANGE_PARAMETERS", {"handSize": 10, "immediateReset": True}, shuffle=reverse)
    saved, target = rules.serialize(after), rules.serialize(state)
    back = json.dumps(history.difference(saved, target), separators=(",", ":"))
    assert len(back) < 6000 < len(json.dumps(target))
    assert history.apply(json.loads(back), saved) == target


# --- rows that cannot be read -----------------------------------------------------------------------------------------

WAYS = ("reset", "undo", "redo", "end")


@pytest.mark.django_db
@pytest.mark.parametrize("saved", ["garbage", "", "[]", "null", "{"], ids=["text", "nothing", "list", "null", "half"])
def test_a_deck_whose_state_cannot_be_read_goes_on_with_a_fresh_hand(saved: str) -> None:
    person = guest()
    client, deck_id = client_of(person), new_deck(person, plain("RESET"), plain("RESET"))
    services.undo(deck_id=deck_id, person=person, expected_version=2)
    for way in WAYS:
        DeckState.objects.filter(pk=deck_id).update(state=saved)
        status, html = press(client, deck_id, way)
        assert (status, "Discard two cards" in html) == (200, True), way
    press(client, deck_id, "confirm", selected=list(state_of(deck_id).hand_ids[:2]))
    assert rules.phase(state_of(deck_id)) == "planning"
    press(client, deck_id, "undo")
    assert rules.phase(state_of(deck_id)) == "discard"


@pytest.mark.django_db
@pytest.mark.parametrize(
    "steps",
    ["garbage", "", "{}", "[1]", '[{"more":[]}]', '[{"drawPile":[0,1,[999]]}]', '[{"hand":7}]', '[{"hand":[7]}]'],
    ids=range(8),
)
def test_steps_that_cannot_be_read_are_no_steps(steps: str) -> None:
    person = guest()
    client, deck_id = client_of(person), new_deck(person)
    for way in WAYS:
        DeckState.objects.filter(pk=deck_id).update(undo=steps, redo=steps)
        before = state_of(deck_id)
        assert press(client, deck_id, way)[0] == 200
        assert (state_of(deck_id) == before) == (way != "reset"), way
    DeckState.objects.filter(pk=deck_id).update(undo="garbage", redo="garbage")
    page = client.get(f"/deckbuilder/{deck_id}/").content.decode()
    for button in ("undo", "redo"):
        assert f'id="{button}" disabled' in page
