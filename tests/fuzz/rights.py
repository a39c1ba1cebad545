"""Rows that have changed, and which of them a sender may change.

Rows tell by their columns what they are: only a table at which people sit has a room code, only a seat the hash of a
token, only an entry of a log a payload.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Row = Mapping[str, Any]

DEADLINES = "tabletop_deadline"

PRESENCE = ("arrived", "left")
"""What the log has for sockets that open and close."""
SETTLE = "settle"
"""What it has for time that is over: this takes effect with any request."""


@dataclass(frozen=True, kw_only=True)
class Contents:
    """All rows at one time."""

    columns: Mapping[str, Sequence[str]]
    rows: Mapping[str, Sequence[tuple[Any, ...]]]

    def with_column(self, column: str) -> Iterator[Row]:
        for table, columns in self.columns.items():
            if column in columns:
                yield from (dict(zip(columns, row, strict=True)) for row in self.rows[table])


@dataclass(frozen=True, kw_only=True)
class Change:
    """A row that is no longer there, or one that is there now; a row that was changed is both."""

    table: str
    row: Row
    is_now: bool

    def __str__(self) -> str:
        return f"{self.table}: {'now' if self.is_now else 'no longer'} {self.row}"


@dataclass(frozen=True, kw_only=True)
class Sender:
    """What a request or a socket brings along to prove a right."""

    person: str | None = None
    """Whose session it has."""
    token_of: str | None = None
    """The table at which its token has a seat."""
    named: str | None = None
    """The table or the deck that its address names: it changes no other."""


def changes(before: Contents, after: Contents) -> Iterator[Change]:
    for table, columns in before.columns.items():
        if before.rows[table] != after.rows[table]:
            # By their text: rows of PostgreSQL hold what cannot be hashed.
            was, now = ({repr(row): row for row in contents.rows[table]} for contents in (before, after))
            for text in was.keys() ^ now.keys():
                row = dict(zip(columns, was.get(text) or now[text], strict=True))
                yield Change(table=table, row=row, is_now=text in now)


def plain(identifier: object) -> str | None:
    """SQLite writes a UUID without its dashes."""
    return None if identifier is None else str(identifier).replace("-", "")


def game_of(row: Row) -> str | None:
    """The table that a row belongs to."""
    return plain(row["id"] if "room_code" in row else row.get("game_session_id") or row.get("game_id"))


def person_of(change: Change) -> str | None:
    """The person that a row belongs to."""
    row = change.row
    if change.table == "accounts_user":
        return plain(row["id"])
    return plain(row.get("user_id") or row.get("owner_id") or row.get("recipient_id"))


def action_of(change: Change) -> str | None:
    """The type of the action that has come to a log."""
    if not change.is_now or "payload" not in change.row:
        return None
    payload = change.row["payload"]
    return str((payload if isinstance(payload, dict) else json.loads(payload))["type"])


def seat_taken(change: Change) -> str | None:
    """The seat that somebody from outside has taken by this entry of a log."""
    if action_of(change) != "take_seat":
        return None
    payload = change.row["payload"]
    return plain((payload if isinstance(payload, dict) else json.loads(payload))["seatId"])


def seat_id_of(row: Row) -> str | None:
    return plain(row.get("player_id") or row["id"])


def tables_held(sender: Sender, contents: Contents) -> set[str | None]:
    """The tables at which the sender has a seat."""
    seats = contents.with_column("token_hash") if sender.person else ()
    held = {game_of(row) for row in seats if plain(row["user_id"]) == plain(sender.person)}
    return held | {plain(sender.token_of)} - {None}


def is_seated(sender: Sender, contents: Contents) -> bool:
    """Whether the sender has a seat at the table that it names."""
    return plain(sender.named) in tables_held(sender, contents)


class RequestJudge:
    """Knows what was there before a request, and so what its sender may touch."""

    def __init__(self, before: Contents, sender: Sender) -> None:
        self._named, self._person = plain(sender.named), plain(sender.person)
        self._taken: set[str | None] = set()
        self._held = tables_held(sender, before)
        self._games = {plain(row["id"]) for row in before.with_column("room_code")}
        self._seats = {plain(row["id"]) for row in before.with_column("token_hash")}
        self._people = {plain(row["id"]) for row in before.with_column("is_guest")}
        self._decks = {plain(row["id"]) for row in before.with_column("share_token")}

    def forbidden(self, changed: Sequence[Change]) -> list[Change]:
        """Of these the changes that the sender had no right to."""
        self._taken = set(map(seat_taken, changed)) - {None}
        joined = {game_of(change.row) for change in changed if self._is_own_new_seat(change)}
        return [change for change in changed if not self._is_own_wish(change) and not self._may(change, joined)]

    def _is_own_wish(self, change: Change) -> bool:
        """Who looks on may wish for a chair, here or at the next table."""
        return change.table == "tabletop_chairwish" and plain(change.row["person_id"]) == self._person

    def _is_own_new_seat(self, change: Change) -> bool:
        if not change.is_now or "token_hash" not in change.row:
            return False
        person = plain(change.row["user_id"])
        if plain(change.row["id"]) in self._seats:
            # One that was offered.
            return seat_id_of(change.row) in self._taken and person == self._person
        return person in (None, self._person) or person not in self._people

    def _may(self, change: Change, joined: set[str | None]) -> bool:
        game, person, named = game_of(change.row), person_of(change), self._named
        if change.table.startswith("talk_"):
            # Who looks on may talk, too; what is said, muted or reported is somebody's own. A report has copies of what
            # others said, and is judged by its own row.
            own = plain(change.row.get("person_id") or change.row.get("reporter_id"))
            return "report_id" in change.row or (own == self._person and game in (None, named))
        if game is not None:
            is_held = game in self._held or (game in joined and self._is_part_of_joining(change))
            return game not in self._games or (is_held and named in (None, game))
        if change.table == "notify_notice" and change.is_now:
            # A mail about an account goes to its owner, no matter who asked for it.
            return True
        if person is None or (person in self._people and person != self._person):
            return False
        if "share_token" in change.row:
            deck = plain(change.row["id"])
            return deck not in self._decks or named in (None, deck)
        return named is None or person not in self._people

    def _is_part_of_joining(self, change: Change) -> bool:
        """The seats of the others and what lies on the table stay as they are."""
        if "token_hash" in change.row:
            return plain(change.row["id"]) not in self._seats or seat_id_of(change.row) in self._taken
        if "payload" in change.row:
            return action_of(change) in ("join", "take_seat")
        return "room_code" in change.row or change.table in (DEADLINES, "tabletop_entrykey")


class SocketJudge:
    """By a socket a seat changes its own table, and nobody else anything."""

    def __init__(self) -> None:
        self._left: set[str | None] = set()
        """Tables that a seat has left: that it is away is noted when its socket is closed and forgotten."""

    def forbidden(
        self, changed: Sequence[Change], before: Contents, sender: Sender, *, accepted: int | None
    ) -> list[Change]:
        """Of these the changes that the sender had no right to; `accepted` moves were answered as made."""
        changed = [change for change in changed if change.table != DEADLINES or game_of(change.row) not in self._left]
        self._left |= {game_of(change.row) for change in changed if action_of(change) == "leave"}
        if not is_seated(sender, before):
            return changed
        elsewhere = [change for change in changed if game_of(change.row) != plain(sender.named)]
        return elsewhere if accepted is None else elsewhere + _unasked(changed, accepted=accepted)


def _unasked(changed: Sequence[Change], *, accepted: int) -> list[Change]:
    """Moves that nobody was told of as accepted; without any, all but what the coming and going of a seat changes."""
    moves = [change for change in changed if action_of(change) not in (None, *PRESENCE)]
    if accepted or moves:
        return moves if len(moves) > accepted else []
    came_or_went = any(action_of(change) in PRESENCE for change in changed)
    of_presence = ("room_code", "token_hash", "payload") if came_or_went else ()
    return [
        change
        for change in changed
        if change.table != DEADLINES and not any(name in change.row for name in of_presence)
    ]
