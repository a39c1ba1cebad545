"""What is hidden from players is shown to staff by a permission of its own, one row at a time, and each look is logged.

No other page of the admin shows hidden cards, depends on them, or exports them without the permission.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from tabletop.staff_log import record

VIEW_HIDDEN_CARDS = "tabletop.view_hidden_cards"


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """A table of hidden things; the `columns` are headings, each of the `rows` has as many cells."""

    title: str | Promise
    columns: Sequence[str | Promise]
    rows: Iterable[Sequence[Any]]


def may_see_hidden_cards(request: HttpRequest) -> bool:
    return request.user.has_perm(VIEW_HIDDEN_CARDS)


def log_look(request: HttpRequest, rows: Iterable[Any]) -> None:
    record(request, rows, _("Looked at the hidden cards."))


class HiddenCards:
    """A page with the hidden cards of one row: it asks first, and shows them by POST. Stands before a `ModelAdmin`."""

    opts: Any
    admin_site: Any

    def hidden_sheets(self, row: Any) -> Iterable[Sheet]:
        raise NotImplementedError

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.hidden_view)
        own = path("<path:object_id>/hidden/", view, name=f"{self._page_name()}_hidden")
        return [own, *super().get_urls()]  # type: ignore[misc]

    def hidden_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Raises PermissionDenied for staff without the permission, and at a table of their own that is played."""
        admin: Any = self
        row = admin.get_object(request, unquote(object_id))
        if row is None:
            missing: HttpResponse = admin._get_obj_does_not_exist_redirect(request, self.opts, object_id)
            return missing
        if not (may_see_hidden_cards(request) and admin.has_view_permission(request, row)):
            raise PermissionDenied
        looks = request.method == "POST"
        if looks:
            log_look(request, [row])
        context = {
            **self.admin_site.each_context(request),
            "title": _("Hidden cards"),
            "subtitle": str(row),
            "opts": self.opts,
            "original": row,
            "change_url": reverse(f"admin:{self._page_name()}_change", args=[row.pk]),
            "sheets": list(self.hidden_sheets(row)) if looks else None,
        }
        return TemplateResponse(request, "admin/hidden_cards.html", context)

    def hidden_link(self, request: HttpRequest, row: Any) -> list[tuple[str, str]]:
        """The address and the words of the link to the page, for those who may look."""
        if not may_see_hidden_cards(request):
            return []
        return [(reverse(f"admin:{self._page_name()}_hidden", args=[row.pk]), _("Hidden cards"))]

    def _page_name(self) -> str:
        return f"{self.opts.app_label}_{self.opts.model_name}"
