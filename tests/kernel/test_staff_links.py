"""Staff get from a person to the tables and back, and find tables that need help."""

import time
from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.test import Client
from django.utils import timezone

from tabletop.accounts.models import User
from tabletop.accounts.staff import StaffSite
from tabletop.models import Deadline
from tabletop.notify.models import Notice
from tests.deckbuilder.kit import new_deck
from tests.kernel.staff import LIST, boss, helper, page_after
from tests.tinygame import services
from tests.tinygame.models import DuelGame, DuelSeat

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff() -> Client:
    return boss()


def codes(staff: Client, **asked: str) -> set[str]:
    """The codes of the duels that the list shows."""
    answer = staff.get(LIST, asked)
    assert answer.status_code == 200, asked
    return {row.room_code for row in answer.context["cl"].result_list}


def test_the_admin_carries_our_name(staff: Client) -> None:
    assert isinstance(admin.site._wrapped, StaffSite)  # type: ignore[attr-defined]
    page = staff.get("/admin/").content.decode()
    assert "Tabletop</a>" in page
    assert "Django" not in page


def test_a_person_leads_to_tables_decks_and_mails(staff: Client, duel: DuelGame, people: list[User]) -> None:
    juno, mara = people
    other = services.start_duel(people=[mara, User.objects.create(display_name="Nils", is_guest=True)])
    deck = new_deck(juno)
    Notice.objects.create(task="a mail", recipient=juno, subject="Your turn", body="It is your turn.")
    page = staff.get(f"/admin/accounts/user/{juno.pk}/change/").content.decode()
    for address in (f"{LIST}{duel.pk}/change/", f"/admin/deckbuilder/deckstate/{deck}/change/", "/notify/notice/"):
        assert f'href="{address}' in page or address in page
    assert f"{LIST}{other.pk}/change/" not in page


def test_a_person_leads_to_devices_and_staff_sign_out_there(staff: Client) -> None:
    ada = User.objects.create_user("ada@example.org", "a long secret", display_name="Ada")
    browser = Client()
    browser.post("/account/login/", {"login": ada.email, "password": "a long secret"})
    assert browser.get("/account/password/").status_code == 200
    device = UserSession.objects.get(user=ada)
    page = staff.get(f"/admin/accounts/user/{ada.pk}/change/").content.decode()
    address = f"/admin/usersessions/usersession/{device.pk}/"
    assert f'href="{address}change/"' in page
    assert device.session_key not in page + staff.get(f"{address}change/").content.decode()
    assert staff.post(f"{address}delete/", {"post": "yes"}).status_code == 302
    assert browser.get("/account/password/").status_code == 302


def test_all_tables_of_a_person_are_one_list(staff: Client, duel: DuelGame, people: list[User]) -> None:
    juno, mara = people
    for _duel in range(11):
        services.start_duel(people=[juno, User.objects.create(display_name="Nils", is_guest=True)])
    page = staff.get(f"/admin/accounts/user/{juno.pk}/change/").content.decode()
    assert f"{LIST}?person={juno.pk}" in page
    assert "all 12" in page
    assert len(codes(staff, person=str(juno.pk))) == 12
    assert codes(staff, person=str(mara.pk)) == {duel.room_code}
    assert staff.get(LIST, {"person": "nobody"}).status_code == 302


def test_a_person_leads_to_nothing_that_this_member_of_staff_may_not_see(duel: DuelGame, people: list[User]) -> None:
    client = helper("view_user")
    assert LIST not in client.get(f"/admin/accounts/user/{people[0].pk}/change/").content.decode()


def test_a_table_leads_to_its_page_its_people_and_its_log(staff: Client, duel: DuelGame, people: list[User]) -> None:
    page = staff.get(f"{LIST}{duel.pk}/change/").content.decode()
    log = f"/admin/tinygame/duelaction/?q={duel.pk}"
    for address in (f"/duel/{duel.pk}/", f"/admin/accounts/user/{people[0].pk}/change/", log):
        assert f'href="{address}"' in page
    services.start_duel(people=people)
    assert staff.get(log).context["cl"].result_count == 2


def test_idle_tables_are_found(staff: Client, duel: DuelGame, people: list[User]) -> None:
    ended = services.start_duel(people=people)
    services.tables.abandon(game_id=ended.pk, reason="idle")
    services.start_duel(people=people)
    DuelGame.objects.filter(pk__in=[duel.pk, ended.pk]).update(updated_at=timezone.now() - timedelta(days=2))
    assert codes(staff, idle="1h") == codes(staff, idle="1d") == {duel.room_code}
    assert codes(staff, idle="7d") == set()
    assert len(codes(staff, idle="for ever")) == 3


def test_stuck_tables_are_found(staff: Client, duel: DuelGame, people: list[User]) -> None:
    waits_for_bot, fine = services.start_duel(people=people), services.start_duel(people=people)
    Deadline.objects.filter(game_id=duel.pk).update(due_at=time.time() - 3600)
    DuelGame.objects.filter(pk=waits_for_bot.pk).update(bot_due=time.time() - 600)
    Deadline.objects.filter(game_id=fine.pk).update(game_slug="another", due_at=time.time() - 3600)
    assert codes(staff, stuck="5") == {duel.room_code, waits_for_bot.room_code}
    assert codes(staff, stuck="30") == {duel.room_code}
    assert codes(staff, stuck="120") == set()


def test_closed_tables_are_found_by_their_reason(staff: Client, duel: DuelGame, people: list[User]) -> None:
    ended = services.start_duel(people=people)
    services.tables.abandon(game_id=ended.pk, reason="conduct")
    assert codes(staff, abandoned__exact="1") == codes(staff, abandon_reason__exact="conduct") == {ended.room_code}
    assert codes(staff, abandon_reason__exact="idle") == set()


def test_mails_are_found_by_whether_they_are_sent(staff: Client) -> None:
    assert staff.get("/admin/notify/notice/", {"sent_at__isempty": "1"}).status_code == 200


def test_seats_are_found_and_listed_by_name(staff: Client, duel: DuelGame) -> None:
    DuelSeat.objects.filter(game=duel, place=1).update(display_name="Ada Lovelace")
    assert codes(staff, q="Lovelace") == {duel.room_code}
    assert "Juno, Ada Lovelace" in staff.get(LIST).content.decode()


def test_many_tables_are_verified_in_one_line_and_a_file(staff: Client, duel: DuelGame, people: list[User]) -> None:
    broken = [services.start_duel(people=people) for _duel in range(5)]
    DuelGame.objects.filter(pk__in=[row.pk for row in broken]).update(takeover=True)
    chosen = {"action": "verify_as_csv", "_selected_action": [str(row.pk) for row in (duel, *broken)]}
    answer = staff.post(LIST, chosen)
    assert (answer["Content-Type"], "tinygame-verified.csv" in answer["Content-Disposition"]) == (
        "text/csv; charset=utf-8",
        True,
    )
    lines = answer.content.decode().splitlines()
    assert lines[0] == "code,id,actions,verdict,problem"
    assert f"{duel.room_code},{duel.pk},2,agrees," in lines
    assert f"{broken[0].room_code},{broken[0].pk},2,differs,The rows differ from what the log says." in lines
    assert len(lines) == 7
    page = page_after(staff, "verify_tables", duel, *broken)
    assert page.count("5 of 6 tables differ from their logs:") == 2  # The line of the file, and this one.
    assert "And 2 more." in page
