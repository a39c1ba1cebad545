"""Who plays: cash, shares, score so far, clock and whose turn it is."""

from imperial.pages.contexts.people import face, mark, stock_in
from tabletop.live.parts import View
from tabletop.rules import Json


def players(view: View) -> Json:
    over = view["mode"] == "game-over"
    me = view["me"]
    timer = view["timer"]
    return {
        "gameId": view["gameId"],
        "timed": timer["timed"],
        "paused": bool(timer["pause"]) and not over,
        "seated": me is not None and not over,
        "substituted": me in view["bots"],
        "players": [
            face(view, name)
            | {
                "turn": info["myTurn"] and not over,
                "investor": info["investor"],
                "swiss": info["swiss"],
                "money": info["money"],
                "score": view["scores"][name],
                **_clock(info, timer, runs=info["myTurn"] and not over),
                "bot": name in view["bots"],
                "shares": [mark(country) | {"stock": stock_in(view, name, country)} for country in view["countryInfo"]],
            }
            for name, info in view["playerInfo"].items()
        ],
    }


def _clock(info: Json, timer: Json, *, runs: bool) -> Json:
    """Rules 10: whoever is asked has the stock of time and the extra of a move, from the last move on."""
    if not (runs and timer["timed"]):
        return {"left": info["banked"], "until": None}
    allowed = info["banked"] + timer["increment"]
    if timer["pause"]:
        return {"left": max(0, allowed - (timer["pause"] - timer["lastMove"]) // 1000), "until": None}
    return {"left": allowed, "until": timer["lastMove"] // 1000 + allowed}
