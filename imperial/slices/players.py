"""Who plays: cash, shares, clock and whose turn it is."""

from imperial.slices.people import Json, face, mark, stock_in
from tabletop.live.parts import View


def players(view: View) -> Json:
    over = view["mode"] == "game-over"
    me = view["me"]
    return {
        "gameId": view["gameId"],
        "timed": view["timer"]["timed"],
        "paused": bool(view["timer"]["pause"]),
        "seated": me is not None and not over,
        "substituted": me in view["bots"],
        "players": [
            face(view, name)
            | {
                "turn": info["myTurn"] and not over,
                "investor": info["investor"],
                "swiss": info["swiss"],
                "money": info["money"],
                "banked": info["banked"],
                "bot": name in view["bots"],
                "shares": [mark(country) | {"stock": stock_in(view, name, country)} for country in view["countryInfo"]],
            }
            for name, info in view["playerInfo"].items()
        ],
    }
