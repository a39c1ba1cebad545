"""The admin log says who did what to which row, and knows no names of people, who may be erased."""

from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import connection

from deckbuilder.models import DeckState
from tabletop.accounts.models import User
from tests.deckbuilder.kit import new_deck
from tests.kernel.staff import boss, helper, logged, page_after
from tests.tinygame.models import DuelGame

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("action", "fields", "said"),
    [
        ("verify_tables", {}, ["Verified."]),
        ("verify_as_csv", {}, ["Verified."]),
        ("export_json", {}, ["Exported."]),
        ("hand_turn_to_bot", {}, ["Handed the seat at place 0 to a bot."]),
        ("hand_turn_to_bot", {"seat": "Nobody"}, []),
        ("offer_seats", {"seat": "0"}, ["Offered the seat at place 0 to others."]),
        ("abort_tables", {"confirmed": "yes", "reason": "asked"}, ["Closed: the players asked for it."]),
    ],
)
def test_every_action_is_logged_with_the_code_of_the_table(
    duel: DuelGame, action: str, fields: dict[str, str], said: list[str]
) -> None:
    page_after(helper("view_duelgame", "change_duelgame"), action, duel, **fields)
    assert logged() == [(duel.room_code, message) for message in said]
    for entry in LogEntry.objects.all():
        assert (entry.user.display_name, entry.object_id) == ("Newcomer", str(duel.pk))
        assert entry.get_edited_object() == duel


def test_what_staff_do_to_a_person_or_a_deck_is_logged_by_id(duel: DuelGame, people: list[User]) -> None:
    staff, person = boss(), people[0]
    deck = new_deck(person)
    address = f"/admin/accounts/user/{person.pk}/"
    assert (
        staff.post(f"{address}change/", {"display_name": "Junia", "theme": "dark", "motion": "full"}).status_code == 302
    )
    password = {"password1": "eight red lanterns", "password2": "eight red lanterns", "usable_password": "true"}
    staff.post(f"{address}password/", password)
    staff.post(f"/admin/deckbuilder/deckstate/{deck}/delete/", {"post": "yes"})
    staff.post(f"{address}delete/", {"post": "yes"})
    assert not DeckState.objects.exists()
    assert [of for of, _message in logged()] == [str(person.pk)] * 2 + [str(deck), str(person.pk)]
    for name in ("Juno", "Junia", "My deck"):
        assert all(name not in f"{of} {message}" for of, message in logged())


def test_entries_of_older_releases_forget_the_names(people: list[User]) -> None:
    person, kind = people[0], ContentType.objects.get_for_model(User)
    entry = LogEntry.objects.create(
        user=person, content_type=kind, object_id=str(person.pk), object_repr="Juno", action_flag=2
    )
    migration = import_module("tabletop.migrations.0002_staff_rights")
    migration.forget_names(apps, connection.schema_editor())
    entry.refresh_from_db()
    assert entry.object_repr == str(person.pk)
