"""The file of a backup: compressed lines, with the sum of all others in the last one.

The first line describes the site. Each table begins with a line that names it and its columns, then come its rows as
the database writes them, and a line that ends it. The line before the last holds the counters for new rows.
"""

import gzip
import hashlib
import os
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

import msgspec

END_OF_TABLE = b"\\.\n"
"""Neither a row of PostgreSQL's COPY nor JSON."""
FORMAT = 1


class DamagedBackup(Exception):
    """The file is no whole backup; the words say what is wrong with it."""


class Description(msgspec.Struct, frozen=True, kw_only=True):
    format: int
    made_at: str
    vendor: str
    """Of the database: rows are kept as it writes them."""
    migrations: list[tuple[str, str]]
    secret_key: str
    """Signs sessions: without it guests, who are known by their session alone, would lose their seats."""


class Table(msgspec.Struct, frozen=True):
    table: str
    columns: list[str]


class Counters(msgspec.Struct, frozen=True):
    counters: dict[str, int]


class Sum(msgspec.Struct, frozen=True):
    sha256: str


def write(file: Path, lines: Iterable[bytes]) -> None:
    """Writes the lines and their sum; the file is there when it is whole and on the disk, for the owner's eyes only."""
    unfinished = file.with_name(f"{file.name}.unfinished")
    digest = hashlib.sha256()
    try:
        handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "wb") as raw:
            with gzip.GzipFile(filename="", fileobj=raw, mode="wb", compresslevel=6) as packed:
                for line in lines:
                    digest.update(line)
                    packed.write(line)
                packed.write(as_line(Sum(digest.hexdigest())))
            raw.flush()
            os.fsync(raw.fileno())
        unfinished.replace(file)
    except BaseException:
        with suppress(FileNotFoundError):
            unfinished.unlink()
        raise


def check(file: Path) -> None:
    """Reads the whole file; raises DamagedBackup."""
    digest, last = hashlib.sha256(), b""
    for line in _lines(file):
        digest.update(last)
        last = line
    try:
        expected = msgspec.json.decode(last, type=Sum)
    except msgspec.DecodeError:
        raise DamagedBackup("its end is missing") from None
    if expected.sha256 != digest.hexdigest():
        raise DamagedBackup("its sum is wrong")


class Reader:
    """A file that has been checked, read from its beginning to its end."""

    def __init__(self, file: Path) -> None:
        self._lines = _lines(file)
        try:
            self.description = msgspec.json.decode(next(self._lines, b""), type=Description)
        except msgspec.DecodeError:
            raise DamagedBackup("it is no backup of this site") from None
        if self.description.format != FORMAT:
            raise DamagedBackup(f"its format {self.description.format} is of another version of the site")
        self.counters: dict[str, int] = {}
        """Known when all tables are read."""

    def tables(self) -> Iterator[tuple[Table, Iterator[bytes]]]:
        """Each table with its rows, which must be read before the next table."""
        for line in self._lines:
            found = msgspec.json.decode(line, type=dict[str, object])
            if "counters" in found:
                self.counters = msgspec.convert(found, Counters).counters
                return
            yield msgspec.convert(found, Table), self._rows()

    def _rows(self) -> Iterator[bytes]:
        return iter(lambda: next(self._lines), END_OF_TABLE)


def as_line(what: msgspec.Struct) -> bytes:
    return msgspec.json.encode(what) + b"\n"


def _lines(file: Path) -> Iterator[bytes]:
    try:
        with gzip.open(file) as packed:
            yield from _until_end(packed)
    except EOFError:
        raise DamagedBackup("its end is missing") from None
    except (gzip.BadGzipFile, zlib.error):
        raise DamagedBackup("it cannot be unpacked") from None


def _until_end(packed: BinaryIO | gzip.GzipFile) -> Iterator[bytes]:
    while line := packed.readline():
        yield line
