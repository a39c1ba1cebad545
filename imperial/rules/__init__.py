"""The rules of Imperial: pure functions over an immutable state. Section numbers in comments are those of the rules."""

from imperial.rules.actions import (
    Action,
    Agree,
    Bid,
    BidBuy,
    Buy,
    CastPeaceVote,
    DictatorPeace,
    ManeuverBatch,
    ManeuverStep,
    Pause,
    Propose,
    Punt,
    Resume,
    Vote,
    action_from_json,
    action_to_json,
)
from imperial.rules.board import CountrySetup, Setup, Territory
from imperial.rules.clock import time_ends_at
from imperial.rules.engine import apply, undone
from imperial.rules.events import Event, Step
from imperial.rules.investor import investor_preview
from imperial.rules.maneuver.planner import actions_at, reachable
from imperial.rules.menu import legal_actions, players_to_act
from imperial.rules.new_game import MAX_PLAYERS, MIN_PLAYERS, new_game, opening_events
from imperial.rules.redaction import own_vote, redacted, view
from imperial.rules.rondel import wheel_options
from imperial.rules.scoring import is_over, ranking, result
from imperial.rules.setup_validation import SetupError
from imperial.rules.setups import SHIPPED, load_setup, parse_setup, read_setup
from imperial.rules.state import Import, State
from imperial.rules.state_json import from_json, to_json
from imperial.rules.taxation import tax_preview

__all__ = ["MAX_PLAYERS", "MIN_PLAYERS", "SHIPPED", "Action", "Agree", "Bid", "BidBuy", "Buy", "CastPeaceVote"]
__all__ += ["CountrySetup", "DictatorPeace", "Event", "Import", "ManeuverBatch", "ManeuverStep", "Pause", "Propose"]
__all__ += ["Punt", "Resume", "Setup", "SetupError", "State", "Step", "Territory", "Vote", "action_from_json"]
__all__ += ["action_to_json", "actions_at", "apply", "from_json", "investor_preview", "is_over"]
__all__ += [
    "legal_actions",
    "load_setup",
    "new_game",
    "opening_events",
    "own_vote",
    "parse_setup",
    "players_to_act",
    "ranking",
    "reachable",
]
__all__ += ["read_setup", "redacted", "result", "tax_preview", "time_ends_at", "to_json", "undone", "view"]
__all__ += ["wheel_options"]
