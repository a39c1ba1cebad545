"""The room before the game, as the page of every game shows it: `templates/tables/_waiting.html`."""

from collections.abc import Sequence
from typing import Any, Literal, Self

import msgspec

from tabletop.live.parts import Context
from tabletop.table import GamePlug
from tabletop.tables.faces import PlayerFace


class SeatFacts(msgspec.Struct, frozen=True, kw_only=True, rename="camel", gc=False):
    """What a view says of every seat."""

    player_id: str
    display_name: str
    type: Literal["human", "bot"]
    bot_level: str | None
    is_connected: bool = True


class RoomFacts(msgspec.Struct, frozen=True, kw_only=True, rename="camel", gc=False):
    """What a view says of every table."""

    room_code: str
    join_url: str
    shuffle_fingerprint: str
    max_players: int
    is_open: bool
    host_player_id: str | None
    abandoned: bool = False
    abandon_reason: str | None = None


class RoomSeat(PlayerFace, frozen=True):
    """With its seat and name a button says which bot is to go."""

    you: bool
    host: bool
    here: bool | None
    """None where the game does not follow who is there."""


class WaitingRoom(Context, frozen=True):
    """A game with more to say has a subclass."""

    code: str
    link: str
    fingerprint: str
    listed: bool
    host: str | None
    is_host: bool
    is_seated: bool
    may_start: bool
    seats: int
    free: int
    players: tuple[RoomSeat, ...]
    levels: tuple[str, ...]
    """The bots that a host may choose from."""
    closed: bool
    reason: str | None
    """Why the staff closed the table."""

    @classmethod
    def build(
        cls,
        plug: GamePlug,
        facts: RoomFacts,
        seats: Sequence[SeatFacts],
        *,
        me: str | None,
        colours: Sequence[int],
        **own: Any,
    ) -> Self:
        """`me` is the viewer's seat id, None for a spectator; `colours` are those of the avatars, by place."""
        players = tuple(
            RoomSeat(
                seat=place,
                name=seat.display_name,
                colour=colours[place],
                bot_level=seat.bot_level if seat.type == "bot" else None,
                you=seat.player_id == me,
                host=seat.player_id == facts.host_player_id,
                here=seat.is_connected if plug.follows_presence else None,
            )
            for place, seat in enumerate(seats)
        )
        return cls(
            code=facts.room_code,
            link=facts.join_url,
            fingerprint=facts.shuffle_fingerprint,
            listed=facts.is_open,
            host=next((player.name for player in players if player.host), None),
            is_host=any(player.you and player.host for player in players),
            is_seated=any(player.you for player in players),
            may_start=len(players) in plug.seats,
            seats=facts.max_players,
            free=facts.max_players - len(players),
            players=players,
            levels=plug.offered_levels,
            closed=facts.abandoned,
            reason=facts.abandon_reason,
            **own,
        )
