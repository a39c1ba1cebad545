"""For views that need a person: a stranger gives at most a name, never a password."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth import login
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from tabletop.accounts import services
from tabletop.accounts.models import User
from tabletop.accounts.names import clean_display_name
from tabletop.admission import NameNeeded
from tabletop.limits import Limit

View = Callable[..., HttpResponse]

GUEST_LIMIT = Limit(name="guest", times=20, seconds=600)


def name_required(view: View) -> View:
    """Redirects a stranger to the form that asks for a name."""

    @wraps(view)
    def with_name(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return view(request, *args, **kwargs) if request.user.is_authenticated else ask_for_name(request)

    return with_name


def mail_required(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Says on a site without mail that it has none, where the view could not keep its promise."""

    @wraps(view)
    def with_mail(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if settings.MAIL_AVAILABLE:
            return view(request, *args, **kwargs)
        return render(request, "accounts/no_mail.html", status=403)

    return with_mail


def asks_for_name(view: View) -> View:
    """Redirects those to the form whom the gate of a table wants to know by a name."""

    @wraps(view)
    def at_gate(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except NameNeeded:
            return ask_for_name(request)

    return at_gate


def ask_for_name(request: HttpRequest) -> HttpResponse:
    """Redirects to the form that asks for a name, and from there back to the page."""
    htmx = HtmxDetails(request)
    # Returns to the page, not to the address of a POST.
    page = _page_of(htmx) if htmx else request.get_full_path() if request.method == "GET" else "/"
    address = f"{reverse('accounts:guest')}?{urlencode({'next': page})}"
    return HttpResponseClientRedirect(address) if htmx else HttpResponseRedirect(address)


def _page_of(htmx: HtmxDetails) -> str:
    """The page that sent the request, as it says itself; home where that is none of ours, or no address at all."""
    try:
        return htmx.current_url_abs_path or "/"
    except ValueError:
        return "/"


def log_in_guest(request: HttpRequest, *, name: str) -> User:
    """Creates a guest and logs the browser in; raises TooMany."""
    GUEST_LIMIT.count_client(request)
    guest = services.create_guest(name=name)
    login(request, guest)
    return guest


def person_or_new_guest(request: HttpRequest) -> User:
    """For solo play: a stranger becomes a guest, under a random name if none was sent."""
    if request.user.is_authenticated:
        return person_of(request)
    try:
        name = clean_display_name(request.POST.get("name", ""))
    except ValidationError:
        name = services.random_guest_name()
    return log_in_guest(request, name=name)


def person_of(request: HttpRequest) -> User:
    """The person of a view behind `name_required`; raises PermissionDenied without one."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user
