"""What staff see of the talk at tables, and what they do about it."""

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client

from tabletop.accounts.models import User
from tabletop.talk.models import Remark, Report
from tests.kernel.conftest import any_move, game_of
from tests.kernel.talk import mark, read, send, texts
from tests.kit.clients import client_of
from tests.tinygame import rules, services
from tests.tinygame.models import DuelGame

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(db: None) -> Client:
    boss = User.objects.create_superuser("boss@example.org", "x", display_name="Boss")
    return client_of(boss)


def test_staff_settle_reports_and_hide_remarks(duel: DuelGame, people: list[User], staff: Client) -> None:
    send(people[1], duel, "say", text="You play like a duck.")
    send(people[0], duel, f"report:{mark(duel, people[1])}:words")
    queue = staff.get("/admin/talk/report/").content.decode()
    assert "rude words" in queue
    report, remark = Report.objects.get(), Remark.objects.get()
    assert "like a duck" in staff.get(f"/admin/talk/report/{report.pk}/change/").content.decode()
    chosen: dict[str, Any] = {"action": "hide", "_selected_action": [remark.pk]}
    assert staff.post("/admin/talk/remark/", chosen).status_code == 302
    assert texts(read(people[1], duel)) == []
    chosen = {"action": "settle", "_selected_action": [report.pk]}
    assert staff.post("/admin/talk/report/", chosen).status_code == 302
    assert Report.objects.get().settled_at is not None
    assert [*LogEntry.objects.order_by("pk").values_list("change_message", flat=True)] == ["Hidden.", "Settled."]


def test_staff_without_the_right_to_change_only_look(duel: DuelGame, people: list[User]) -> None:
    send(people[1], duel, "say", text="Hello")
    helper = User.objects.create_user("h@example.org", "x", display_name="Helper", is_staff=True)
    helper.user_permissions.add(Permission.objects.get(codename="view_remark"))
    chosen: dict[str, Any] = {"action": "hide", "_selected_action": [Remark.objects.get().pk]}
    client_of(helper).post("/admin/talk/remark/", chosen)
    assert Remark.objects.get().hidden_at is None


def test_staff_who_play_read_no_more_of_their_game_than_the_others(people: list[User], eve: User) -> None:
    boss = User.objects.create_superuser("boss@example.org", "x", display_name="Boss")
    duel = services.start_duel(people=[boss, people[0]])
    send(eve, duel, "say", text="Juno has two kings!")
    remark = Remark.objects.get()
    client = client_of(boss)
    assert "two kings" not in client.get("/admin/talk/remark/").content.decode()
    assert client.get(f"/admin/talk/remark/{remark.pk}/change/").status_code in (302, 403)
    assert "two kings" not in client.get(f"/admin/accounts/user/{eve.pk}/change/").content.decode()
    while not rules.is_over(state := game_of(duel)):
        services.move(game_id=duel.pk, seat=state.turn, action=any_move(state))
    assert "two kings" in client.get("/admin/talk/remark/").content.decode()


def test_staff_see_no_reports_about_themselves(duel: DuelGame, people: list[User]) -> None:
    boss = User.objects.create_superuser("boss@example.org", "x", display_name="Boss")
    own, other = (
        Report.objects.create(
            reporter=people[0], about=about, reason="words", game_slug="duel", game_id=duel.pk, seq=1, at=0
        )
        for about in (boss, people[1])
    )
    client = client_of(boss)
    assert client.get("/admin/talk/report/").context["cl"].result_count == 1
    assert client.get(f"/admin/talk/report/{own.pk}/change/").status_code in (302, 403)
    for report, is_shown in ((own, False), (other, True)):
        page = client.get(f"/admin/accounts/user/{report.about.pk}/change/").content.decode()
        assert (f"/admin/talk/report/{report.pk}/change/" in page) == is_shown
