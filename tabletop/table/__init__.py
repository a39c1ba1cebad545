"""The table around a game: seats, host, bots, presence, takeover, start, abandonment; the same for every game.

Pure like the rules, and fulfilling the same contract (`tabletop.rules.Rules`): joining, starting and bots' moves take
the same way as a player's move, so a table replays from its opening, its seed and its log. A game fills in a
`GamePlug`; `TableRules(plug)` is what its engine plays by.
"""

from tabletop.table.actions import (
    Abandon,
    AddBot,
    Arrived,
    ChangeBot,
    ChangeSettings,
    Decline,
    Gather,
    HandToBot,
    Join,
    Leave,
    Left,
    Nudge,
    OfferSeat,
    PlayAgain,
    RemoveBot,
    RemovePerson,
    Start,
    TakeBack,
    TakeSeat,
    WithdrawOffer,
)
from tabletop.table.engine import TableRules
from tabletop.table.plug import GamePlug, Moment
from tabletop.table.state import Choices, NewTableChoices, SeatInfo, Table

__all__ = [
    "Abandon",
    "AddBot",
    "Arrived",
    "ChangeBot",
    "ChangeSettings",
    "Choices",
    "Decline",
    "GamePlug",
    "Gather",
    "HandToBot",
    "Join",
    "Leave",
    "Left",
    "Moment",
    "NewTableChoices",
    "Nudge",
    "OfferSeat",
    "PlayAgain",
    "RemoveBot",
    "RemovePerson",
    "SeatInfo",
    "Start",
    "Table",
    "TableRules",
    "TakeBack",
    "TakeSeat",
    "WithdrawOffer",
]
