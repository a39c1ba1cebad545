"""The one table of error codes: what pages, toasts, sockets and API answers say of a refused request.

A refusal by a game's rules brings its own sentence (`RuleViolation`); a code that is not in the table is one of those.
"""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Text = str | Promise


@dataclass(frozen=True, kw_only=True)
class ErrorCode:
    """One kind of refusal. Programs read `for_programs` where pages say more than a program can use."""

    status: int
    title: Text = ""
    """The heading of the error page; empty for a code that only programs get."""
    sentence: Text = ""
    """Empty where the rules say it."""
    for_programs: Text = ""


RULES_STATUS = 409
"""The status of refusals by the rules, where the table has none for their code."""
RULES_TITLE: Text = _("That does not work at this moment")

CODES: dict[str, ErrorCode] = {
    "invalid_request": ErrorCode(
        status=400,
        title=_("We could not read that"),
        sentence=_("Something in the request was missing or of the wrong kind. Nothing has changed."),
    ),
    "unauthenticated": ErrorCode(status=401, sentence=_("Send the token of your seat, or come in by a name first.")),
    "player_not_in_game": ErrorCode(status=403, sentence=_("You have no seat at this table.")),
    "not_host": ErrorCode(status=403),
    "not_your_turn": ErrorCode(status=403),
    "csrf_failed": ErrorCode(
        status=403,
        title=_("This page has been open for a long time"),
        sentence=_("Reload the page and try again. Nothing has changed."),
    ),
    "not_allowed": ErrorCode(
        status=403,
        title=_("This one is not for you"),
        sentence=_("You have no seat here, or somebody else may do this. Nothing has changed."),
    ),
    "game_not_found": ErrorCode(status=404, sentence=_("We know no such table.")),
    "not_found": ErrorCode(
        status=404,
        title=_("Nothing on this table"),
        sentence=_("We know no page or table at this address. Check the link, or look at the open tables."),
    ),
    "method_not_allowed": ErrorCode(
        status=405,
        title=_("Not this way"),
        sentence=_("What was asked does not work at this address. Nothing has changed."),
        for_programs=_("That is not how this address is asked."),
    ),
    "request_too_slow": ErrorCode(
        status=408, sentence=_("The request took too long to come. Nothing has changed. Try again.")
    ),
    "too_many_tables": ErrorCode(status=409),
    "key_reused": ErrorCode(status=409),
    "body_too_large": ErrorCode(status=413, sentence=_("That is more than we can read.")),
    "too_many": ErrorCode(
        status=429,
        title=_("One moment, please"),
        sentence=_("That was quick. Try again in %(wait)s."),
        for_programs=_("That was quick. Try again in a moment."),
    ),
    "server_error": ErrorCode(
        status=500,
        title=_("We dropped a card"),
        sentence=_("Something went wrong on our side. What you had done before is safe. Try again in a moment."),
    ),
    "busy": ErrorCode(
        status=503,
        title=_("One moment, please"),
        sentence=_("Many people are logging in right now. Nothing has changed. Try again in a few seconds."),
    ),
    "unavailable": ErrorCode(
        status=503,
        title=_("One moment, please"),
        sentence=_("We cannot reach our records right now. What you had done before is safe. Try again in a moment."),
    ),
}

SITE_CODES = frozenset({"not_allowed", "not_found", "request_too_slow", "server_error", "unavailable"})
"""Said by the site before or after a game is asked, and spelled alike for every game."""
PROGRAM_CODES = frozenset(CODES.keys() - SITE_CODES)
"""Said by the addresses for programs of every game, besides those of its rules."""


def status_of(code: str) -> int:
    """The status programs get; a code that is not in the table is a refusal by the rules."""
    known = CODES.get(code)
    return RULES_STATUS if known is None else known.status


def sentence_for_programs(code: str) -> str:
    """In the reader's language. Raises KeyError for a code whose sentence the rules say."""
    known = CODES[code]
    sentence = str(known.for_programs or known.sentence)
    if not sentence:
        raise KeyError(code)
    return sentence
