"""Rows of SQLite: one JSON list a row, with bytes as an object."""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from contextvars import ContextVar
from itertools import islice
from typing import Any

import msgspec
from django.db import OperationalError, connection, transaction

from tabletop.running import is_held, kept_from_others

ROWS_AT_ONCE = 500
_reader: ContextVar[sqlite3.Connection] = ContextVar("the connection that reads one moment of the database")


@contextmanager
def snapshot() -> Iterator[None]:
    """One moment of the database, while others go on writing: Django's own transactions would lock them out."""
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as reader:
        reader.execute("BEGIN")
        token = _reader.set(reader)
        try:
            yield
        finally:
            _reader.reset(token)


@contextmanager
def alone() -> Iterator[None]:
    # Tables are dropped in any order, and SQLite stops checking references only outside a transaction.
    with kept_from_others(), connection.constraint_checks_disabled(), transaction.atomic():
        yield


def users() -> list[str]:
    """Processes of the site that serve this file."""
    return ["a server or clock"] if is_held() else []


def is_busy(error: OperationalError) -> bool:
    return "locked" in str(error)


def drop(tables: Iterable[str]) -> None:
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(f"DROP TABLE {connection.ops.quote_name(table)}")


def rows(table: str, columns: list[str]) -> Iterator[bytes]:
    names = ", ".join(map(connection.ops.quote_name, columns))
    found = _reader.get().execute(f"SELECT {names} FROM {connection.ops.quote_name(table)}")  # noqa: S608 - our tables
    for row in found:
        yield msgspec.json.encode([_plain(value) for value in row]) + b"\n"


def load(table: str, columns: list[str], lines: Iterable[bytes]) -> None:
    names, gaps = ", ".join(map(connection.ops.quote_name, columns)), ", ".join(["%s"] * len(columns))
    insert = f"INSERT INTO {connection.ops.quote_name(table)} ({names}) VALUES ({gaps})"  # noqa: S608 - our tables
    values = ([_stored(value) for value in msgspec.json.decode(line)] for line in lines)
    with connection.cursor() as cursor:
        while some := list(islice(values, ROWS_AT_ONCE)):
            cursor.executemany(insert, some)


def counters() -> dict[str, int]:
    return {str(name): int(value) for name, value in _reader.get().execute("SELECT name, seq FROM sqlite_sequence")}


def set_counters(values: dict[str, int]) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM sqlite_sequence")
        cursor.executemany("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", list(values.items()))


def _plain(value: Any) -> Any:
    return {"bytes": value.hex()} if isinstance(value, bytes) else value


def _stored(value: Any) -> Any:
    return bytes.fromhex(value["bytes"]) if isinstance(value, dict) else value
