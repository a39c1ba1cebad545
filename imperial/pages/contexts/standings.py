"""How everybody stands: players with cash, shares, score and clock, and the strip of countries under the map."""

from imperial.pages.contexts.people import face, with_widths
from imperial.rules.taxation import MOST_POINTS
from tabletop.live.parts import View
from tabletop.rules import Json

TRACK_WIDTH = 200
AUCTION = ("bid", "buy-bid")
"""Modes in which a country has no points, units or taxes yet, only buyers."""


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
                "shares": [
                    view["marks"][country] | {"stock": view["holdings"][name][country]}
                    for country in view["countryInfo"]
                ],
            }
            for name, info in view["playerInfo"].items()
        ],
    }


def _clock(info: Json, timer: Json, *, runs: bool) -> Json:
    """Rules 10: a player who is asked has the stock of time and the extra of a move, from the last move on."""
    if not (runs and timer["timed"]):
        return {"left": info["banked"], "until": None}
    allowed = info["banked"] + timer["increment"]
    if timer["pause"]:
        return {"left": max(0, allowed - (timer["pause"] - timer["lastMove"]) // 1000), "until": None}
    return {"left": allowed, "until": timer["lastMove"] // 1000 + allowed}


def land(view: View, *, index: int) -> Json:
    countries = list(view["countryInfo"])
    if index >= len(countries):
        return {}
    country = countries[index]
    info = view["countryInfo"][country]
    limits = view["limits"][country]
    return view["marks"][country] | {
        "auction": view["mode"] in AUCTION,
        "up": view["countryUp"] == country and view["mode"] != "game-over",
        "points": info["points"],
        "pointsWidth": info["points"] * TRACK_WIDTH // MOST_POINTS,
        "money": info["money"],
        "government": info["gov"] if info["leadership"] else None,
        "shares": with_widths(
            [view["faces"][name] | {"stock": view["holdings"][name][country]} for name in info["leadership"]]
        ),
        "armies": len(info["armies"]),
        "armyLimit": limits["army"],
        "fleets": len(info["fleets"]),
        "fleetLimit": limits["fleet"],
        "factories": len(info["factories"]),
        "lastTax": info["lastTax"],
        "bonds": [{"stock": stock, "price": view["prices"][stock]} for stock in info["availStock"]],
        "closed": info["offLimits"],
    }
