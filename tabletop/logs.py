"""JSON logs: one line per record, with the id of its request."""

import logging
import re
import uuid
from collections.abc import Callable
from typing import Any

import structlog
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError

VALID_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")

ACCESS_FIELDS = ("method", "path", "route", "status", "code", "ms", "bytes", "address", "request_id")
"""What a record may carry besides its sentence."""
FAULTS_OF_STRANGERS = (
    *("SuspiciousOperation", "SuspiciousMultipartForm", "SuspiciousFileOperation", "DisallowedHost"),
    *("DisallowedRedirect", "TooManyFieldsSent", "TooManyFilesSent", "RequestDataTooBig", "SuspiciousSession"),
    *("InvalidSessionKey", "DisallowedModelAdminLookup", "DisallowedModelAdminToField", "csrf"),
)
"""What Django logs with a traceback or with the path although any visitor can cause it."""
REFUSED = "a request was refused: %s"

_shared_processors: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.ExtraAdder(allow=ACCESS_FIELDS),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
]


def logging_config(*, level: str, access: bool = False) -> dict[str, Any]:
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": _shared_processors,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    structlog.processors.JSONRenderer(),
                ],
            }
        },
        "filters": {"one_line": {"()": OneLine}, "own_faults": {"()": OwnFaults}},
        "handlers": {
            "stderr": {"class": "logging.StreamHandler", "formatter": "json"},
            "count": {"class": "tabletop.operation.counts.ErrorCount"},
        },
        "root": {"handlers": ["stderr", "count"], "level": level},
        "loggers": {
            "daphne": {"level": "WARNING"},
            "django.request": {"level": "WARNING", "filters": ["own_faults"]},
            # Django's default handlers would print every record a second time.
            "django": {"handlers": [], "propagate": True},
            "django.server": {"handlers": [], "propagate": True},
            "tabletop.access": {"level": "INFO" if access else "WARNING"},
            **{f"django.security.{fault}": {"filters": ["one_line"]} for fault in FAULTS_OF_STRANGERS},
        },
    }


class OneLine(logging.Filter):
    """Makes a fault of a stranger a warning of one line, without a traceback and without what was sent."""

    def filter(self, record: logging.LogRecord) -> bool:
        _refused(record, record.name.rpartition(".")[2])
        return True


class OwnFaults(logging.Filter):
    """Lets errors of ours pass, with the pattern of the route in place of the path, which may hold a token.

    Refusals are part of play: warnings would fill the log. A body that cannot be read is one line.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        kind = record.exc_info[0] if isinstance(record.exc_info, tuple) else None
        if record.levelno >= logging.ERROR:
            # Imported late: this module is read with the settings.
            from tabletop.operation.access import readable_path

            if request := getattr(record, "request", None):
                reason = record.getMessage().partition(":")[0]
                record.msg, record.args = "%s: %s", (reason, readable_path(request))
            return True
        if kind is not None and issubclass(kind, (BadRequest, MultiPartParserError)):
            _refused(record, kind.__name__)
        # A server sets Django up twice, so that a record passes twice.
        return record.msg == REFUSED


def _refused(record: logging.LogRecord, fault: str) -> None:
    record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
    record.msg, record.args = REFUSED, (fault,)
    record.exc_info = record.exc_text = None


class RequestIdMiddleware:
    """Gives every request an id, or keeps a proxy's, and adds it to all log lines and to the answer.

    Not to a file that browsers keep for ever: it is no answer to one request, and a first visit fetches twenty.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get("X-Request-ID", "")
        request_id = given if VALID_REQUEST_ID.fullmatch(given) else uuid.uuid4().hex
        with structlog.contextvars.bound_contextvars(request_id=request_id):
            response = self.get_response(request)
        if "immutable" not in response.get("Cache-Control", ""):
            response["X-Request-ID"] = request_id
        return response
