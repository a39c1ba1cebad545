"""Every way to say no: one sentence for the person, the right status for the program, never a trace.

Views raise; this room answers. Pages get a friendly page, htmx requests get the sentence as a toast, JSON requests
get `{code, message, details}`.
"""

import logging
import math
from collections.abc import Callable

from django.core.exceptions import PermissionDenied
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tabletop.engine import UnknownGame
from tabletop.limits import TooMany
from tabletop.rules import RuleViolation
from tabletop.translation import translate

DATABASE_RETRY_SECONDS = 5

log = logging.getLogger(__name__)


class Malformed(Exception):
    """The request cannot be read: a field is missing or of the wrong kind."""


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return answer(
        request,
        status=400,
        code="invalid_request",
        title=_("We could not read that"),
        sentence=_("Something in the request was missing or of the wrong kind. Nothing has changed."),
    )


def not_allowed(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return answer(
        request,
        status=403,
        code="not_allowed",
        title=_("This one is not for you"),
        sentence=_("You have no seat here, or somebody else may do this. Nothing has changed."),
    )


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return answer(
        request,
        status=403,
        code="csrf_failed",
        title=_("This page has been open for a long time"),
        sentence=_("Reload the page and try again. Nothing has changed."),
    )


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return answer(
        request,
        status=404,
        code="not_found",
        title=_("Nothing on this table"),
        sentence=_("We know no page or table at this address. Check the link, or look at the open tables."),
    )


def wrong_method(request: HttpRequest, bare: HttpResponseNotAllowed) -> HttpResponse:
    response = answer(
        request,
        status=405,
        code="method_not_allowed",
        title=_("Not this way"),
        sentence=_("What was asked does not work at this address. Nothing has changed."),
    )
    response["Allow"] = bare["Allow"]
    return response


def too_many(request: HttpRequest, exception: TooMany) -> HttpResponse:
    retry_after = exception.retry_after
    wait = ngettext("%(count)d second", "%(count)d seconds", retry_after) % {"count": retry_after}
    if retry_after > 90:
        minutes = math.ceil(retry_after / 60)
        wait = ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
    response = answer(
        request,
        status=429,
        code="too_many",
        title=_("That was quick"),
        sentence=_("That was quick. Try again in %(wait)s.") % {"wait": wait},
    )
    response["Retry-After"] = str(retry_after)
    return response


def refused(request: HttpRequest, refusal: RuleViolation) -> HttpResponse:
    return answer(
        request,
        status=409,
        code=refusal.code,
        title=_("That does not work at this moment"),
        sentence=translate(refusal.sentence),
    )


def server_error(request: HttpRequest) -> HttpResponse:
    return answer(
        request,
        status=500,
        code="server_error",
        title=_("We dropped a card"),
        sentence=_("Something went wrong on our side. What you had done before is safe. Try again in a moment."),
    )


def unavailable(request: HttpRequest, exception: Exception) -> HttpResponse:
    log.warning("the database does not answer", exc_info=exception)
    response = answer(
        request,
        status=503,
        code="unavailable",
        title=_("One moment, please"),
        sentence=_("We cannot reach our records right now. What you had done before is safe. Try again in a moment."),
    )
    response["Retry-After"] = str(DATABASE_RETRY_SECONDS)
    return response


def answer(request: HttpRequest, *, status: int, code: str, title: str, sentence: str) -> HttpResponse:
    if wants_json(request):
        return JsonResponse({"code": code, "message": sentence, "details": {}}, status=status)
    if getattr(request, "htmx", False):
        # Whatever the request was going to replace stays: only the message is added.
        return HttpResponse(toast(sentence), status=status, headers={"HX-Reswap": "none"})
    return render(request, "errors/page.html", {"code": status, "title": title, "sentence": sentence}, status=status)


def toast(sentence: str, *, kind: str = "bad", help_url: str | None = None) -> str:
    return render_to_string("_toast.html", {"sentence": sentence, "kind": kind, "help_url": help_url})


def wants_json(request: HttpRequest) -> bool:
    return (
        request.content_type == "application/json"
        or "/api/" in request.path
        or request.get_preferred_type(["text/html", "application/json"]) == "application/json"
    )


class RefusalMiddleware:
    """Turns the refusals that views raise, and Django's blank no to a method, into answers."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        return wrong_method(request, response) if isinstance(response, HttpResponseNotAllowed) else response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        for kinds, say_no in ANSWERS:
            if isinstance(exception, kinds):
                return say_no(request, exception)
        return None


Kinds = type[Exception] | tuple[type[Exception], ...]
ANSWERS: tuple[tuple[Kinds, Callable[..., HttpResponse]], ...] = (
    (TooMany, too_many),
    (Malformed, bad_request),
    (PermissionDenied, not_allowed),
    ((Http404, UnknownGame), not_found),
    (RuleViolation, refused),
    ((InterfaceError, OperationalError), unavailable),
)
