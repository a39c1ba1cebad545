"""Services: actions on a deck."""

from typing import Any
from uuid import uuid4

import pytest

from deckbuilder import rules, services
from tabletop.engine import UnknownGame
from tabletop.rules import RuleViolation
from tests.deckbuilder.kit import act, deck_of, discard_first, guest, lock, new_deck, override, plain, row_of, state_of
from tests.deckbuilder.rules.invariants import check_state

pytestmark = pytest.mark.django_db


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
