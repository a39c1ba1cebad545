"""Games that go the same way in every run, through all that can be pressed."""

import random
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from cambio.models import GameSession
from cambio.plug import table
from tabletop.accounts.models import User
from tabletop.rules import Json
from tabletop.table import Table
from tests.cambio.kit import START, act, lobby_of

CALL_AFTER = 60
KINDS = {
    *("confirm_initial_view", "draw", "swap", "discard", "use_power", "skip_power", "dismiss_reveal"),
    "call_cambio",
}
"""All that a person can press while a game runs."""


def dealt_alike(
    persons: Sequence[User], *, bots: Sequence[Any] = (), seed: int = 0, turn_clock: int | None = None
) -> UUID:
    game_id = lobby_of(persons, bots=bots, turn_clock=turn_clock)
    GameSession.objects.filter(pk=game_id).update(shuffle_seed=bytes([seed]) * 32)
    act(game_id, 0, "start", now=START)
    return game_id


def button(action: Json) -> dict[str, str]:
    """What the page sends for an action."""
    kind = action["type"]
    if kind == "draw":
        return {"do": f"draw:{action['source']}"}
    if kind == "swap":
        return {"do": f"swap:{action['position']}"}
    if kind != "use_power":
        return {"do": kind}
    target = f"{action.get('targetSeat')}:{action.get('targetPosition')}"
    if "targetSeat" not in action:
        return {"do": f"peek:{action['position']}"}
    if "position" not in action:
        return {"do": f"peek:{target}"}
    return {"do": "swap_two", "own": str(action["position"]), "theirs": target}


def choose(state: Table, seat: int, chance: random.Random, *, call: bool, now: float = START) -> Json:
    """Something legal that leads to many powers; Cambio is called when it is time."""
    menu = [table.action_to_json(action) for action in table.legal_actions(state, seat, now=now)]
    kinds = {action["type"]: action for action in menu}
    if call and "call_cambio" in kinds:
        return kinds["call_cambio"]
    for kind, share in (("discard", 0.7), ("skip_power", 0.3)):
        if kind in kinds and chance.random() < share:
            return kinds[kind]
    return chance.choice([action for action in menu if action["type"] != "call_cambio"])
