"""How long a process waits for PostgreSQL: those that serve people not long, the others as long as they need."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
from django.db import InternalError, OperationalError, connection, connections
from django.db.backends.signals import connection_created

from tabletop import database, settings

LIMITS = ("lock_timeout", "idle_in_transaction_session_timeout", "statement_timeout", "transaction_timeout")


@pytest.fixture
def _serving() -> Iterator[None]:
    database.bound_waits()
    yield
    connection_created.disconnect(dispatch_uid="bound waits")


def limits_of_a_new_thread(*, takes_time: bool = False) -> list[str]:
    def ask() -> list[str]:
        if takes_time:
            database.take_time()
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT name, setting || unit FROM pg_settings WHERE name = ANY (%s)", [list(LIMITS)])
                settings = dict(cursor.fetchall())
                return [settings[name] for name in LIMITS]
        finally:
            connections.close_all()

    with ThreadPoolExecutor(max_workers=1) as thread:
        return thread.submit(ask).result()


@pytest.mark.production_only
@pytest.mark.django_db(transaction=True)
def test_a_command_waits_as_long_as_it_needs() -> None:
    assert limits_of_a_new_thread() == ["0ms"] * len(LIMITS)


@pytest.mark.production_only
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_serving")
def test_a_serving_process_waits_for_nothing_very_long() -> None:
    assert limits_of_a_new_thread() == ["3000ms", "5000ms", "10000ms", "10000ms"]


@pytest.mark.production_only
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_serving")
def test_a_thread_that_clears_up_may_take_its_time_but_not_stand_still() -> None:
    assert limits_of_a_new_thread(takes_time=True) == ["3000ms", "5000ms", "0ms", "0ms"]


def test_every_thread_keeps_one_connection_that_is_checked() -> None:
    served = settings.database("postgres://tabletop@127.0.0.1/tabletop")
    assert (served["CONN_MAX_AGE"], served["CONN_HEALTH_CHECKS"]) == (None, True)
    assert "pool" not in served["OPTIONS"]


def test_a_session_that_was_ended_for_standing_still_is_an_outage_and_a_wrong_statement_is_none() -> None:
    def caused_by(cause: Exception) -> InternalError:
        error = InternalError()
        error.__cause__ = cause
        return error

    assert database.is_outage(OperationalError())
    assert database.is_outage(caused_by(psycopg.errors.IdleInTransactionSessionTimeout()))
    assert not database.is_outage(caused_by(psycopg.errors.InFailedSqlTransaction()))
    assert not database.is_outage(ValueError())
