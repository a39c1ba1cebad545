"""What has happened: the log beside the table, and which cards travel in this update."""

from cambio.pages.contexts.people import name_for, player_with
from tabletop.live.parts import View
from tabletop.rules import Json

LINES = 9

TOLD = {
    "GAME_STARTED",
    "CARD_DRAWN",
    "CARD_SWAPPED",
    "CARD_DISCARDED",
    "POWER_USED",
    "SWAP_COMPLETED",
    "POWER_SKIPPED",
    "POWER_CANCELLED",
    "CAMBIO_CALLED",
    "TURN_FORFEITED",
    "DECK_RESHUFFLED",
    "PLAYER_DISCONNECTED",
    "PLAYER_RECONNECTED",
    "SEAT_TAKEN_OVER",
    "TURN_STARTED",
}


def log(view: View) -> Json:
    """The newest first. `nth` tells the lines of one action apart."""
    # Before is the waiting room, after the result.
    if view["phase"] in ("setup", "completed"):
        return {"lines": []}
    lines: list[Json] = []
    for event in view["recent"]:
        if _is_told(view, event):
            nth = lines[-1]["nth"] + 1 if lines and lines[-1]["seq"] == event["seq"] else 0
            lines.append(_line(view, event) | {"seq": event["seq"], "nth": nth})
        if len(lines) == LINES:
            break
    return {"lines": lines}


def _is_told(view: View, event: Json) -> bool:
    if event["type"] == "TURN_STARTED":
        return bool(event["playerId"] == view["myPlayerId"])
    # A person who left before the deal is in the log, but not at the table.
    if "playerId" in event and all(player["playerId"] != event["playerId"] for player in view["players"]):
        return False
    # A blind swap is told with its two places by the event that follows.
    return event["type"] in TOLD and not (event["type"] == "POWER_USED" and event["powerType"] == "blind_swap")


def _line(view: View, event: Json) -> Json:
    actor = event.get("playerId", event.get("callerId"))
    line: Json = {"type": event["type"], "at": int(event["at"]), "name": name_for(view, actor)}
    line["mine"] = actor is not None and actor == view["myPlayerId"]
    for key in ("source", "discardedCard", "position", "targetPosition", "powerType"):
        if event.get(key) is not None:
            line[key] = event[key]
    # The drawn card is on the table for those who may see it; the log stays fit for other eyes on the screen.
    if event.get("card") and (event["type"] != "CARD_DRAWN" or event["source"] == "discard"):
        line["card"] = event["card"]
    if "targetPlayerId" in event:
        line["target"] = name_for(view, event["targetPlayerId"])
    return line


def motion(view: View) -> Json:
    """Which places exchange cards in the newest action, as "from>to"; the page's script lets them travel."""
    recent = view["recent"]
    if not recent:
        return {}
    newest = recent[0]["seq"]
    moves = [move for event in recent if event["seq"] == newest for move in _moves(view, event)]
    return {"seq": newest, "moves": " ".join(dict.fromkeys(moves))} if moves else {}


def _moves(view: View, event: Json) -> list[str]:
    kind = event["type"]
    if kind == "CARD_DRAWN":
        return [f"{event['source']}>held"]
    if kind == "CARD_DISCARDED" or (kind == "TURN_FORFEITED" and event["card"] is not None):
        return ["held>discard"]
    if kind == "CARD_SWAPPED":
        place = _place(view, event["playerId"], event["position"])
        return [f"held>{place}", f"{place}>discard"]
    if kind == "SWAP_COMPLETED":
        one = _place(view, event["playerId"], event["position"])
        other = _place(view, event["targetPlayerId"], event["targetPosition"])
        return [f"{one}>{other}", f"{other}>{one}"]
    return []


def _place(view: View, player_id: str, position: int) -> str:
    return f"{player_with(view, player_id)['turnOrder']}-{position}"
