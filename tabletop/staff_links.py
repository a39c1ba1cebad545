"""What belongs to a person, for staff: the rows of every admin that says by which column it knows people.

A game's tables and decks, mails and devices come in here by themselves: an admin with `of_person` is enough.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib import admin
from django.contrib.admin.options import IncorrectLookupParameters
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from tabletop.accounts.models import User

MOST_LINKS = 10


class OfPersonFilter(admin.SimpleListFilter):
    """The rows of one person. Offers nobody by itself: the link from the person's page sets it."""

    title = _("person")
    parameter_name = "person"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        self.column: str = model_admin.of_person
        wanted = request.GET.get(self.parameter_name)
        return [] if wanted is None else [(wanted, str(_("the chosen one")))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() is None:
            return queryset
        try:
            return queryset.filter(**{self.column: UUID(self.value())}).distinct()
        except ValueError as error:
            raise IncorrectLookupParameters(error) from error


@dataclass(frozen=True, kw_only=True)
class Belongings:
    """The latest rows of one kind, each with its address, and the address of the list with all."""

    title: str
    links: list[tuple[str, str]]
    count: int
    all_url: str


def belongings_of(site: admin.AdminSite, request: HttpRequest, person: User) -> Iterator[Belongings]:
    """Without what this member of staff may not look at."""
    for model, shown in site._registry.items():
        column = getattr(shown, "of_person", None)
        if column is None or not shown.has_view_permission(request):
            continue
        page = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        rows = shown.get_queryset(request).filter(**{column: person}).distinct()
        yield Belongings(
            title=f"{capfirst(model._meta.app_config.verbose_name)}: {model._meta.verbose_name_plural}",
            links=[
                (reverse(f"{page}_change", args=[row.pk]), str(row))
                for row in rows.order_by(*shown.get_ordering(request))[:MOST_LINKS]
            ],
            count=rows.count(),
            all_url=f"{reverse(f'{page}_changelist')}?{OfPersonFilter.parameter_name}={person.pk}",
        )
