"""Reading API requests: method, body, idempotency key, token or session; and answering with the registered type."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import msgspec
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import CsrfViewMiddleware
from django.views.decorators.csrf import csrf_exempt

from tabletop.api.refusals import ApiRefusal, ErrorStyle, View
from tabletop.api.routes import Route
from tabletop.api.typed import json_response, typed
from tabletop.body_limits import MAX_PROGRAM_BYTES
from tabletop.errors import Malformed
from tabletop.request_headers import idempotency_key

B = TypeVar("B")
AnswerView = Callable[..., msgspec.Struct]
"""Takes a request and its body, and gives an answer of its route's type; refuses by raising."""


def endpoint(route: Route, *, error_style: ErrorStyle) -> Callable[[AnswerView], View]:
    """Makes a view that takes one method and kind of body and answers with one type or a refusal; it keeps `route`."""

    def wrap(view: AnswerView) -> View:
        @csrf_exempt
        @error_style.answer_refusals
        @wraps(view)
        def asked(request: HttpRequest, **kwargs: Any) -> HttpResponse:
            if request.method != route.method:
                raise ApiRefusal("method_not_allowed", headers={"Allow": route.method})
            answer = typed(view(request, read_body(request, route.body), **kwargs), route.answer)
            return json_response(answer, status=route.status)

        asked.route = route  # type: ignore[attr-defined] # read by `tabletop.api.routes.addresses`
        asked.error_style = error_style  # type: ignore[attr-defined] # read by `tabletop.bodies`
        return asked

    return wrap


def read_body(request: HttpRequest, kind: type[B]) -> B:
    if request.method == "GET":
        return kind()
    try:
        length = int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        raise ApiRefusal("invalid_request") from None
    content = b"" if length > MAX_PROGRAM_BYTES else request.read(MAX_PROGRAM_BYTES + 1)
    if length > MAX_PROGRAM_BYTES or len(content) > MAX_PROGRAM_BYTES:
        raise ApiRefusal("body_too_large")
    # Forms of other sites cannot send this type: no person is seated unknowingly.
    if content and request.content_type != "application/json":
        raise ApiRefusal("invalid_request", details={"contentType": "application/json"})
    # Rejects NUL: PostgreSQL text cannot store it.
    if b"\\u0000" in content:
        raise ApiRefusal("invalid_request", details={"problem": "\\u0000"})
    try:
        return msgspec.json.decode(content or b"{}", type=kind)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise ApiRefusal("invalid_request", details={"problem": str(error)}) from None


def read_key(request: HttpRequest) -> str | None:
    try:
        return idempotency_key(request)
    except Malformed:
        raise ApiRefusal("invalid_request", details={"problem": "Idempotency-Key"}) from None


def bearer_token(request: HttpRequest) -> str | None:
    """The token of a seat, None without the header; raises ApiRefusal for another scheme."""
    header = request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _blank, token = header.partition(" ")
    if scheme.lower() != "bearer":
        raise ApiRefusal("unauthenticated")
    return token.strip()


class _CsrfCheck(CsrfViewMiddleware):
    def _reject(self, request: HttpRequest, reason: str) -> HttpResponse:
        return HttpResponse(reason, status=403)


def check_session(request: HttpRequest) -> None:
    """Raises ApiRefusal unless a person is logged in and a POST carries the CSRF token."""
    if not request.user.is_authenticated:
        raise ApiRefusal("unauthenticated")
    if request.method == "POST":
        check = _CsrfCheck(lambda _request: HttpResponse())
        check.process_request(request)
        if check.process_view(request, HttpResponse, (), {}) is not None:
            raise ApiRefusal("csrf_failed")
