"""Who may sit where. A person who takes a seat is told its token once; the table keeps the hash."""

import hashlib
import secrets
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from tabletop.engine import Loaded, Receipt, Sitter
from tabletop.rules import Seat
from tabletop.tables.models import PlayerRow, TableRow


def new_token() -> str:
    return secrets.token_urlsafe(32)


def hash_token(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A seat just taken."""

    player_id: str
    seat: Seat
    receipt: Receipt
    token: str | None
    """None for a seat the person had already."""

    @property
    def game_id(self) -> UUID:
        game_id: UUID = self.receipt.loaded.row.pk
        return game_id

    @property
    def room_code(self) -> str:
        row = self.receipt.loaded.row
        assert isinstance(row, TableRow)  # noqa: S101 - other games have no seats to take
        return row.room_code


@dataclass(frozen=True, kw_only=True)
class TakenSeat:
    """What an identity is compared with."""

    player_id: str
    seat: Seat
    user_id: UUID | None
    token_hash: str | None


def seat_with_token(seats: Iterable[TakenSeat], token: str) -> TakenSeat | None:
    hashed = hash_token(token)
    return next((seat for seat in seats if seat.token_hash == hashed), None)


def seat_with_person(seats: Iterable[TakenSeat], person: UUID | None) -> TakenSeat | None:
    return next((seat for seat in seats if person is not None and seat.user_id == person), None)


@dataclass(frozen=True, kw_only=True)
class Seats:
    """The rows of the seats at all tables of a game."""

    players: type[PlayerRow]
    game: str
    """The column that refers to the table."""
    place_column: str
    keyed_by_place: bool = False
    """Whether the rules call a seat by its place; otherwise the rules' key is the seat id."""

    def at(self, game_id: UUID) -> list[TakenSeat]:
        """Empty if there is no such table: a table has a player as long as it exists."""
        rows = self.rows(**{self.game: game_id}).values_list("pk", self.place_column, "user_id", "token_hash")
        return [
            TakenSeat(player_id=str(pk), seat=seat if self.keyed_by_place else str(pk), user_id=user, token_hash=hashed)
            for pk, seat, user, hashed in rows
        ]

    def sitters(self, players: Iterable[Mapping[str, Any]]) -> dict[Seat, Sitter]:
        """Who has which seat of a table, by the columns of its players."""
        return {
            player[self.place_column] if self.keyed_by_place else str(player["id"]): Sitter(
                seat_id=str(player["id"]), person=player["user_id"], display_name=player["display_name"]
            )
            for player in players
        }

    def names_at(self, game_id: UUID) -> dict[str, str]:
        """Names by seat id, as the rows have them."""
        rows = self.rows(**{self.game: game_id}).values_list("pk", "display_name")
        return {str(pk): name for pk, name in rows}

    def unnumbered(self, game_ids: Collection[UUID], *columns: str) -> dict[UUID, Hashable]:
        """Of each table the names of its seats, and these columns."""
        found: defaultdict[UUID, set[Hashable]] = defaultdict(set)
        rows = self.rows(**{f"{self.game}__in": game_ids})
        for game_id, seat_id, *shown in rows.values_list(self.game, "pk", "display_name", *columns):
            found[game_id].add((str(seat_id), *shown))
        return {game_id: frozenset(shown) for game_id, shown in found.items()}

    def unnumbered_of(self, loaded: Loaded[Any]) -> Hashable:
        """The names of a table as it was loaded."""
        return frozenset((sitter.seat_id, sitter.display_name) for sitter in loaded.sitters.values())

    def know_token(self, token: str) -> bool:
        """Whether it is that of a seat at any table."""
        return self.rows(token_hash=hash_token(token)).exists()

    def rows(self, **wanted: Any) -> Any:
        return self.players._default_manager.filter(**wanted)
