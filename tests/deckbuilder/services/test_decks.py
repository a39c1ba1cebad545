"""Services: the list of decks."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from deckbuilder import services
from deckbuilder.models import DeckState
from tabletop.accounts.services import erase_person
from tests.deckbuilder.kit import act, guest, new_deck, plain, row_of, state_of

pytestmark = pytest.mark.django_db


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
