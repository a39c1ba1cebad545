"""What players were answered, compared with what is stored: the log is the one truth of what has happened.

For each request that carries a key: answered with yes, it stands in the log exactly once; refused, never; without an
answer, once or not at all. Numbers of a log have no gaps, moves that were answered one after the other stand in that
order, and opening, seed and log give the stored state.
"""

import json
import threading
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, Literal, get_args

import psycopg

from tests.kit.server import Site

Outcome = Literal["accepted", "refused", "unknown"]
TABLES = {
    "cambio": ("game_session", "cambio_action"),
    "imperial": ("game", "imperial_action"),
    "duel": ("tinygame_duelgame", "tinygame_duelaction"),
}


@dataclass(frozen=True, kw_only=True)
class Call:
    """One request, which may have been sent more than once with the same key."""

    slug: str
    game_id: str
    player_id: str
    key: str
    outcome: Outcome
    began: float
    ended: float
    logged: dict[str, object] = field(default_factory=dict)
    """Fields of the action that the log must have if it was accepted."""

    @property
    def keys(self) -> set[str]:
        """As the log may have it: in a waiting room it is tied to the id of the seat."""
        tied = blake2b(f"{self.player_id} {self.key}".encode(), digest_size=16).hexdigest()
        return {self.key, tied}


@dataclass(frozen=True)
class Entry:
    seq: int
    key: str | None
    payload: dict[str, object]


class Ledger:
    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.tables: set[tuple[str, str]] = set()
        self._lock = threading.Lock()

    def note(self, call: Call) -> None:
        with self._lock:
            self.calls.append(call)
            self.tables.add((call.slug, call.game_id))

    def summary(self) -> dict[str, int]:
        """How many calls had which outcome."""
        counted = Counter(call.outcome for call in tuple(self.calls))
        return {outcome: counted[outcome] for outcome in get_args(Outcome)}

    def check(self, site: Site) -> None:
        """Raises AssertionError."""
        self.check_log(site.environment["DATABASE_URL"])
        self.check_replays(site)

    def check_log(self, database_url: str) -> None:
        """What was answered is what the log has. Raises AssertionError."""
        calls: dict[tuple[str, str], list[Call]] = defaultdict(list)
        for call in self.calls:
            calls[call.slug, call.game_id].append(call)
        with psycopg.connect(database_url) as connection:
            for slug, game_id in self.tables:
                entries = _entries(connection, slug, game_id)
                for request in _requests(calls[slug, game_id]):
                    _check_request(request, entries)
                _check_order(calls[slug, game_id], entries)

    def check_replays(self, site: Site) -> None:
        """Opening, seed and log give the stored state of each table."""
        for slug in TABLES:
            ids = [game_id for named, game_id in self.tables if named == slug]
            if ids:
                answer = json.loads(site.ask("tests.kit.verifier", json.dumps([slug, *ids])))
                assert not answer["broken"], answer["broken"]
                assert answer["verified"] == len(ids)


def _entries(connection: psycopg.Connection[Any], slug: str, game_id: str) -> list[Entry]:
    """Those of the table's log, which has no gaps and ends with the table's number."""
    games, log = TABLES[slug]
    found = connection.execute(f"SELECT seq FROM {games} WHERE id = %s", [game_id]).fetchone()
    assert found is not None, f"{slug} {game_id} is gone"
    rows = connection.execute(
        f"SELECT seq, key, payload FROM {log} WHERE game_id = %s ORDER BY seq", [game_id]
    ).fetchall()
    entries = [Entry(seq, key, payload) for seq, key, payload in rows]
    assert [entry.seq for entry in entries] == list(range(1, found[0] + 1)), f"gaps in the log of {slug} {game_id}"
    return entries


def _requests(calls: list[Call]) -> list[list[Call]]:
    """Calls with one key are one request."""
    by_key: dict[str, list[Call]] = defaultdict(list)
    for call in calls:
        by_key[call.key].append(call)
    return list(by_key.values())


def _check_request(calls: list[Call], entries: list[Entry]) -> None:
    keys, outcomes = calls[0].keys, {call.outcome for call in calls}
    found = [entry for entry in entries if entry.key in keys]
    if "accepted" in outcomes:
        assert len(found) == 1, f"accepted, and {len(found)} times in the log: {calls}"
        for call in calls:
            if call.outcome == "accepted":
                assert found[0].payload | call.logged == found[0].payload, (found[0], call)
    elif "unknown" in outcomes:
        assert len(found) <= 1, f"{len(found)} times in the log: {calls}"
    else:
        assert not found, f"refused, and in the log: {calls}"


def _check_order(calls: list[Call], entries: list[Entry]) -> None:
    """A move that was answered before another was sent stands before it."""
    numbers = {entry.key: entry.seq for entry in entries}
    placed = [
        (call, next(numbers[key] for key in call.keys if key in numbers))
        for call in calls
        if call.outcome == "accepted"
    ]
    by_end = sorted(placed, key=lambda pair: pair[0].ended)
    latest, done = 0, 0
    for call, seq in sorted(placed, key=lambda pair: pair[0].began):
        while done < len(by_end) and by_end[done][0].ended < call.began:
            # The same request sent again is answered with its old number.
            latest, done = max(latest, by_end[done][1]), done + 1
        earlier = [other for other in calls if other.key == call.key and other.began < call.began]
        assert seq > latest or earlier, f"out of order: {call}"
