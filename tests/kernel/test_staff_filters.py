"""Lists of the admin, asked for by addresses that no link leads to."""

import pytest
from django.contrib import admin
from django.db.models import DateField, Model
from django.test import Client
from django.urls import reverse

from tabletop.accounts.models import User
from tests.kit.clients import client_of

pytestmark = pytest.mark.django_db

LISTS = [model for model, shown in admin.site._registry.items() if shown.date_hierarchy]
NO_DATES = ["2147483648", "0", "-1", "10000", "99999999999999999999", "x", ""]


@pytest.fixture
def staff() -> Client:
    return client_of(User.objects.create_superuser("boss@example.org", display_name="The boss"))


@pytest.mark.parametrize("value", NO_DATES)
@pytest.mark.parametrize("lookup", ["year", "month", "day", "gte"])
@pytest.mark.parametrize("model", LISTS, ids=lambda model: model._meta.label_lower)
def test_a_date_that_no_calendar_has_is_no_error(staff: Client, model: type, lookup: str, value: str) -> None:
    column = admin.site._registry[model].date_hierarchy
    assert isinstance(model._meta.get_field(column), DateField)  # type: ignore[attr-defined]
    meta = model._meta  # type: ignore[attr-defined]
    address = reverse(f"admin:{meta.app_label}_{meta.model_name}_changelist")
    answer = staff.get(address, {f"{column}__{lookup}": value})
    assert answer.status_code in (200, 302, 400)


@pytest.mark.parametrize("lookup", ["regex", "iregex", "range", "in", "contains", "nonsense"])
@pytest.mark.parametrize("model", admin.site._registry, ids=lambda model: model._meta.label_lower)
def test_a_lookup_that_no_filter_offers_is_refused(staff: Client, model: type[Model], lookup: str) -> None:
    """A regular expression that is none would reach the database."""
    meta = model._meta
    address = reverse(f"admin:{meta.app_label}_{meta.model_name}_changelist")
    for column in (meta.pk.name, *(admin.site._registry[model].list_display[:1])):
        assert staff.get(address, {f"{column}__{lookup}": "["}).status_code in (302, 400)
