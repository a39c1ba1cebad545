"""Every refusal as `{code, message, details}` with its status (rules 15)."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _

from tabletop.limits import TooMany
from tabletop.play import UnknownGame
from tabletop.rules import Json, RuleViolation

STATUSES = {
    **dict.fromkeys(("VALIDATION_ERROR", "INVALID_BOT_COUNT", "INVALID_CARD_POSITION", "INVALID_POWER_TARGET"), 400),
    "POWER_TYPE_MISMATCH": 400,
    "UNAUTHENTICATED": 401,
    **dict.fromkeys(("PLAYER_NOT_IN_GAME", "NOT_HOST", "NOT_YOUR_TURN", "CSRF_FAILED"), 403),
    "GAME_NOT_FOUND": 404,
    "METHOD_NOT_ALLOWED": 405,
    "BODY_TOO_LARGE": 413,
    "TOO_MANY": 429,
}
OTHERWISE = 409

Parameters = ParamSpec("Parameters")
View = Callable[Concatenate[HttpRequest, Parameters], HttpResponse]


class ApiRefusal(Exception):
    """Refused before the rules were asked."""

    def __init__(self, code: str, *, details: Json | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.details = details or {}


def sentence(code: str) -> str:
    sentences = {
        "validation_error": _("Something in the request was missing or of the wrong kind. Nothing has changed."),
        "unauthenticated": _("Send the token of your seat, or come in by a name first."),
        "player_not_in_game": _("You have no seat at this table."),
        "csrf_failed": _("Reload the page and try again. Nothing has changed."),
        "game_not_found": _("We know no such table."),
        "method_not_allowed": _("That is not how this address is asked."),
        "body_too_large": _("That is more than we can read."),
    }
    return sentences[code]


def refusal_answer(code: str, message: str, *, details: Json | None = None, status: int | None = None) -> JsonResponse:
    wire_code = "VALIDATION_ERROR" if code == "invalid_request" else code.upper()
    body = {"code": wire_code, "message": message, "details": details or {}}
    return JsonResponse(body, status=status or STATUSES.get(wire_code, OTHERWISE))


def answer_refusals(view: View[Parameters]) -> View[Parameters]:
    @wraps(view)
    def answered(request: HttpRequest, *args: Parameters.args, **kwargs: Parameters.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except ApiRefusal as refusal:
            return refusal_answer(refusal.code, sentence(refusal.code), details=refusal.details)
        except RuleViolation as violation:
            return refusal_answer(violation.code, violation.message)
        except UnknownGame:
            return refusal_answer("game_not_found", sentence("game_not_found"))
        except ValidationError as error:
            return refusal_answer("validation_error", " ".join(error.messages))
        except TooMany as limit:
            answer = refusal_answer("too_many", _("That was quick. Try again in a moment."))
            answer["Retry-After"] = str(limit.retry_after)
            return answer

    return answered
