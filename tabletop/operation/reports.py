"""Reports of errors to a service that speaks Sentry's protocol, where SENTRY_DSN names one.

A report says where something failed, never with what: no values of variables, no request, no person, no words of an
exception or of a log line, which may hold a card that nobody may see. What is sent is named here; all else is dropped.
"""

import logging
from typing import TYPE_CHECKING, Any

from tabletop.games import all_games

if TYPE_CHECKING:
    from sentry_sdk.types import Event, Hint

SENT_FIELDS = ("event_id", "timestamp", "platform", "level", "logger", "release", "environment", "sdk")
SENT_OF_EXCEPTION = ("type", "module")
SENT_OF_FRAME = ("filename", "function", "module", "lineno", "in_app")


def start_reports(dsn: str) -> None:
    """Reports what is logged as an error from now on; nothing without a DSN."""
    if not dsn:
        return
    # Imported late: most sites send no reports.
    import sentry_sdk
    from sentry_sdk.integrations.atexit import AtexitIntegration
    from sentry_sdk.integrations.dedupe import DedupeIntegration
    from sentry_sdk.integrations.excepthook import ExcepthookIntegration
    from sentry_sdk.integrations.logging import LoggingIntegration

    sentry_sdk.init(
        dsn=dsn,
        default_integrations=False,
        auto_enabling_integrations=False,
        integrations=[
            LoggingIntegration(level=None, event_level=logging.ERROR),
            ExcepthookIntegration(),
            DedupeIntegration(),
            AtexitIntegration(callback=lambda _pending, _timeout: None),
        ],
        before_send=strip,
        send_default_pii=False,
        include_local_variables=False,
        include_source_context=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        auto_session_tracking=False,
        send_client_reports=False,
    )


def strip(event: "Event", _hint: "Hint") -> "Event":
    """The report with what SENT_FIELDS and the lists beside it name, and the log line without its values."""
    given: dict[str, Any] = dict(event)
    sent = {name: given[name] for name in SENT_FIELDS if name in given}
    message = (given.get("logentry") or {}).get("message")
    if message and _has_gaps(given.get("logger") or ""):
        sent["logentry"] = {"message": message}
    exceptions = (given.get("exception") or {}).get("values") or ()
    sent["exception"] = {"values": [_exception(exception) for exception in exceptions]}
    stripped: Event = sent  # type: ignore[assignment] # of the same fields
    return stripped


def _has_gaps(logger: str) -> bool:
    """Whether this logger's lines have gaps for values; libraries write values into the line itself."""
    return logger.partition(".")[0] in {"tabletop", "django", *(game.slug for game in all_games())}


def _exception(given: dict[str, Any]) -> dict[str, Any]:
    frames = (given.get("stacktrace") or {}).get("frames") or ()
    kept = {name: given[name] for name in SENT_OF_EXCEPTION if name in given}
    kept["stacktrace"] = {
        "frames": [{name: frame[name] for name in SENT_OF_FRAME if name in frame} for frame in frames]
    }
    return kept
