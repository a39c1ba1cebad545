"""What can be done at every table, besides the moves of the game (rules 2 of the table)."""

from typing import Literal, get_args

import msgspec


class _Action(msgspec.Struct, frozen=True, kw_only=True, rename="camel", tag_field="type"):
    pass


class Join(_Action, frozen=True, tag="join"):
    """By a person without a seat: the seat argument is None."""

    seat_id: str


class Leave(_Action, frozen=True, tag="leave"):
    pass


class AddBot(_Action, frozen=True, tag="add_bot"):
    seat_id: str
    level: str


class RemoveBot(_Action, frozen=True, tag="remove_bot"):
    seat_id: str


class Start(_Action, frozen=True, tag="start"):
    pass


class HandToBot(_Action, frozen=True, tag="hand_to_bot"):
    """By the staff for any seat (the seat argument is None), by a person for the own seat."""

    seat_id: str | None = None
    level: str | None = None


class TakeBack(_Action, frozen=True, tag="take_back"):
    pass


AbandonReason = Literal["fault", "idle", "asked", "conduct", "upkeep"]
ABANDON_REASONS: tuple[AbandonReason, ...] = get_args(AbandonReason)
"""A fault of ours, nobody plays any more, the players asked for it, somebody behaved badly, work on the site."""


class Abandon(_Action, frozen=True, tag="abandon"):
    """By the staff: the seat argument is None."""

    reason: AbandonReason


class Arrived(_Action, frozen=True, tag="arrived"):
    """Raised by the transport when the first socket of a seat opens."""


class Left(_Action, frozen=True, tag="left"):
    """Raised by the transport when a seat has had no socket for a while."""


LobbyAction = Join | AddBot | RemoveBot | Start
PresenceAction = Arrived | Left
TableAction = LobbyAction | Leave | HandToBot | TakeBack | Abandon | PresenceAction

NAMES = {kind.__struct_config__.tag for kind in get_args(TableAction)}
OLD_NAMES = {"start_game": "start", "leave_game": "leave", "resign": "hand_to_bot"}
"""Names that programs may still send, for one release."""
READ_AS = OLD_NAMES | {"disconnected": "left", "reconnected": "arrived"}
"""Presence has other names in the rules of Cambio: read as the table's actions, which no player may send."""
