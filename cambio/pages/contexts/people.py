"""Who sits where, seen from the viewer's chair."""

from cambio.rules.absence import RECONNECT_SECONDS
from tabletop.live.parts import View
from tabletop.rules import Json

AVATARS = (5, 2, 3, 6)

# Going round the table from the viewer's left; a single opponent sits opposite.
PLACES = {1: {}, 2: {1: "top"}, 3: {1: "left", 2: "right"}, 4: {1: "left", 2: "top", 3: "right"}}


def dealt(view: View) -> bool:
    """Whether there are cards to play with; before is the waiting room, after the result."""
    return view["phase"] in ("initial_view", "playing", "final_round")


def player_with(view: View, player_id: str) -> Json:
    player: Json = next(player for player in view["players"] if player["playerId"] == player_id)
    return player


def player_or_nobody(view: View, player_id: str | None) -> Json | None:
    return None if player_id is None else player_with(view, player_id)


def me(view: View) -> Json:
    player: Json = view["players"][view["mySeat"]]
    return player


def my_turn(view: View) -> bool:
    return bool(view["currentTurnPlayerId"]) and view["currentTurnPlayerId"] == view["myPlayerId"]


def opponents(view: View) -> list[Json]:
    """In turn order, beginning with whoever plays after the viewer."""
    players, mine = view["players"], view["mySeat"]
    return [*players[mine + 1 :], *players[:mine]]


def opponent_at(view: View, place: str) -> Json | None:
    places = PLACES.get(len(view["players"]), {})
    for offset, player in enumerate(opponents(view), start=1):
        if places.get(offset) == place:
            return player
    return None


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


def still_to_play(view: View) -> list[Json]:
    """The final round from the caller's left, without the caller: everybody's last turn, done or not."""
    caller = player_or_nobody(view, view["cambioCallerId"])
    if caller is None:
        return []
    players, at = view["players"], caller["turnOrder"]
    return [*players[at + 1 :], *players[:at]]


def next_player(view: View) -> Json | None:
    """Whose turn follows the present one."""
    current = player_or_nobody(view, view["currentTurnPlayerId"])
    if current is None:
        return None
    players, at = view["players"], current["turnOrder"]
    following: list[Json] = [*players[at + 1 :], *players[:at]]
    return next((player for player in following if not player["hasTakenFinalTurn"]), None)
