"""Services: undo, redo, and states that cannot be read."""

import json

import pytest

from deckbuilder import history, rules, services
from deckbuilder.models import DeckState
from tests.deckbuilder.kit import (
    act,
    deck_of,
    discard_first,
    guest,
    new_deck,
    order_all,
    override,
    plain,
    row_of,
    state_of,
)
from tests.deckbuilder.rules.invariants import check_state

pytestmark = pytest.mark.django_db


def test_every_step_of_three_turns_can_be_undone_and_redone() -> None:
    person = guest()
    deck_id = new_deck(person)
    states = [state_of(deck_id)]
    for _turn in range(3):
        for step in (discard_first, order_all):
            step(deck_id, person)
            states.append(state_of(deck_id))
        for kind in ("LOCK_PLAY_ORDER", "END_TURN"):
            act(deck_id, person, plain(kind))
            states.append(state_of(deck_id))
    for expected in reversed(states[:-1]):
        services.undo(deck_id=deck_id, person=person, expected_version=row_of(deck_id).version)
        assert state_of(deck_id) == expected
    for expected in states[1:]:
        services.redo(deck_id=deck_id, person=person, expected_version=row_of(deck_id).version)
        assert state_of(deck_id) == expected
    assert row_of(deck_id).version == 3 * (len(states) - 1)


def test_undo_and_redo_without_a_step_change_nothing() -> None:
    person = guest()
    deck_id = new_deck(person)
    before = deck_of(deck_id)
    for step in (services.undo, services.redo):
        step(deck_id=deck_id, person=person, expected_version=0)
    assert deck_of(deck_id) == before


def test_fifty_steps_are_kept() -> None:
    person = guest()
    deck_id = new_deck(person, plain("CHANGE_PARAMETERS", discardCount=0, immediateReset=True))
    for _turn in range(55):
        act(deck_id, person, plain("END_TURN"))
    assert len(json.loads(row_of(deck_id).undo)) == history.MOST_STEPS == 50
    for _step in range(60):
        services.undo(deck_id=deck_id, person=person, expected_version=row_of(deck_id).version)
    assert state_of(deck_id).turn_number == 6
    assert len(json.loads(row_of(deck_id).redo)) == 50


def test_undo_does_not_reroll() -> None:
    person = guest()
    deck_id = new_deck(person, plain("RESET"))
    dealt = state_of(deck_id)
    services.undo(deck_id=deck_id, person=person, expected_version=1)
    act(deck_id, person, plain("RESET"))
    assert state_of(deck_id) == dealt


def test_a_new_action_drops_the_redo_steps() -> None:
    person = guest()
    deck_id = new_deck(person, plain("RESET"))
    services.undo(deck_id=deck_id, person=person, expected_version=1)
    discard_first(deck_id, person)
    assert row_of(deck_id).redo == "[]"


@pytest.mark.parametrize(
    "refused",
    [{"type": "APPLY_JSON_OVERRIDE", "payload": "["}, plain("LOAD_PRESET_DECK", presetId="nothing")],
    ids=["override", "preset"],
)
def test_a_refused_deck_is_no_step_and_costs_none(refused: dict[str, object]) -> None:
    person = guest()
    deck_id = new_deck(person, plain("RESET"))
    first = state_of(deck_id)
    discard_first(deck_id, person)
    planning = state_of(deck_id)
    act(deck_id, person, refused)
    assert state_of(deck_id).error
    # Undo takes back the discard and drops the error.
    services.undo(deck_id=deck_id, person=person, expected_version=3)
    assert state_of(deck_id) == first
    act(deck_id, person, refused)
    services.redo(deck_id=deck_id, person=person, expected_version=5)
    assert state_of(deck_id) == planning


def test_neither_undo_nor_redo_shows_an_old_error() -> None:
    person = guest()
    deck_id = new_deck(person)
    dealt = state_of(deck_id)
    act(deck_id, person, {"type": "APPLY_JSON_OVERRIDE", "payload": "["})
    act(deck_id, person, override("a", "b"))
    own = state_of(deck_id)
    services.undo(deck_id=deck_id, person=person, expected_version=2)
    assert state_of(deck_id) == dealt
    services.redo(deck_id=deck_id, person=person, expected_version=3)
    assert state_of(deck_id) == own


def test_fifty_turns_of_a_thousand_cards_fit_in_a_small_row() -> None:
    person = guest()
    names = [f"A card with a long name, number {number}" for number in range(1000)]
    deck_id = new_deck(person, override(*names), plain("CHANGE_PARAMETERS", discardCount=0, immediateReset=True))
    for _turn in range(50):
        act(deck_id, person, plain("END_TURN"))
    row = row_of(deck_id)
    assert len(row.state) < 50_000
    assert len(row.undo) < 100_000


def test_a_deck_whose_state_is_lost_is_dealt_again_from_its_preset() -> None:
    person = guest()
    deck_id = new_deck(person, plain("LOAD_PRESET_DECK", presetId="starter-deck"))
    for copied in (deck_id, services.duplicate_deck(deck_id=deck_id, person=person)):
        DeckState.objects.filter(pk=copied).update(state="garbage")
        state = state_of(copied)
        check_state(state)
        assert (state.active_preset_id, len(state.draw_pile), state.turn_number) == ("starter-deck", 15, 1)
    # Playing on keeps the preset.
    discard_first(deck_id, person)
    assert state_of(deck_id).active_preset_id == "starter-deck"
    services.undo(deck_id=deck_id, person=person, expected_version=row_of(deck_id).version)
    # Leaving the preset clears the column.
    act(deck_id, person, plain("RESET"))
    assert row_of(deck_id).preset_id is None
    # A preset that is no longer shipped is ignored.
    DeckState.objects.filter(pk=deck_id).update(state="garbage", preset_id="gone")
    assert (state_of(deck_id).active_preset_id, state_of(deck_id).error) == (None, None)


def test_a_file_that_names_a_preset_nobody_knows_is_taken_all_the_same() -> None:
    person = guest()
    deck_id = new_deck(person)
    saved = rules.serialize(state_of(deck_id)) | {"deckSource": "preset", "activePresetId": "\x00" + "x" * 500}
    services.import_saved(deck_id=deck_id, person=person, content=json.dumps(saved).encode(), expected_version=0)
    assert state_of(deck_id).active_preset_id == saved["activePresetId"]
    assert row_of(deck_id).preset_id is None
