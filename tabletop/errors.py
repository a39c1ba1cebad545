"""Refusals as answers: a page for browsers, a toast for htmx, `{code, message, details}` for programs, never a trace.

Views raise; `RefusalMiddleware` answers. Statuses, titles and sentences are in `tabletop.error_codes`.
"""

import logging
import math
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import InternalError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import ngettext

from tabletop.database import OUTAGE, is_outage
from tabletop.engine import UnknownGame
from tabletop.error_codes import CODES, RULES_STATUS, RULES_TITLE, Text
from tabletop.limits import TooMany
from tabletop.rules import RuleViolation
from tabletop.translation import translate

DATABASE_RETRY_SECONDS = 2

log = logging.getLogger(__name__)

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


def _handler(code: str) -> Handler:
    """Builds an error handler; Django passes an exception or a reason, which the answer does not show."""
    known = CODES[code]

    def handle(request: HttpRequest, *_args: Any, **_kwargs: Any) -> HttpResponse:
        return respond(request, status=known.status, code=code, title=known.title, sentence=known.sentence)

    return handle


bad_request = _handler("invalid_request")
not_allowed = _handler("not_allowed")
csrf_failure = _handler("csrf_failed")
not_found = _handler("not_found")
_wrong_method = _handler("method_not_allowed")
server_error = _handler("server_error")
_unavailable = _handler("unavailable")


def too_many(request: HttpRequest, exception: TooMany) -> HttpResponse:
    known = CODES["too_many"]
    sentence = too_many_sentence(exception, known.sentence)
    response = respond(request, status=known.status, code="too_many", title=known.title, sentence=sentence)
    response["Retry-After"] = str(exception.retry_after)
    return response


def too_many_sentence(exception: TooMany, otherwise: Text) -> str:
    """The sentence of the limit, or the other one for a limit without; in the reader's language."""
    retry_after, limit = exception.retry_after, exception.limit
    wait = ngettext("%(count)d second", "%(count)d seconds", retry_after) % {"count": retry_after}
    if retry_after > 90:
        minutes = math.ceil(retry_after / 60)
        wait = ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
    if limit is None or not limit.sentence:
        return str(otherwise) % {"wait": wait}
    return str(limit.sentence) % {"times": limit.times, "wait": wait}


def refused(request: HttpRequest, refusal: RuleViolation) -> HttpResponse:
    """A page answers every refusal by the rules alike; programs get the status of its code."""
    sentence = translate(refusal.sentence)
    return respond(request, status=RULES_STATUS, code=refusal.code, title=RULES_TITLE, sentence=sentence)


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
    ((InternalError, *OUTAGE), unavailable),
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


def answers_outages(step: Handler) -> Handler:
    """For steps of middleware around `RefusalMiddleware`, whose exceptions it does not see."""

    @wraps(step)
    def answer(middleware: Any, request: HttpRequest, *args: Any) -> HttpResponse:
        try:
            return step(middleware, request, *args)
        except Exception as error:
            if not is_outage(error):
                raise
            return unavailable(request, error)

    return answer


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
        if isinstance(exception, InternalError) and not is_outage(exception):
            return None
        handle = next((handle for kinds, handle in HANDLERS if isinstance(exception, kinds)), None)
        return handle and handle(request, exception)
