"""Pages and programs read one table of error codes, and get what they have always got."""

import json

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.test import RequestFactory

from tabletop import errors
from tabletop.api.refusals import ApiRefusal, ErrorStyle
from tabletop.error_codes import CODES, sentence_for_programs, status_of
from tabletop.limits import TooMany
from tabletop.rules import RuleViolation

PAGES = {
    "bad_request": (
        400,
        "invalid_request",
        "We could not read that",
        "Something in the request was missing or of the wrong kind. Nothing has changed.",
    ),
    "not_allowed": (
        403,
        "not_allowed",
        "This one is not for you",
        "You have no seat here, or somebody else may do this. Nothing has changed.",
    ),
    "csrf_failure": (
        403,
        "csrf_failed",
        "This page has been open for a long time",
        "Reload the page and try again. Nothing has changed.",
    ),
    "not_found": (
        404,
        "not_found",
        "Nothing on this table",
        "We know no page or table at this address. Check the link, or look at the open tables.",
    ),
    "_wrong_method": (
        405,
        "method_not_allowed",
        "Not this way",
        "What was asked does not work at this address. Nothing has changed.",
    ),
    "server_error": (
        500,
        "server_error",
        "We dropped a card",
        "Something went wrong on our side. What you had done before is safe. Try again in a moment.",
    ),
    "_unavailable": (
        503,
        "unavailable",
        "One moment, please",
        "We cannot reach our records right now. What you had done before is safe. Try again in a moment.",
    ),
}
PROGRAMS = {
    "invalid_request": (400, "Something in the request was missing or of the wrong kind. Nothing has changed."),
    "unauthenticated": (401, "Send the token of your seat, or come in by a name first."),
    "player_not_in_game": (403, "You have no seat at this table."),
    "csrf_failed": (403, "Reload the page and try again. Nothing has changed."),
    "game_not_found": (404, "We know no such table."),
    "method_not_allowed": (405, "That is not how this address is asked."),
    "body_too_large": (413, "That is more than we can read."),
    "too_many": (429, "That was quick. Try again in a moment."),
}


def asked(path: str = "/", *, htmx: bool = False) -> HttpRequest:
    request = RequestFactory().get(path, headers={"Accept": "text/html"})
    request.htmx = htmx  # type: ignore[attr-defined] # as the middleware of htmx says it
    return request


@pytest.mark.parametrize("handler", PAGES)
def test_a_page_a_toast_and_an_unknown_address_for_programs_say_the_same(handler: str) -> None:
    status, code, title, sentence = PAGES[handler]
    handle = getattr(errors, handler)
    toast = handle(asked(htmx=True))
    assert (toast.status_code, toast["HX-Reswap"]) == (status, "none")
    assert sentence in toast.content.decode()
    told = handle(asked("/duel/api/game/"))
    assert told.status_code == status
    assert json.loads(told.content) == {"code": code, "message": sentence, "details": {}}
    assert str(CODES[code].title) == title


@pytest.mark.parametrize("code", PROGRAMS)
def test_a_program_is_told_the_code_its_status_and_a_sentence(code: str) -> None:
    status, sentence = PROGRAMS[code]

    def view(_request: HttpRequest) -> None:
        raise TooMany(3) if code == "too_many" else ApiRefusal(code)

    answer = ErrorStyle().answer_refusals(view)(asked())  # type: ignore[arg-type] # it never returns
    assert (answer.status_code, answer["Cache-Control"]) == (status, "no-store")
    assert json.loads(answer.content) == {"code": code, "message": sentence, "details": {}}
    assert sentence_for_programs(code) == sentence


@pytest.mark.parametrize(
    ("code", "status"), [("not_host", 403), ("not_your_turn", 403), ("stale_state", 409), ("no_such_card", 409)]
)
def test_the_rules_say_their_own_sentence(code: str, status: int) -> None:
    assert status_of(code) == status
    with pytest.raises(KeyError):
        sentence_for_programs(code)
    page = errors.refused(asked(htmx=True), RuleViolation(code, "Wait for your turn."))
    assert page.status_code == 409
    assert "Wait for your turn." in page.content.decode()


@pytest.mark.parametrize(("seconds", "wait"), [(1, "1 second"), (90, "90 seconds"), (91, "2 minutes")])
def test_a_person_is_told_how_long_to_wait(seconds: int, wait: str) -> None:
    answer = errors.too_many(asked(htmx=True), TooMany(seconds))
    assert (answer.status_code, answer["Retry-After"]) == (429, str(seconds))
    assert f"That was quick. Try again in {wait}." in answer.content.decode()


@pytest.mark.parametrize(
    ("exception", "status"), [(PermissionDenied(), 403), (Http404(), 404), (errors.Malformed(), 400)]
)
def test_a_socket_says_what_a_post_would_say(exception: Exception, status: int) -> None:
    sentences = {str(known.sentence) for known in CODES.values() if known.status == status and known.title}
    told = errors.refusal_toast(exception, help_url=lambda _code: None)
    assert any(sentence in told for sentence in sentences)
