"""Who sits where, seen from the viewer's chair."""

from cambio.rules.turn import RECONNECT_SECONDS
from tabletop.live.parts import View
from tabletop.rules import Json

AVATARS = (5, 2, 3, 6)


def player_with(view: View, player_id: str) -> Json:
    player: Json = next(player for player in view["players"] if player["playerId"] == player_id)
    return player


def player_or_nobody(view: View, player_id: str | None) -> Json | None:
    return None if player_id is None else player_with(view, player_id)


def my_turn(view: View) -> bool:
    return bool(view["currentTurnPlayerId"]) and view["currentTurnPlayerId"] == view["myPlayerId"]


def others_after(view: View, seat: int) -> list[Json]:
    """In turn order, beginning with the player after this seat."""
    players = view["players"]
    return [*players[seat + 1 :], *players[:seat]]


def name_for(view: View, player_id: str | None) -> str | None:
    """None is the viewer: the template says "you"."""
    player = player_or_nobody(view, player_id)
    return None if player is None or player["playerId"] == view["myPlayerId"] else player["displayName"]


def chip(view: View, player: Json) -> Json:
    """What the little sign with a player's name shows."""
    return {
        "seat": player["turnOrder"],
        "name": player["displayName"],
        "initial": player["displayName"][:1].upper(),
        "colour": AVATARS[player["turnOrder"]],
        "you": player["playerId"] == view["myPlayerId"],
        "bot": player.get("botLevel") or ("easy" if player.get("type") == "bot" else None),
        "here": player.get("type") == "bot" or player["isConnected"],
        "keptUntil": kept_until(view, player),
        "turn": player["playerId"] == view["currentTurnPlayerId"],
        "caller": player["playerId"] == view["cambioCallerId"],
    }


def kept_until(view: View, player: Json) -> str | None:
    """When the wait for a player who is away ends, as text that no language changes."""
    left_at = player.get("disconnectedAt")
    if view["phase"] != "playing" or player["isConnected"] or left_at is None or view["abandoned"]:
        return None
    return f"{left_at + RECONNECT_SECONDS:.1f}"
