"""The table around a game of Imperial: who sits where, who is host, which seats bots play, and the game once begun.

Pure like the rules, and fulfilling the kernel's contract (`tabletop.rules.Rules`): the lobby's actions and the bots'
moves take the same way as a player's, so a table replays from its seed and its log like a game does.
"""

from imperial.table.actions import (
    Action,
    AddBot,
    HandToBot,
    Join,
    Leave,
    RemoveBot,
    Resign,
    StartGame,
    TakeBack,
    action_from_json,
    action_to_json,
)
from imperial.table.engine import (
    apply,
    is_over,
    legal_actions,
    next_deadline,
    place,
    players_to_act,
    result,
    settle,
    undo,
)
from imperial.table.lobby import new_table
from imperial.table.redaction import view
from imperial.table.refusals import MESSAGES
from imperial.table.state import Clock, SeatInfo, Table, from_json, to_json

__all__ = [
    "MESSAGES",
    "Action",
    "AddBot",
    "Clock",
    "HandToBot",
    "Join",
    "Leave",
    "RemoveBot",
    "Resign",
    "SeatInfo",
    "StartGame",
    "Table",
    "TakeBack",
    "action_from_json",
    "action_to_json",
    "apply",
    "from_json",
    "is_over",
    "legal_actions",
    "new_table",
    "next_deadline",
    "place",
    "players_to_act",
    "result",
    "settle",
    "to_json",
    "undo",
    "view",
]
