"""The table around a game of Cambio: who sits where, who is host, which seats bots play, and the game once it started.

Pure like the rules, and fulfilling the same contract (`tabletop.rules.Rules`): the lobby's actions and the bots' moves
take the same way as a player's, so a table replays from its seed and its log like a game does.
"""

from cambio.table.actions import (
    Action,
    AddBot,
    HandToBot,
    Join,
    LeaveGame,
    RemoveBot,
    StartGame,
    action_from_json,
    action_to_json,
)
from cambio.table.engine import apply, is_over, legal_actions, next_deadline, players_to_act, result, settle
from cambio.table.events import Told
from cambio.table.lobby import new_table
from cambio.table.redaction import view
from cambio.table.refusals import MESSAGES
from cambio.table.state import Level, SeatInfo, Table, from_json, to_json

__all__ = [
    "MESSAGES",
    "Action",
    "AddBot",
    "HandToBot",
    "Join",
    "LeaveGame",
    "Level",
    "RemoveBot",
    "SeatInfo",
    "StartGame",
    "Table",
    "Told",
    "action_from_json",
    "action_to_json",
    "apply",
    "from_json",
    "is_over",
    "legal_actions",
    "new_table",
    "next_deadline",
    "players_to_act",
    "result",
    "settle",
    "to_json",
    "view",
]
