"""Refusals of API requests, as `{code, message, details}` with a status."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _

from tabletop.engine import UnknownGame
from tabletop.limits import TooMany
from tabletop.rules import Json, RuleViolation

STATUSES = {
    "invalid_request": 400,
    "unauthenticated": 401,
    **dict.fromkeys(("player_not_in_game", "not_host", "not_your_turn", "csrf_failed"), 403),
    "game_not_found": 404,
    "method_not_allowed": 405,
    "body_too_large": 413,
    "too_many": 429,
}
RULES_STATUS = 409
"""The status of refusals by the rules."""

View = Callable[..., HttpResponse]


class ApiRefusal(Exception):
    """A request refused before it reaches the rules."""

    def __init__(self, code: str, *, details: Json | None = None, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.details = details or {}
        self.headers = headers or {}


def sentence(code: str) -> str:
    sentences = {
        "invalid_request": _("Something in the request was missing or of the wrong kind. Nothing has changed."),
        "unauthenticated": _("Send the token of your seat, or come in by a name first."),
        "player_not_in_game": _("You have no seat at this table."),
        "csrf_failed": _("Reload the page and try again. Nothing has changed."),
        "game_not_found": _("We know no such table."),
        "method_not_allowed": _("That is not how this address is asked."),
        "body_too_large": _("That is more than we can read."),
    }
    return sentences[code]


@dataclass(frozen=True, kw_only=True)
class ErrorStyle:
    """A game's own statuses and spelling of error codes."""

    statuses: Mapping[str, int] = field(default_factory=dict)
    format_code: Callable[[str], str] = lambda code: code

    def refusal(
        self,
        code: str,
        message: str,
        *,
        details: Json | None = None,
        status: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> HttpResponse:
        """An uncached error response; without `status` the code decides, the game's own statuses first."""
        return JsonResponse(
            {"code": self.format_code(code), "message": message, "details": details or {}},
            status=status or self.statuses.get(code) or STATUSES.get(code, RULES_STATUS),
            headers={"Cache-Control": "no-store", **(headers or {})},
        )

    def answer_refusals(self, view: View) -> View:
        @wraps(view)
        def answered(request: HttpRequest, **kwargs: Any) -> HttpResponse:
            try:
                return view(request, **kwargs)
            except ApiRefusal as refusal:
                message = sentence(refusal.code)
                return self.refusal(refusal.code, message, details=refusal.details, headers=refusal.headers)
            except RuleViolation as violation:
                return self.refusal(violation.code, violation.message)
            except UnknownGame:
                return self.refusal("game_not_found", sentence("game_not_found"))
            except ValidationError as error:
                return self.refusal("invalid_request", " ".join(error.messages))
            except TooMany as limit:
                headers = {"Retry-After": str(limit.retry_after)}
                return self.refusal("too_many", _("That was quick. Try again in a moment."), headers=headers)

        return answered
