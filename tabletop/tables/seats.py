"""Who may sit where. A person who takes a seat is told its token once; the table keeps the hash."""

import hashlib
import secrets
from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, Subquery, UUIDField

from tabletop.accounts.models import User
from tabletop.admission import admit
from tabletop.engine import Loaded, Receipt, Sitter
from tabletop.rules import Seat
from tabletop.table import TableRules
from tabletop.tables.models import PlayerRow, TableRow


def new_token() -> str:
    return secrets.token_urlsafe(32)


def hash_token(token: str | None) -> str | None:
    return None if token is None else hashlib.sha256(token.encode()).hexdigest()


@dataclass(frozen=True, kw_only=True)
class Terms:
    """What somebody who takes a seat brings along besides the name."""

    token: str | None = field(default_factory=new_token)
    """Proves the seat to programs; None for a seat that no program plays."""
    opened_from: str | None = None
    """The mark of the network that the request comes from; without one, waiting tables are not counted."""
    waits: bool = True
    """False for a table that begins at once, or as soon as its page asks for the deal."""
    seals_first: bool = False
    """Whether the person's page comes next, shows the fingerprint of the shuffle and then asks for the deal."""


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A seat just taken."""

    player_id: str
    seat: Seat
    receipt: Receipt
    token: str | None
    """None for a seat the person had already, and for one that no program plays."""
    person: User
    is_repeated: bool = False
    """Whether the seat was taken before, by a request with the same key."""

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


def entry_again(loaded: Loaded[Any], own: TakenSeat, *, person: User, token: str | None = None) -> Entry:
    """The entry of somebody who has the seat already: nothing changes."""
    receipt = Receipt(seq=loaded.row.seq, before=loaded, loaded=loaded, seat=own.seat, changed=False)
    return Entry(player_id=own.player_id, seat=own.seat, receipt=receipt, token=token, person=person, is_repeated=True)


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

    @property
    def tables(self) -> Any:
        """The manager of the tables."""
        tables: Any = self.players._meta.get_field(self.game).related_model
        return tables._default_manager

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

    def host_of(self) -> Subquery:
        """The host of a waiting table: the first of the people there, as nobody sits down before the host."""
        people = self.rows(**{self.game: OuterRef("pk"), "user__isnull": False})
        return Subquery(people.order_by(self.place_column).values("user")[:1], output_field=UUIDField())

    def know_token(self, token: str) -> bool:
        """Whether it is that of a seat at any table."""
        return self.rows(token_hash=hash_token(token)).exists()

    def known_hashes(self, hashes: Collection[str]) -> set[str]:
        """Of these hashes those of tokens that seats have."""
        return set(self.rows(token_hash__in=hashes).values_list("token_hash", flat=True))

    def rows(self, **wanted: Any) -> Any:
        return self.players._default_manager.filter(**wanted)


def with_sitter(rules: TableRules, receipt: Receipt, sitter: Sitter) -> Receipt:
    """The receipt with the seat that was taken in this step, where others may have moved to make room."""
    loaded, state = receipt.loaded, receipt.state
    known = {each.seat_id: each for each in loaded.sitters.values()} | {sitter.seat_id: sitter}
    sitters = {rules.key(state, place): known[info.seat_id] for place, info in enumerate(state.seats)}
    return replace(receipt, loaded=replace(loaded, sitters=sitters))


def admit_program(
    seats: Seats,
    taken: Sequence[TakenSeat],
    *,
    token: str | None,
    person: UUID | None,
    may_watch: Callable[[], bool] = lambda: False,
) -> TakenSeat | None:
    """The seat of a program by its token, or without one by the person of its session; raises like `admit`.

    A token proves a seat at one table: at another it opens nothing. `may_watch` is asked for people without a seat.
    """
    if token is None:
        own, has_name = seat_with_person(taken, person), person is not None
        return admit(own, has_name=has_name, watchable=own is None and has_name and may_watch())
    own = seat_with_token(taken, token)
    return admit(own, has_name=own is not None or seats.know_token(token), watchable=False)
