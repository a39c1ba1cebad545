"""Redaction: the state as one player may see it (rules 14)."""

from imperial.rules.state import State
from imperial.rules.state_json import to_json
from tabletop.rules import Json


def view(state: State, player: str | None) -> Json:
    """Returns the redacted `to_json`; None, or a name without a seat, sees what a spectator sees."""
    data = to_json(state)
    for name, info in data["playerInfo"].items():
        if name != player:
            info["email"] = ""
            if state.mode == "bid":
                info["bid"] = None
    if state.voting is not None:
        data["voting"] = _sealed(data["voting"], player)
    maneuver = data["currentManeuver"]
    if maneuver is not None and maneuver["player"] != player:
        maneuver["remainingFleetPlans"] = []
        maneuver["remainingArmyPlans"] = []
    return data


def _sealed(voting: Json, player: str | None) -> Json:
    """Keeps the proposals and the player's own vote; hides tallies and voters until the vote is decided."""
    sides = {1: voting["proposal 1"], 2: voting["proposal 2"]}
    return {
        "country": voting["country"],
        **{f"proposal {number}": {"proposal": side["proposal"]} for number, side in sides.items()},
        "myVote": next((number for number, side in sides.items() if player in side["voters"]), None),
    }
