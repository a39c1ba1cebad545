"""The admin: staff come in by the log-in of the site, with a second factor."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.admin import AdminSite
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tabletop.accounts import queries
from tabletop.accounts.sessions import SECOND_FACTOR

UNUSED_PAGES = {"view_on_site", "autocomplete"}
"""From any kind of row to its page on the site, which no kind has, and what a field that completes names asks."""


class StaffSite(AdminSite):
    site_header = site_title = index_title = gettext_lazy("Tabletop")

    def has_permission(self, request: HttpRequest) -> bool:
        """The second factor counts where this session has shown it or set it up, and as long as there is one."""
        return (
            super().has_permission(request)
            and request.session.get(SECOND_FACTOR, False)
            and queries.has_second_factor(request.user)
        )

    def get_urls(self) -> list[Any]:
        """Without the pages that no other page leads to; both fail for keys and words that no row can have."""
        return [pattern for pattern in super().get_urls() if getattr(pattern, "name", None) not in UNUSED_PAGES]

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Leads strangers and guests to the log-in, staff to what they lack; raises PermissionDenied for the others."""
        page = request.GET.get("next") or reverse("admin:index")
        if not request.user.is_authenticated or request.user.is_guest:
            return HttpResponseRedirect(f"{reverse('account_login')}?{urlencode({'next': page})}")
        if not super().has_permission(request):
            raise PermissionDenied
        if self.has_permission(request):
            return redirect("admin:index")
        if queries.has_second_factor(request.user):
            # Logged in before the second factor was there.
            return HttpResponseRedirect(f"{reverse('mfa_reauthenticate')}?{urlencode({'next': page})}")
        messages.info(request, _("Staff need a second factor. Set one up, and the admin opens."))
        return redirect("mfa_index")

    def password_change(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        return redirect("account_change_password")

    def password_change_done(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        return redirect("accounts:profile")
