"""For views that need a person: a stranger is asked for a name, not for a password."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from tabletop.accounts.models import User

View = Callable[..., HttpResponse]


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


def person_of(request: HttpRequest) -> User:
    """Behind `name_required`."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user
