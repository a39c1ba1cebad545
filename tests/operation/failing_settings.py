"""A served site with an address that fails, with a hidden card in a variable, in the error and in the log line."""

import logging
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from tests.served_settings import *  # noqa: F403
from tests.served_settings import MIDDLEWARE

MIDDLEWARE = [*MIDDLEWARE, "tests.operation.failing_settings.fail_at_its_address"]


def fail_at_its_address(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def answer(request: HttpRequest) -> HttpResponse:
        return draw_a_card(request) if request.path_info.startswith("/fails/") else get_response(request)

    return answer


def draw_a_card(request: HttpRequest) -> HttpResponse:
    card = "queen" + "-of-" + "hearts"
    body = request.POST
    logging.getLogger("tabletop.play").error("a bot failed with %s", card)
    raise LookupError(f"{card} {body}")
