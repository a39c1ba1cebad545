"""How the site waits for PostgreSQL: each thread keeps one connection, and nothing is waited for very long.

A connection that lasts is checked when work begins and opened anew where it is dead, so that a restart of the database
costs nobody a request once it answers again. A pool of connections would hand out dead ones for half a minute.
"""

import logging
import threading
from typing import Any

from django.db import InterfaceError, InternalError, OperationalError
from django.db.backends.signals import connection_created

CONNECT_SECONDS = 4
"""For a server that does not even refuse; one that is down says so at once."""
LOCK_SECONDS = 3
"""Short: while one table is locked by a process that stands still, the threads of another have others to serve."""
IDLE_SECONDS = 5
"""How long a process that stands still in a transaction keeps its locks."""
STATEMENT_SECONDS = 10
UNREACHABLE_SECONDS = 10
"""Until a server that vanished without a word counts as gone."""
OUTAGE = (InterfaceError, OperationalError)
LOST_CONNECTION = frozenset({"25P03", "25P04"})
"""SQLSTATEs of a session that was ended because it stood still in a transaction, or took too long for one."""

POSTGRES_OPTIONS: dict[str, Any] = {
    "connect_timeout": CONNECT_SECONDS,
    "keepalives_idle": UNREACHABLE_SECONDS // 2,
    "keepalives_interval": 1,
    "keepalives_count": UNREACHABLE_SECONDS // 2,
    "tcp_user_timeout": UNREACHABLE_SECONDS * 1000,
    "server_side_binding": True,
    "prepare_threshold": 3,
}
POSTGRES = {"CONN_MAX_AGE": None, "CONN_HEALTH_CHECKS": True}

log = logging.getLogger(__name__)
_thread = threading.local()


def is_outage(error: BaseException) -> bool:
    """Whether it is the database that failed, not the statement: the same request may succeed a moment later."""
    if isinstance(error, InternalError):
        return getattr(error.__cause__, "sqlstate", None) in LOST_CONNECTION
    return isinstance(error, OUTAGE)


def bound_waits() -> None:
    """To be called by processes that serve people, before they connect; others may take the time they need."""
    connection_created.connect(_bound_waits_of, dispatch_uid="bound waits")


def take_time() -> None:
    """To be called by a thread whose statements may be long, before it connects: it only must not stand still."""
    _thread.takes_time = True


def _bound_waits_of(*, connection: Any, **_more: Any) -> None:
    if connection.vendor != "postgresql":
        return
    limits = {"lock_timeout": LOCK_SECONDS, "idle_in_transaction_session_timeout": IDLE_SECONDS}
    if not getattr(_thread, "takes_time", False):
        # The limit of transactions, of PostgreSQL 17 and later, ends one that stands still between two statements of
        # a pipeline, too.
        limits |= {"statement_timeout": STATEMENT_SECONDS, "transaction_timeout": STATEMENT_SECONDS}
    names, values = list(limits), [f"{seconds}s" for seconds in limits.values()]
    connection.connection.execute(
        "SELECT set_config(name, value, false) FROM unnest(%s::text[], %s::text[]) AS wanted (name, value)"
        " WHERE name IN (SELECT name FROM pg_settings)",
        (names, values),
    )


class ClosedDuringOutage:
    """Closes a socket that fails because the database does not answer; its page tries again by itself."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        try:
            await self.application(scope, receive, send)
        except (InternalError, *OUTAGE) as error:
            if not is_outage(error):
                raise
            log.warning("a socket was closed: the database does not answer (%s)", error)
            await send({"type": "websocket.close", "code": 1013})
