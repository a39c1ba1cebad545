"""Lists of the admin, asked for by addresses that no link leads to."""

from itertools import product

import pytest
from django.contrib import admin
from django.db.models import DateField, Model
from django.test import Client
from django.urls import reverse

from tabletop.accounts.models import User
from tests.kernel.staff import boss
from tests.kit.clients import client_of

pytestmark = pytest.mark.django_db

every_list = pytest.mark.parametrize("model", admin.site._registry, ids=lambda model: model._meta.label_lower)
NO_DATES = [
    *("0", "-1", "9999", "10000", "99999", "2147483648", "99999999999999999999", "x", "", "\0"),
    *("0001-01-01T00:00+14:00", "9999-12-31T23:59-14:00"),
]
NO_LOOKUPS = ["regex", "iregex", "range", "in", "contains", "nonsense", "year__gte", "date__year", "exact__exact"]
JUNK = [
    *({"id": "x"}, {"id": "\0"}, {"pk": "99999999999999999999"}, {"nothing": "x"}, {"a\0b": "x"}, {"__": "x"}),
    *({"q": "\0"}, {"q": '"'}, {"q": "'\\"}, {"q": "%_\\"}, {"q": "word " * 2000}),
    *(
        {"o": "99"},
        {"o": "-99"},
        {"o": "0.0.x.-"},
        {"o": "²"},
        {"p": "-1"},
        {"p": "9" * 5000},
        {"p": "x"},
        {"all": "x"},
    ),
    *({"e": "1"}, {"e": "x", "id": "x"}, {"_popup": ".."}, {"_to_field": ".."}, {"_facets": "x"}),
    *({"person": "\0"}, {"person": "x"}, {"idle": "x"}, {"stuck": "²"}, {"_changelist_filters": "%00"}),
]
"""What somebody might put behind the address of a list."""


@pytest.fixture
def staff() -> Client:
    person = User.objects.create_superuser("boss@example.org", display_name="The boss")
    return client_of(person, raise_request_exception=False)


def list_of(model: type[Model]) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")


def answers(staff: Client, model: type[Model], questions: list[dict[str, str]]) -> dict[str, int]:
    """The status of each answer, by what was asked."""
    return {str(question)[:200]: staff.get(list_of(model), question).status_code for question in questions}


def failures(staff: Client, model: type[Model], questions: list[dict[str, str]]) -> dict[str, int]:
    found = answers(staff, model, questions)
    return {question: status for question, status in found.items() if status not in (200, 302, 400)}


@every_list
def test_a_date_that_no_calendar_has_is_no_error(staff: Client, model: type[Model]) -> None:
    columns = [field.name for field in model._meta.get_fields() if isinstance(field, DateField)]
    lookups = ["", "__year", "__year__gte", "__year__lt", "__month", "__day", "__gte", "__lt"]
    asked = product(columns, lookups, NO_DATES)
    assert failures(staff, model, [{column + lookup: value} for column, lookup, value in asked]) == {}
    parts = [{"__year": "2026", "__month": "13"}, {"__year": "9999", "__month": "12"}, {"__year": "1", "__day": "0"}]
    parts += [{"__year": "9999", "__month": "12", "__day": "31"}, {"__month": "x"}]
    dates = [{column + lookup: value for lookup, value in part.items()} for column in columns for part in parts]
    assert failures(staff, model, dates) == {}


@every_list
def test_junk_behind_the_address_of_a_list_is_no_error(staff: Client, model: type[Model]) -> None:
    assert failures(staff, model, JUNK) == {}


@every_list
def test_a_lookup_that_no_filter_offers_is_refused(staff: Client, model: type[Model]) -> None:
    """A regular expression that is none would reach the database."""
    columns = (model._meta.pk.name, *admin.site._registry[model].list_display, "created_at", "last_login")
    asked = [{f"{column}__{lookup}": "["} for column, lookup in product(columns, NO_LOOKUPS)]
    assert set(answers(staff, model, asked).values()) == {400}


@every_list
def test_every_filter_that_a_list_offers_works(staff: Client, model: type[Model]) -> None:
    staff.raise_request_exception = True
    shown = staff.get(list_of(model)).context["cl"]
    for shown_filter in shown.filter_specs:
        for choice in shown_filter.choices(shown):
            answer = staff.get(list_of(model) + choice["query_string"])
            assert answer.status_code == 200, choice["query_string"]


def test_staff_are_told_that_a_filter_cannot_be_applied(staff: Client) -> None:
    for question in ({"date_joined__year": "0"}, {"date_joined__gte": "x"}, {"e": "1", "date_joined__year": "9999"}):
        answer = staff.get("/admin/accounts/user/", question, follow=True)
        assert "The list cannot be filtered by this: here are all rows." in answer.content.decode()
        assert "The boss" in answer.content.decode()


def test_words_of_a_search_are_told_to_be_too_many() -> None:
    page = boss().get("/admin/accounts/user/", {"q": "word " * 2000}, follow=True).content.decode()
    assert "The list cannot be filtered by this" in page
