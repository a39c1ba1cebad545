"""What happens at every table besides the game. Everybody may know of it; a `playerId` is a seat id."""

from typing import Literal

import msgspec

from tabletop.rules import Json
from tabletop.table.state import Watching


class TableEvent(msgspec.Struct, frozen=True, kw_only=True, rename="camel", tag_field="type"):
    @property
    def audience(self) -> None:
        return None

    def to_json(self) -> Json:
        data: Json = msgspec.to_builtins(self)
        return data


class PlayerJoined(TableEvent, frozen=True, tag="player_joined"):
    player_id: str
    player_type: Literal["human", "bot"]
    """Not `type`, which is the name of the event."""
    turn_order: int
    total_players: int


class PlayerLeft(TableEvent, frozen=True, tag="player_left"):
    player_id: str
    host_player_id: str | None
    removed: bool | msgspec.UnsetType = msgspec.UNSET
    """That the host has sent this person away. Missing otherwise."""


class BotChanged(TableEvent, frozen=True, tag="bot_changed"):
    """The host has chosen how well a bot plays."""

    player_id: str
    bot_level: str


class SettingsChanged(TableEvent, frozen=True, tag="settings"):
    """What the host has chosen anew, as it is now; everybody at the table sees it at once."""

    name: str
    is_open: bool
    watching: Watching
    takeover: bool
    turn_clock: int | None
    max_players: int


class TurnTimedOut(TableEvent, frozen=True, tag="turn_timed_out"):
    """The turn clock has run out: a bot plays this turn."""

    player_id: str


class Nudged(TableEvent, frozen=True, tag="nudge"):
    """Somebody who waits has asked the one who is awaited."""

    player_id: str
    by_player_id: str


class SeatsHeld(TableEvent, frozen=True, tag="seats_held"):
    """The table goes on with a series; these seats are kept for those who played before."""

    player_ids: tuple[str, ...]
    number: int
    """Of this table in the series."""


class SeatFreed(TableEvent, frozen=True, tag="seat_freed"):
    """A seat is kept no longer."""

    player_id: str


class PlayingAgain(TableEvent, frozen=True, tag="play_again"):
    """Somebody of the finished table wants to play again; the others' seats are kept until then."""

    player_id: str
    until: float


class Declined(TableEvent, frozen=True, tag="play_again_declined"):
    player_id: str


class PlayerDisconnected(TableEvent, frozen=True, tag="player_disconnected"):
    """Away from the waiting room."""

    player_id: str


class PlayerReconnected(TableEvent, frozen=True, tag="player_reconnected"):
    player_id: str


class SeatTakenOver(TableEvent, frozen=True, tag="seat_taken_over"):
    """A bot plays for a person from now on."""

    player_id: str
    bot_level: str


class HelpAsked(TableEvent, frozen=True, tag="help_asked"):
    """Somebody wants a bot to play on for a seat that is awaited too long, or the seat to be offered, or no more."""

    player_id: str
    by_player_id: str
    votes: int
    needed: int
    offer: bool | msgspec.UnsetType = msgspec.UNSET
    """That the seat is to be offered to somebody from outside; false that the offer is to be withdrawn."""


class SeatOffered(TableEvent, frozen=True, tag="seat_offered"):
    """Somebody from outside may take the seat; a bot plays it meanwhile."""

    player_id: str


class OfferWithdrawn(TableEvent, frozen=True, tag="offer_withdrawn"):
    """Nobody from outside may take the seat any more; its bot plays on."""

    player_id: str


class SeatTaken(TableEvent, frozen=True, tag="seat_taken"):
    """Another person has taken a seat that was offered."""

    player_id: str
    host_player_id: str | None


class SeatTakenBack(TableEvent, frozen=True, tag="seat_taken_back"):
    player_id: str


class GameAbandoned(TableEvent, frozen=True, tag="game_abandoned"):
    """The table is closed and the game ends without a result; without a reason, because nobody was there for long."""

    reason: str | msgspec.UnsetType = msgspec.UNSET
    """Why the staff closed the table. Missing otherwise, as in logs that are older than the reasons."""


class Undone(TableEvent, frozen=True, tag="undone"):
    """The latest submission, this player's own, has been taken back."""

    player_id: str
    turn_id: int
