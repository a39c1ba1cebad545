"""Bots of three levels. A bot gets the view of its seat and the events addressed to it, and remembers both.

Bots never get the state, so that they cannot look at hidden cards.
"""

from collections.abc import Sequence

import msgspec

from cambio.bots.easy import EasyBot
from cambio.bots.hard import HardBot
from cambio.bots.levels import LEVELS, Level
from cambio.bots.medium import MediumBot
from cambio.bots.memory import learn, recall
from cambio.bots.player import BotPlayer, Sight
from cambio.rules.actions import Action
from tabletop.rules import Json

__all__ = ["LEVELS", "Level", "decide", "learn"]

_PLAYERS: dict[Level, type[BotPlayer]] = {"easy": EasyBot, "medium": MediumBot, "hard": HardBot}


def decide(view: Json, memory: msgspec.Raw, menu: Sequence[Action], *, level: Level) -> Action:
    """Returns the action of a bot of this level."""
    sight = msgspec.convert(view, Sight)
    return _PLAYERS[level](sight, recall(memory, players=len(sight.players))).decide(menu)
