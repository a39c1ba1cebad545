"""Refusals as answers: a page for browsers, a toast for htmx, `{code, message, details}` for programs, never a trace.

Views raise; `RefusalMiddleware` answers.
"""

import logging
import math
from collections.abc import Callable
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tabletop.engine import UnknownGame
from tabletop.limits import TooMany
from tabletop.rules import RuleViolation
from tabletop.translation import translate

DATABASE_RETRY_SECONDS = 5

log = logging.getLogger(__name__)

Text = str | Promise
Handler = Callable[..., HttpResponse]


class Malformed(Exception):
    """The request cannot be read: a field is missing or of the wrong kind."""


def respond(request: HttpRequest, *, status: int, code: str, title: Text, sentence: Text) -> HttpResponse:
    """JSON for programs, a toast for htmx, a page for the others."""
    if wants_json(request):
        return JsonResponse({"code": code, "message": sentence, "details": {}}, status=status)
    if getattr(request, "htmx", False):
        # Adds the message without replacing the target of the request.
        return HttpResponse(toast(sentence), status=status, headers={"HX-Reswap": "none"})
    return render(request, "errors/page.html", {"code": status, "title": title, "sentence": sentence}, status=status)


def wants_json(request: HttpRequest) -> bool:
    return (
        request.content_type == "application/json"
        or "/api/" in request.path
        or request.get_preferred_type(["text/html", "application/json"]) == "application/json"
    )


def toast(sentence: Text, *, kind: str = "bad", help_url: str | None = None) -> str:
    return render_to_string("_toast.html", {"sentence": sentence, "kind": kind, "help_url": help_url})


def _handler(status: int, code: str, title: Text, sentence: Text) -> Handler:
    """Builds an error handler; Django passes an exception or a reason, which the answer does not show."""

    def handle(request: HttpRequest, *_args: Any, **_kwargs: Any) -> HttpResponse:
        return respond(request, status=status, code=code, title=title, sentence=sentence)

    return handle


bad_request = _handler(
    400,
    "invalid_request",
    _("We could not read that"),
    _("Something in the request was missing or of the wrong kind. Nothing has changed."),
)
not_allowed = _handler(
    403,
    "not_allowed",
    _("This one is not for you"),
    _("You have no seat here, or somebody else may do this. Nothing has changed."),
)
csrf_failure = _handler(
    403,
    "csrf_failed",
    _("This page has been open for a long time"),
    _("Reload the page and try again. Nothing has changed."),
)
not_found = _handler(
    404,
    "not_found",
    _("Nothing on this table"),
    _("We know no page or table at this address. Check the link, or look at the open tables."),
)
_wrong_method = _handler(
    405,
    "method_not_allowed",
    _("Not this way"),
    _("What was asked does not work at this address. Nothing has changed."),
)
server_error = _handler(
    500,
    "server_error",
    _("We dropped a card"),
    _("Something went wrong on our side. What you had done before is safe. Try again in a moment."),
)
_unavailable = _handler(
    503,
    "unavailable",
    _("One moment, please"),
    _("We cannot reach our records right now. What you had done before is safe. Try again in a moment."),
)


def too_many(request: HttpRequest, exception: TooMany) -> HttpResponse:
    retry_after = exception.retry_after
    wait = ngettext("%(count)d second", "%(count)d seconds", retry_after) % {"count": retry_after}
    if retry_after > 90:
        minutes = math.ceil(retry_after / 60)
        wait = ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
    sentence = _("That was quick. Try again in %(wait)s.") % {"wait": wait}
    response = respond(request, status=429, code="too_many", title=_("That was quick"), sentence=sentence)
    response["Retry-After"] = str(retry_after)
    return response


def refused(request: HttpRequest, refusal: RuleViolation) -> HttpResponse:
    title, sentence = _("That does not work at this moment"), translate(refusal.sentence)
    return respond(request, status=409, code=refusal.code, title=title, sentence=sentence)


def unavailable(request: HttpRequest, exception: Exception) -> HttpResponse:
    log.warning("the database does not answer", exc_info=exception)
    response = _unavailable(request)
    response["Retry-After"] = str(DATABASE_RETRY_SECONDS)
    return response


HANDLERS: tuple[tuple[tuple[type[Exception], ...], Handler], ...] = (
    ((TooMany,), too_many),
    ((Malformed,), bad_request),
    ((PermissionDenied,), not_allowed),
    ((Http404, UnknownGame), not_found),
    ((RuleViolation,), refused),
    ((InterfaceError, OperationalError), unavailable),
)


REFUSALS = (TooMany, Malformed, PermissionDenied, UnknownGame, RuleViolation)
"""What is wrong with a request, not with us."""


def refusal_toast(exception: Exception, *, help_url: Callable[[str], str | None]) -> str:
    """One of REFUSALS as the answer of a POST would tell it, for a page's socket."""
    if isinstance(exception, RuleViolation):
        return toast(translate(exception.sentence), help_url=help_url(exception.code))
    handle = next(handle for kinds, handle in HANDLERS if isinstance(exception, kinds))
    request = HttpRequest()
    request.htmx = True  # type: ignore[attr-defined] # as the middleware of htmx says it
    return handle(request, exception).content.decode()


class RefusalMiddleware:
    """Answers the exceptions in HANDLERS, and gives Django's empty 405 a body."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not isinstance(response, HttpResponseNotAllowed):
            return response
        answer = _wrong_method(request)
        answer["Allow"] = response["Allow"]
        return answer

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        handle = next((handle for kinds, handle in HANDLERS if isinstance(exception, kinds)), None)
        return handle and handle(request, exception)
