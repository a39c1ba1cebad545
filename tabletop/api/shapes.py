"""Shapes of answers that the games share: what programs get, as types.

The views build answers of these types, and what they take from elsewhere as JSON becomes the type that is declared for
it (`tabletop.api.typed`). The reference (`/api/schema.json`) is made from the same types.
"""

from types import new_class
from typing import Any, Generic, TypeVar

import msgspec

from tabletop.table.state import Series, Watching

S = TypeVar("S")
A = TypeVar("A", bound=msgspec.Struct)


class Shape(msgspec.Struct, kw_only=True, rename="camel"):
    """A JSON object; a field whose type allows `UNSET` may be missing."""


class Refusal(Shape, kw_only=True):
    """A refused request, which has changed nothing."""

    code: str
    message: str
    details: dict[str, Any]


class Standing(Shape, Generic[S], kw_only=True):
    """The version of the table, and the state as the caller may know it."""

    version: int
    state: S


class Look(Standing[S], Generic[S], kw_only=True):
    """The table as it stands."""

    game_id: str


class Entered(Look[S], Generic[S], kw_only=True):
    """A seat just taken, with the token that proves it."""

    room_code: str
    player_id: str
    player_token: str


class Revoked(Shape, kw_only=True):
    """The token that counts from now on; null for a seat without one."""

    game_id: str
    player_id: str
    player_token: str | None


def with_state(shape: type[A], state: Any) -> type[A]:
    """The shape of an answer with the game's state, under the same plain name."""
    generic: Any = shape
    made: type[A] = new_class(shape.__name__, (generic[state],), {"kw_only": True})
    return made


class TableState(Shape, kw_only=True):
    """What every table tells of itself to a seat or a spectator."""

    max_players: int
    name: str
    is_open: bool
    watching: Watching
    takeover: bool
    turn_clock: int | None
    turn_ends_at: float | None
    """When the turn clock runs out."""
    offered_player_ids: list[str]
    """Seats that a person from outside may take."""
    series: Series
    host_player_id: str | None
    is_host: bool
    my_player_id: str | None
    abandoned: bool
    abandon_reason: str | None
    """Why the staff closed the table."""


class PublicState(TableState, kw_only=True):
    """What every table tells, with the facts of its row."""

    game_id: str
    room_code: str
    version: int
    join_url: str
    shuffle_fingerprint: str
    shuffle_seed: str | None
    rematch_game_id: str | None
