"""Staff close tables: asked twice, with a reason, logged. Deleting is for superusers."""

import pytest
from django.test import Client

from tabletop.accounts.models import User
from tabletop.models import Deadline
from tabletop.rules import RuleViolation
from tabletop.tables import admin as tables_admin
from tests.kernel.staff import LIST, boss, helper, logged, page_after
from tests.tinygame import services, store
from tests.tinygame.models import DuelGame
from tests.tinygame.replay import verify

pytestmark = pytest.mark.django_db

CLOSED = {"confirmed": "yes", "reason": "fault"}


@pytest.fixture
def staff() -> Client:
    return helper("view_duelgame", "change_duelgame")


def test_closing_asks_first_for_the_reason_and_names_the_tables(
    staff: Client, duel: DuelGame, people: list[User]
) -> None:
    other = services.start_duel(people=people)
    page = page_after(staff, "abort_tables", duel, other)
    for word in (duel.room_code, other.room_code, "Juno, Mara", "These 2 tables will be closed.", "Reason"):
        assert word in page
    assert not DuelGame.objects.filter(abandoned=True).exists()
    assert logged() == []


@pytest.mark.parametrize("reason", ["", "because", "\0"])
def test_without_a_reason_that_is_offered_nothing_is_closed(staff: Client, duel: DuelGame, reason: str) -> None:
    page = page_after(staff, "abort_tables", duel, confirmed="yes", reason=reason)
    assert "errorlist" in page
    assert not DuelGame.objects.get().abandoned
    assert logged() == []


def test_a_closed_table_stays_with_its_reason_and_the_log_says_who_did_it(staff: Client, duel: DuelGame) -> None:
    assert "1 table is closed." in page_after(staff, "abort_tables", duel, **CLOSED)
    row = DuelGame.objects.get()
    assert (row.abandoned, row.abandon_reason, row.seq) == (True, "fault", duel.seq + 1)
    assert row.actions.latest("seq").payload == {"type": "abandon", "reason": "fault"}
    assert logged() == [(duel.room_code, "Closed: a fault of the site.")]
    assert services.engine.rules.next_deadline(store.load(duel.pk).state) is None
    verify(row)
    assert duel.room_code in staff.get(LIST, {"abandoned__exact": "1"}).content.decode()
    assert "a fault of the site" in staff.get(f"{LIST}{duel.pk}/change/").content.decode()


def test_a_table_that_has_ended_is_not_closed_again_and_the_others_are(
    staff: Client, duel: DuelGame, people: list[User]
) -> None:
    other = services.start_duel(people=people)
    page_after(staff, "abort_tables", duel, **CLOSED)
    page = page_after(staff, "abort_tables", duel, other, confirmed="yes", reason="idle")
    assert f"{duel.room_code}: This table has been closed." in page
    assert "1 table is closed." in page
    reasons = dict(DuelGame.objects.values_list("pk", "abandon_reason"))
    assert reasons == {duel.pk: "fault", other.pk: "idle"}


def test_a_waiting_table_is_closed_and_its_people_can_be_forgotten(staff: Client, people: list[User]) -> None:
    waiting = DuelGame.objects.get(pk=services.tables.create_table(person=people[0]).game_id)
    page_after(staff, "abort_tables", waiting, **CLOSED)
    assert waiting.room_code in staff.get(LIST).content.decode()
    people[0].display_name = "deleted player"
    services.tables.forget_person(people[0])
    row = DuelGame.objects.get()
    assert [seat.display_name for seat in row.players.all()] == ["deleted player"]
    verify(row)


@pytest.mark.parametrize(
    "action", ["abort_tables", "verify_tables", "verify_as_csv", "export_json", "hand_turn_to_bot", "offer_seats"]
)
def test_no_action_is_about_too_many_tables_at_once(
    staff: Client, duel: DuelGame, people: list[User], monkeypatch: pytest.MonkeyPatch, action: str
) -> None:
    """Pages wait for it."""
    other = services.start_duel(people=people)
    monkeypatch.setattr(tables_admin, "MOST_AT_ONCE", 1)
    assert "Choose at most 1 tables" in page_after(staff, action, duel, other, **CLOSED)
    assert not DuelGame.objects.filter(abandoned=True).exists()
    assert logged() == []


def test_players_cannot_close_a_table(duel: DuelGame) -> None:
    with pytest.raises(RuleViolation):
        services.tables.act(game_id=duel.pk, seat=0, action={"type": "abandon", "reason": "asked"})
    assert not DuelGame.objects.get().abandoned


def test_the_list_begins_with_what_does_no_harm_and_ends_with_deleting() -> None:
    page = boss().get(LIST)
    actions = [name for name, _words in page.context["action_form"].fields["action"].choices if name]
    assert actions == [
        *("verify_tables", "verify_as_csv", "export_json"),
        *("hand_turn_to_bot", "offer_seats", "abort_tables", "delete_selected"),
    ]


def test_deleting_is_for_superusers_who_are_asked_and_logged(duel: DuelGame, people: list[User]) -> None:
    other = services.start_duel(people=people)
    client = helper("view_duelgame", "change_duelgame", "delete_duelgame")
    assert client.post(f"{LIST}{duel.pk}/delete/", {"post": "yes"}).status_code == 403
    page_after(client, "delete_selected", duel, post="yes")
    assert DuelGame.objects.count() == 2
    superuser = boss()
    asked = superuser.get(f"{LIST}{duel.pk}/delete/").content.decode()
    assert "Are you sure" in asked
    assert DuelGame.objects.count() == 2
    superuser.post(f"{LIST}{duel.pk}/delete/", {"post": "yes"})
    assert list(DuelGame.objects.all()) == [other]
    assert not Deadline.objects.filter(game_id=duel.pk).exists()
    assert "Are you sure" in page_after(superuser, "delete_selected", other)
    page_after(superuser, "delete_selected", other, post="yes")
    assert not DuelGame.objects.exists()
    assert [of for of, _message in logged()] == [duel.room_code, other.room_code]
