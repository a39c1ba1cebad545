"""Before and after the game: the waiting room and the result."""

from urllib.parse import urlencode

from cambio.pages.contexts.people import chip, name_for, player_or_nobody, player_with
from cambio.rules.cards import DECK
from tabletop.live.parts import View
from tabletop.rules import Json


def waiting(view: View) -> Json:
    available = view["availableActions"]
    host = player_or_nobody(view, view["hostPlayerId"])
    seated = len(view["players"])
    return {
        "code": view["roomCode"],
        "link": view["joinUrl"],
        "fingerprint": view["shuffleFingerprint"],
        "host": host["displayName"] if host else None,
        "isHost": view["hostPlayerId"] == view["myPlayerId"],
        "mayStart": "start_game" in available and seated > 1,
        "seated": seated,
        "seats": view["maxPlayers"],
        "free": view["maxPlayers"] - seated,
        "players": [
            chip(view, player)
            | {
                "host": player["playerId"] == view["hostPlayerId"],
                # The host may send a bot away.
                "remove": player["playerId"] if player["type"] == "bot" and view["isHost"] else None,
            }
            for player in view["players"]
        ],
    }


def result(view: View) -> Json:
    lines = [_score(view, score) for score in view["scores"]]
    lines.sort(key=lambda line: (line["final"], line["player"]["seat"]))
    # Equal totals share a place.
    for line in lines:
        line["rank"] = 1 + sum(other["final"] < line["final"] for other in lines)
    caller = next((line for line in lines if line["caller"]), None)
    winners = [line for line in lines if line["winner"]]
    return {
        "lines": lines,
        "winners": [None if line["player"]["you"] else line["player"]["name"] for line in winners],
        "best": winners[0]["final"] if winners else None,
        "caller": name_for(view, view["cambioCallerId"]),
        "callerBase": caller["base"] if caller else None,
        "penalty": bool(caller and caller["penalty"]),
        "fingerprint": view["shuffleFingerprint"],
        "secret": view["shuffleSeed"],
        "proof": _proof(view),
    }


def _proof(view: View) -> str:
    """What the page about shuffling needs to deal the same cards again."""
    given = {"secret": view["shuffleSeed"], "fingerprint": view["shuffleFingerprint"], "place": view["dealPlace"]}
    return urlencode({**given, "items": ",".join(DECK)}, safe=",")


def _score(view: View, score: Json) -> Json:
    player = player_with(view, score["playerId"])
    return {
        # Who called is told beside the sign.
        "player": chip(view, player) | {"caller": False},
        "cards": [card["face"] for card in player["cards"]],
        "base": score["baseScore"],
        "final": score["finalScore"],
        "penalty": score["penaltyApplied"],
        "caller": score["isCambioCaller"],
        "winner": score["isWinner"],
    }
