"""What can be done at every table, besides the moves of the game (rules 2 of the table)."""

from typing import Any, Literal, get_args

import msgspec
from msgspec import UNSET, UnsetType

from tabletop.table.state import Series, Watching


class _Action(msgspec.Struct, frozen=True, kw_only=True, rename="camel", tag_field="type"):
    pass


class Join(_Action, frozen=True, tag="join"):
    """By a person without a seat: the seat argument is None."""

    seat_id: str


class Leave(_Action, frozen=True, tag="leave", omit_defaults=True):
    hands_over: bool = False
    """Whether a bot plays on at once, where the table allows it; the log of older games lacks it."""


class AddBot(_Action, frozen=True, tag="add_bot"):
    seat_id: str
    level: str


class ChangeBot(_Action, frozen=True, tag="change_bot"):
    seat_id: str
    level: str


class RemoveBot(_Action, frozen=True, tag="remove_bot"):
    seat_id: str


class RemovePerson(_Action, frozen=True, tag="remove_person", omit_defaults=True):
    seat_id: str
    if_kept: bool = False
    """Only while the seat is kept: its person, who has come meanwhile, stays."""


class ChangeSettings(_Action, frozen=True, tag="settings"):
    """What is not named stays as it is."""

    name: str | UnsetType = UNSET
    is_open: bool | UnsetType = UNSET
    watching: Watching | UnsetType = UNSET
    takeover: bool | UnsetType = UNSET
    turn_clock: int | UnsetType | None = UNSET
    max_players: int | UnsetType = UNSET
    game: dict[str, Any] | UnsetType = UNSET
    """Of the game's own choices those that change."""


class Start(_Action, frozen=True, tag="start"):
    pass


class HandToBot(_Action, frozen=True, tag="hand_to_bot"):
    """By the staff for any seat (the seat argument is None), by a person for the own seat.

    When the time of a seat has run out also by the host, or by more than half of the other people.
    """

    seat_id: str | None = None
    level: str | None = None


class TakeBack(_Action, frozen=True, tag="take_back"):
    pass


class OfferSeat(_Action, frozen=True, tag="offer_seat"):
    """By those who may hand the seat to a bot: from now on somebody from outside may take it."""

    seat_id: str | None = None


class WithdrawOffer(_Action, frozen=True, tag="withdraw_offer"):
    """By those who may offer the seat: nobody from outside may take it any more, and its bot plays on."""

    seat_id: str | None = None


class TakeSeat(_Action, frozen=True, tag="take_seat"):
    """By a person without a seat, for one that is offered: the seat argument is None."""

    seat_id: str


class Nudge(_Action, frozen=True, tag="nudge"):
    """By a seat that waits, for the one who is awaited, or for all of them."""

    seat_id: str | None = None


class Gather(_Action, frozen=True, tag="gather"):
    """By the services, for the host: the table goes on with a series."""

    series: Series


class PlayAgain(_Action, frozen=True, tag="play_again", omit_defaults=True):
    """By a seat of a finished table."""

    is_first: bool = False
    """Whether it opens the next table: everybody is asked, also where a next table has been dissolved."""
    is_late: bool = False
    """Whether the game ended so long ago that nobody else is expected to be there."""


class Decline(_Action, frozen=True, tag="decline"):
    """By a seat of a finished table; at the next table by a person without a seat, for the one kept for them.

    Of a finished table also by the services, for a seat that has become free at the next one, or for all of them.
    """

    seat_id: str | None = None


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


LobbyAction = Join | AddBot | ChangeBot | RemoveBot | RemovePerson | ChangeSettings | Gather | Start
OfferAction = PlayAgain | Decline
HelpAction = HandToBot | OfferSeat | WithdrawOffer | Abandon
PresenceAction = Arrived | Left
GONE_OR_SILENT = (Arrived, Left, Leave, HandToBot, OfferSeat)
"""Actions that are no sign of life of the seat's person."""
TableAction = LobbyAction | Leave | HelpAction | TakeBack | TakeSeat | Nudge | OfferAction | PresenceAction

NAMES = {kind.__struct_config__.tag for kind in get_args(TableAction)}
OLD_NAMES = {"start_game": "start", "leave_game": "leave", "resign": "hand_to_bot"}
"""Names that programs may still send, for one release."""
READ_AS = OLD_NAMES | {"disconnected": "left", "reconnected": "arrived"}
"""Presence has other names in the rules of Cambio: read as the table's actions, which no player may send."""
