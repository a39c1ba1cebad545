"""Staff send keys that no row has: they read a sentence, and nothing is changed."""

from typing import Any
from urllib.parse import quote

import pytest
from django.contrib import admin
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from tests.access.rows import all_rows, changes
from tests.kernel.staff import LIST, boss
from tests.tinygame.models import DuelGame

pytestmark = pytest.mark.django_db

every_model = pytest.mark.parametrize("model", admin.site._registry, ids=lambda model: model._meta.label_lower)
NO_KEYS = ["x", "", "\0", "-", "9" * 5000, "99999999999999999999", "00000000-0000-0000-0000-00000000000", "_5F"]
NOT_THERE = [*NO_KEYS[:1], *NO_KEYS[2:], "00000000-0000-0000-0000-000000000000", "0", "..", "%", "a/b"]
CONFIRMED = {"post": "yes", "confirmed": "yes", "reason": "idle"}
TOLD = "There are no such rows as were chosen. Nothing was changed."


@pytest.fixture
def staff() -> Client:
    return boss()


def page_of(model: type[Model], page: str, *args: str) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


def actions_of(model: type[Model], staff: Client) -> list[str]:
    """Those that the list offers, if it has rows."""
    shown: Any = admin.site._registry[model]
    request = staff.get(page_of(model, "changelist")).wsgi_request
    return list(shown.get_actions(request))


@every_model
def test_keys_that_no_row_can_have_are_refused_by_every_action(staff: Client, model: type[Model]) -> None:
    actions = actions_of(model, staff)
    before = all_rows()
    for action in actions:
        for key in NO_KEYS:
            answer = staff.post(page_of(model, "changelist"), {"action": action, "_selected_action": key, **CONFIRMED})
            assert answer.status_code == 302, (action, key)
            assert TOLD in staff.get("/admin/").content.decode(), (action, key)
    assert not [*changes(before, all_rows())]


@pytest.mark.parametrize(
    "action", ["verify_tables", "verify_as_csv", "export_json", "hand_turn_to_bot", "offer_seats", "abort_tables"]
)
def test_one_bad_key_among_good_ones_stops_the_action(staff: Client, duel: DuelGame, action: str) -> None:
    before = all_rows()
    chosen = {"action": action, "_selected_action": [str(duel.pk), "x"], **CONFIRMED}
    assert TOLD in staff.post(LIST, chosen, follow=True).content.decode()
    assert not [*changes(before, all_rows())]


def test_an_action_that_is_not_there_is_refused(staff: Client, duel: DuelGame) -> None:
    before = all_rows()
    for fields in ({"action": "nonsense"}, {"action": "\0"}, {"action": "__class__"}, {"index": "99"}, {"index": "x"}):
        answer = staff.post(LIST, {"_selected_action": str(duel.pk), **fields}, follow=True)
        assert "No action selected." in answer.content.decode()
    assert not [*changes(before, all_rows())]


@every_model
def test_a_page_of_a_row_that_is_not_there_is_an_answer(staff: Client, model: type[Model]) -> None:
    shown: Any = admin.site._registry[model]
    pages = ["change/", "history/", "delete/", "", *(["hidden/"] if hasattr(shown, "hidden_view") else [])]
    pages += ["password/"] if hasattr(shown, "user_change_password") else []
    before = all_rows()
    for key in NOT_THERE:
        for page in pages:
            address = f"{page_of(model, 'changelist')}{quote(key, safe='/')}/{page}"
            for answer in (staff.get(address), staff.post(address, CONFIRMED)):
                assert answer.status_code in (302, 403, 404), address
    assert not [*changes(before, all_rows())]


@every_model
def test_fields_of_a_related_window_are_no_error(staff: Client, model: type[Model]) -> None:
    for page in ("add", "changelist"):
        for question in ({"_popup": "\0"}, {"_to_field": "\0"}, {"_changelist_filters": "\0"}, {"id": "\0"}):
            answer = staff.get(page_of(model, page), question)
            assert answer.status_code in (200, 302, 400, 403), (page, question)
    for column in ("", "x", "\0"):
        answer = staff.get(page_of(model, "change", "0"), {"_to_field": column})
        assert answer.status_code in (302, 400), column


def test_the_way_from_the_log_to_a_row_that_is_not_there_is_an_answer(staff: Client) -> None:
    kinds = [str(ContentType.objects.get_for_model(model).pk) for model in admin.site._registry]
    for kind in (*kinds, "x", "0", "9" * 30):
        for key in NOT_THERE:
            assert staff.get(f"/admin/r/{kind}/{quote(key, safe='/')}/").status_code == 404, (kind, key)


def test_people_are_not_searched_for_beside_their_list(staff: Client) -> None:
    asked = {"app_label": "mfa", "model_name": "authenticator", "field_name": "user"}
    for term in ("\0", "word " * 2000, "Ada"):
        assert staff.get("/admin/autocomplete/", {**asked, "term": term}).status_code == 404, term[:5]
