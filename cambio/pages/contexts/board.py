"""The felt: seats and hands, the two piles and the card in between, what to do, and the last round."""

from cambio.pages.contexts.people import chip, my_turn, others_after, player_or_nobody, player_with
from cambio.rules.state import POSITIONS
from tabletop.live.parts import View
from tabletop.rules import Json

THIN_PILE = 10

# How many seats after the viewer's, by the number of players: a single opponent sits opposite.
PLACES = {2: {"top": 1}, 3: {"left": 1, "right": 2}, 4: {"left": 1, "top": 2, "right": 3}}


def _opponent_at(view: View, place: str) -> Json | None:
    players = view["players"]
    offset = PLACES[len(players)].get(place)
    return None if offset is None else players[(view["mySeat"] + offset) % len(players)]


def opponent(view: View, *, place: str) -> Json:
    player = _opponent_at(view, place)
    if player is None:
        return {}
    return {"player": chip(view, player), "note": _note(view, player)}


def hand(view: View, *, place: str) -> Json:
    """An opponent's cards, which look the same from the deal to the end: apart from the sign, to be sent once."""
    player = _opponent_at(view, place)
    if player is None:
        return {}
    return {"seat": player["turnOrder"], "name": player["displayName"], "positions": POSITIONS}


def _note(view: View, player: Json) -> str | None:
    if view["phase"] == "final_round" and player["playerId"] != view["cambioCallerId"]:
        if player["hasTakenFinalTurn"]:
            return "done"
        is_last = _last_turns(view)[-1]["playerId"] == player["playerId"]
        if is_last and player["playerId"] != view["currentTurnPlayerId"]:
            return "last"
    current = player_or_nobody(view, view["currentTurnPlayerId"])
    if current is None:
        return None
    to_play = (other for other in others_after(view, current["turnOrder"]) if not other["hasTakenFinalTurn"])
    return "next" if next(to_play, None) == player else None


def _last_turns(view: View) -> list[Json]:
    """The final round from the caller's left, without the caller: everybody's last turn, done or not."""
    return others_after(view, player_with(view, view["cambioCallerId"])["turnOrder"])


def mine(view: View) -> Json:
    looking = view["phase"] == "initial_view"
    return {
        "seat": view["mySeat"],
        # A card that a power shows is shown in the dialog; on the felt only the first look turns cards up.
        "cards": [
            {"position": card["position"], "face": card["face"] if looking else None}
            for card in view["players"][view["mySeat"]]["cards"]
        ],
        "legal": "swap_card" in view["availableActions"],
    }


def myself(view: View) -> Json:
    player = view["players"][view["mySeat"]]
    note = "start" if view["phase"] == "initial_view" else "memory"
    left: list[str] = []
    if view["phase"] == "final_round":
        waiting = [other for other in _last_turns(view) if not other["hasTakenFinalTurn"]]
        left = [other["displayName"] for other in waiting if other["playerId"] != view["myPlayerId"]]
        note = "caller" if player["playerId"] == view["cambioCallerId"] else "last" if my_turn(view) else "final"
        if note == "final" and player["hasTakenFinalTurn"]:
            note = "done"
    return {"player": chip(view, player), "note": note, "left": left}


def held(view: View) -> Json:
    holding = view["stage"] in ("holding_deck_card", "holding_discard_card")
    holder = player_with(view, view["currentTurnPlayerId"]) if holding else None
    card = view["heldCard"]
    yours = holder is not None and holder["playerId"] == view["myPlayerId"]
    return {
        "card": card["card"] if card else None,
        "down": holder is not None and card is None,
        "private": bool(card and yours and card["source"] == "deck"),
        "holder": holder["displayName"] if holder and not yours else None,
        "yours": my_turn(view),
    }


def deck(view: View) -> Json:
    count = view["drawPileCount"]
    return {"count": count, "thin": count < THIN_PILE, "legal": "draw_from_deck" in view["availableActions"]}


def discard(view: View) -> Json:
    available = view["availableActions"]
    letting_go = view["heldCard"]["card"] if view["heldCard"] and "discard_card" in available else None
    return {"card": view["discardTop"], "legal": "draw_from_discard" in available, "lettingGo": letting_go}


def actions(view: View) -> Json:
    available = set(view["availableActions"])
    card = view["heldCard"]["card"] if view.get("heldCard") else None
    return {
        "again": view["abandoned"],
        "confirm": "confirm_initial_view" in available,
        "draw": "draw_from_deck" in available,
        "take": view["discardTop"] if "draw_from_discard" in available else None,
        "call": "call_cambio" in available,
        "discard": card if "discard_card" in available else None,
    }


def final(view: View) -> Json:
    turns = _last_turns(view)
    caller = player_with(view, view["cambioCallerId"])
    left = [player for player in turns if not player["hasTakenFinalTurn"]]
    mine_left = any(player["playerId"] == view["myPlayerId"] for player in left)
    return {
        "caller": None if caller["playerId"] == view["myPlayerId"] else caller["displayName"],
        "left": len(left),
        "mine": mine_left,
        "turns": [
            {
                "name": None if player["playerId"] == view["myPlayerId"] else player["displayName"],
                "done": player["hasTakenFinalTurn"],
                "now": player["playerId"] == view["currentTurnPlayerId"],
            }
            for player in turns
        ],
    }
