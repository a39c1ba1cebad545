"""For views that need a person: a stranger is asked for a name at most, never for a password."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth import login
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from tabletop.accounts import services
from tabletop.accounts.models import User
from tabletop.accounts.names import clean_display_name
from tabletop.limits import Limit

View = Callable[..., HttpResponse]

GUEST_LIMIT = Limit(name="guest", times=20, seconds=600)


def name_required(view: View) -> View:
    @wraps(view)
    def with_name(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        htmx = HtmxDetails(request)
        # Back to the page afterwards: what was sent is gone, and its address may not be one to look at.
        page = htmx.current_url_abs_path if htmx else request.get_full_path() if request.method == "GET" else "/"
        address = f"{reverse('accounts:guest')}?{urlencode({'next': page or '/'})}"
        return HttpResponseClientRedirect(address) if htmx else HttpResponseRedirect(address)

    return with_name


def let_in_as_guest(request: HttpRequest, *, name: str) -> User:
    GUEST_LIMIT.count_client(request)
    guest = services.enter_as_guest(name=name)
    login(request, guest)
    return guest


def person_or_new_guest(request: HttpRequest) -> User:
    """For what nobody else is part of: a stranger plays at once, under a name to be changed whenever they like."""
    if request.user.is_authenticated:
        return person_of(request)
    try:
        name = clean_display_name(request.POST.get("name", ""))
    except ValidationError:
        name = services.makeshift_name()
    return let_in_as_guest(request, name=name)


def person_of(request: HttpRequest) -> User:
    """Behind `name_required`."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user
