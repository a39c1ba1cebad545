"""Decks in the admin."""

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client

from deckbuilder import services
from deckbuilder.models import DeckState
from tabletop.accounts.models import User
from tests.deckbuilder.kit import guest, lock, new_deck, row_of
from tests.kit.clients import client_of

pytestmark = pytest.mark.django_db
LIST = "/admin/deckbuilder/deckstate/"


@pytest.fixture
def staff() -> Client:
    return client_of(User.objects.create_superuser("boss@example.org", "x", display_name="The boss"))


def test_a_deck_is_found_by_its_person_and_shown_with_nothing_to_change(staff: Client) -> None:
    person = guest("Juno")
    deck_id = new_deck(person)
    lock(deck_id, person)
    services.share(deck_id=deck_id, person=person)
    row = row_of(deck_id)
    assert "My deck" in staff.get(LIST, {"q": "Juno"}).content.decode()
    assert "0 decks" in staff.get(LIST, {"q": "Mara"}).content.decode()
    page = staff.get(f"{LIST}{deck_id}/change/").content.decode()
    for word in ("executing", "shared"):
        assert word in page
    for hidden in ("playOrderLocked", str(row.share_token)):
        assert hidden not in page
    assert staff.get(f"{LIST}{deck_id}/hidden/").status_code == 200
    assert not LogEntry.objects.exists()
    looked = staff.post(f"{LIST}{deck_id}/hidden/").content.decode()
    assert [entry.object_id for entry in LogEntry.objects.all()] == [str(deck_id)], "the look is recorded"
    for word in ("&quot;playOrderLocked&quot;: true", f"/deckbuilder/shared/{row.share_token}/"):
        assert word in looked
    assert f"/admin/accounts/user/{person.pk}/change/" in page
    assert bytes(row.shuffle_seed).hex() not in page
    assert 'name="_save"' not in page
    assert staff.get(f"{LIST}add/").status_code == 403


def test_a_deck_that_cannot_be_read_is_shown_as_it_is(staff: Client) -> None:
    deck_id = new_deck(guest())
    DeckState.objects.filter(pk=deck_id).update(state="<garbage", undo="garbage", redo="garbage")
    assert staff.get(f"{LIST}{deck_id}/change/").status_code == 200
    assert "<pre>&lt;garbage</pre>" in staff.post(f"{LIST}{deck_id}/hidden/").content.decode()


def test_the_list_costs_the_same_however_many_decks_there_are(
    staff: Client, django_assert_max_num_queries: object
) -> None:
    for number in range(12):
        new_deck(guest(f"Person {number}"))
    with django_assert_max_num_queries(8):  # type: ignore[operator]
        assert staff.get(LIST).status_code == 200


def test_staff_can_delete_a_deck(staff: Client) -> None:
    deck_id = new_deck(guest())
    staff.post(f"{LIST}{deck_id}/delete/", {"post": "yes"})
    assert not DeckState.objects.exists()
