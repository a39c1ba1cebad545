"""Services: playing, undo and redo, and the list of decks."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from deckbuilder import history, rules, services
from deckbuilder.models import DeckState
from tabletop.accounts.services import erase_person
from tabletop.engine import UnknownGame
from tabletop.rules import RuleViolation
from tests.deckbuilder.kit import (
    act,
    deck_of,
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
from tests.deckbuilder.rules.invariants import check_state

pytestmark = pytest.mark.django_db


# --- playing ----------------------------------------------------------------------------------------------------------


def test_a_new_deck_is_shuffled_and_its_first_hand_dealt() -> None:
    person = guest()
    hands = {state_of(services.create_deck(person=person)).hand for _number in range(10)}
    assert len(hands) >= 8
    state = state_of(services.create_deck(person=person))
    check_state(state)
    assert (len(state.hand), len(state.draw_pile), rules.phase(state)) == (5, 21, "discard")


def test_a_whole_turn_is_kept_in_the_table() -> None:
    person = guest()
    deck_id = new_deck(person)
    lock(deck_id, person)
    before = state_of(deck_id)
    receipt = act(deck_id, person, plain("END_TURN"))
    assert state_of(deck_id) == receipt.deck.state
    assert state_of(deck_id).turn_number == 2
    assert state_of(deck_id).discard_pile[2:] == before.hand


def test_a_discard_with_its_selection_is_one_step() -> None:
    person = guest()
    deck_id = new_deck(person)
    discard_first(deck_id, person)
    assert rules.phase(state_of(deck_id)) == "planning"
    assert row_of(deck_id).version == 1


def test_a_discard_of_the_wrong_number_changes_nothing() -> None:
    person = guest()
    deck_id = new_deck(person)
    before = deck_of(deck_id)
    one = plain("TOGGLE_CARD_SELECTION", instanceId=before.state.hand_ids[0])
    receipt = act(deck_id, person, one, plain("CONFIRM_DISCARD"))
    assert deck_of(deck_id) == before
    # The answer keeps the selection, so that the person need not repeat it.
    assert receipt.deck.state.selected_card_ids == {before.state.hand_ids[0]}


@pytest.mark.parametrize("action", [plain("END_TURN"), plain("LOCK_PLAY_ORDER"), plain("NO_SUCH"), {}], ids=str)
def test_an_ignored_action_leaves_state_and_version_as_they_were(action: dict[str, object]) -> None:
    person = guest()
    deck_id = new_deck(person)
    before = deck_of(deck_id)
    assert act(deck_id, person, action).deck == before
    assert deck_of(deck_id) == before


def test_new_parameters_deal_the_cards_in_hand_anew() -> None:
    person = guest()
    deck_id = new_deck(person)
    services.change_parameters(deck_id=deck_id, person=person, hand_size=7, discard_count=0, expected_version=0)
    assert (len(state_of(deck_id).hand), rules.phase(state_of(deck_id))) == (7, "idle")


def test_new_parameters_of_an_empty_hand_apply_from_the_next_deal() -> None:
    person = guest()
    deck_id = new_deck(person, override("a", "b"), plain("CHANGE_PARAMETERS", discardCount=2, immediateReset=True))
    discard_first(deck_id, person)
    before = state_of(deck_id)
    assert before.hand == ()
    services.change_parameters(deck_id=deck_id, person=person, hand_size=1, discard_count=0, expected_version=3)
    assert state_of(deck_id).discard_pile == before.discard_pile
    act(deck_id, person, plain("END_TURN"))
    assert len(state_of(deck_id).hand) == 1


def test_an_action_on_an_old_version_is_refused_and_changes_nothing() -> None:
    person = guest()
    deck_id = new_deck(person)
    discard_first(deck_id, person)
    before = deck_of(deck_id)
    for stale in (0, 2):
        with pytest.raises(RuleViolation, match="stale_state"):
            services.act(deck_id=deck_id, person=person, actions=[plain("RESET")], expected_version=stale)
    assert deck_of(deck_id) == before


def test_nobody_touches_the_deck_of_another() -> None:
    deck_id, stranger = new_deck(guest()), guest("Mara")
    before = deck_of(deck_id)
    mine: dict[str, Any] = {"deck_id": deck_id, "person": stranger}
    for attempt in (
        lambda: services.act(**mine, actions=[plain("RESET")], expected_version=0),
        lambda: services.undo(**mine, expected_version=0),
        lambda: services.redo(**mine, expected_version=0),
        lambda: services.change_parameters(**mine, hand_size=3, discard_count=1, expected_version=0),
        lambda: services.import_saved(**mine, content=b'{"hand": ["a"]}', expected_version=0),
        lambda: services.rename_deck(**mine, name="Mine"),
        lambda: services.duplicate_deck(**mine),
        lambda: services.delete_deck(**mine),
        lambda: services.share(**mine),
        lambda: services.unshare(**mine),
    ):
        with pytest.raises(UnknownGame):
            attempt()
    assert deck_of(deck_id) == before
    with pytest.raises(UnknownGame):
        services.undo(deck_id=uuid4(), person=stranger, expected_version=0)


# --- undo and redo ----------------------------------------------------------------------------------------------------


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


# --- the list of decks ------------------------------------------------------------------------------------------------


def test_decks_without_a_name_get_friendly_ones() -> None:
    person = guest()
    names = [row_of(services.create_deck(person=person)).name for _number in range(3)]
    assert names == ["My deck", "My deck 2", "My deck 3"]
    # Each person has numbers of their own.
    assert row_of(services.create_deck(person=guest("Mara"))).name == "My deck"


def test_a_person_has_one_deck_of_a_name() -> None:
    person = guest()
    services.create_deck(person=person, name="Scouts")
    other = services.create_deck(person=person)
    for attempt in (
        lambda: services.create_deck(person=person, name="  Scouts "),
        lambda: services.rename_deck(deck_id=other, person=person, name="Scouts"),
    ):
        with pytest.raises(ValidationError, match="another deck of that name"):
            attempt()
    with pytest.raises(IntegrityError), transaction.atomic():
        DeckState.objects.filter(pk=other).update(name="Scouts")
    services.rename_deck(deck_id=other, person=person, name="My deck")


@pytest.mark.parametrize("name", ["x" * 41, "a\x00b"], ids=["long", "unprintable"])
def test_a_name_that_cannot_be_shown_is_refused(name: str) -> None:
    with pytest.raises(ValidationError, match="one to 40 characters"):
        services.create_deck(person=guest(), name=name)


def test_a_copy_has_the_same_cards_and_shuffles_of_its_own() -> None:
    person = guest()
    deck_id = new_deck(person, plain("RESET"))
    copy_id = services.duplicate_deck(deck_id=deck_id, person=person)
    assert state_of(copy_id) == state_of(deck_id)
    assert (row_of(copy_id).name, row_of(copy_id).version, row_of(copy_id).undo) == ("My deck copy", 0, "[]")
    act(copy_id, person, plain("RESET"))
    act(deck_id, person, plain("RESET"))
    assert state_of(copy_id).hand != state_of(deck_id).hand
    assert row_of(services.duplicate_deck(deck_id=deck_id, person=person)).name == "My deck copy 2"
    services.rename_deck(deck_id=deck_id, person=person, name="x" * 40)
    assert len(row_of(services.duplicate_deck(deck_id=deck_id, person=person)).name) <= 40


def test_a_person_has_at_most_fifty_decks() -> None:
    person = guest()
    for _number in range(services.MOST_DECKS):
        deck_id = services.create_deck(person=person)
    for attempt in (
        lambda: services.create_deck(person=person),
        lambda: services.duplicate_deck(deck_id=deck_id, person=person),
    ):
        with pytest.raises(ValidationError, match="50 decks"):
            attempt()


def test_a_deleted_deck_is_gone() -> None:
    person = guest()
    deck_id = new_deck(person)
    services.delete_deck(deck_id=deck_id, person=person)
    assert not DeckState.objects.exists()


def test_deleting_an_account_deletes_its_decks() -> None:
    person, other = guest(), guest("Mara")
    new_deck(person)
    kept = new_deck(other)
    erase_person(user=person)
    assert [row.pk for row in DeckState.objects.all()] == [kept]
