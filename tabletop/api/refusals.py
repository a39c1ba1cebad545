"""Refusals of API requests, as `{code, message, details}` with a status; the codes are in `tabletop.error_codes`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse

from tabletop.api.shapes import Refusal
from tabletop.api.typed import json_response
from tabletop.engine import UnknownGame
from tabletop.error_codes import sentence_for_programs, status_of
from tabletop.errors import too_many_sentence
from tabletop.limits import TooMany
from tabletop.rules import Json, RuleViolation

View = Callable[..., HttpResponse]


class ApiRefusal(Exception):
    """A request refused before it reaches the rules, or with more than they say."""

    def __init__(
        self,
        code: str,
        *,
        message: str | None = None,
        details: Json | None = None,
        status: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Without `message` and `status` the code decides."""
        super().__init__(code)
        self.code, self.status = code, status
        self.message = sentence_for_programs(code) if message is None else message
        self.details = details or {}
        self.headers = headers or {}


@dataclass(frozen=True, kw_only=True)
class ErrorStyle:
    """A game's own statuses and spelling of error codes."""

    statuses: Mapping[str, int] = field(default_factory=dict)
    format_code: Callable[[str], str] = lambda code: code

    def status_of(self, code: str) -> int:
        return self.statuses.get(code) or status_of(code)

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
        told = Refusal(code=self.format_code(code), message=message, details=details or {})
        return json_response(told, status=status or self.status_of(code), headers=headers)

    def answer_refusals(self, view: View) -> View:
        @wraps(view)
        def answered(request: HttpRequest, **kwargs: Any) -> HttpResponse:
            try:
                return view(request, **kwargs)
            except ApiRefusal as refusal:
                return self.refusal(
                    refusal.code,
                    refusal.message,
                    details=refusal.details,
                    status=refusal.status,
                    headers=refusal.headers,
                )
            except RuleViolation as violation:
                return self.refusal(violation.code, violation.message)
            except UnknownGame:
                return self.refusal("game_not_found", sentence_for_programs("game_not_found"))
            except ValidationError as error:
                return self.refusal("invalid_request", " ".join(error.messages))
            except TooMany as limit:
                headers = {"Retry-After": str(limit.retry_after)}
                message = too_many_sentence(limit, sentence_for_programs("too_many"))
                return self.refusal("too_many", message, headers=headers)

        return answered
