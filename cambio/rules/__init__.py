"""The rules of Cambio: pure functions over an immutable state. Section numbers in comments are those of the rules."""

from cambio.rules.actions import (
    Action,
    CallCambio,
    ConfirmInitialView,
    Discard,
    Disconnected,
    DismissReveal,
    Draw,
    Reconnected,
    SkipPower,
    Swap,
    UsePower,
    action_from_json,
    action_to_json,
)
from cambio.rules.arrangement import arrange
from cambio.rules.cards import Card, PowerType
from cambio.rules.deadlines import next_deadline, settle
from cambio.rules.deal import MAX_PLAYERS, MIN_PLAYERS, new_game, opening_events
from cambio.rules.engine import apply
from cambio.rules.events import Event
from cambio.rules.menu import legal_actions, players_to_act
from cambio.rules.redaction import OwnView, own_view, view
from cambio.rules.refusals import MESSAGES
from cambio.rules.scoring import result, scores
from cambio.rules.state import HeldCard, OpenPower, Player, Reveal, State, Step, from_json, is_over, to_json

__all__ = ["MAX_PLAYERS", "MESSAGES", "MIN_PLAYERS", "Action", "CallCambio", "Card", "ConfirmInitialView", "Discard"]
__all__ += ["Disconnected", "DismissReveal", "Draw", "Event", "HeldCard", "OpenPower", "OwnView", "Player", "PowerType"]
__all__ += ["Reconnected", "Reveal", "SkipPower", "State", "Step", "Swap", "UsePower", "action_from_json"]
__all__ += ["action_to_json", "apply", "arrange", "from_json", "is_over", "legal_actions", "new_game", "next_deadline"]
__all__ += ["opening_events", "own_view", "players_to_act", "result", "scores", "settle", "to_json", "view"]
