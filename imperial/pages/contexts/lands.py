"""The strip of countries under the map: one card each."""

from imperial.pages.contexts.people import mark, somebody, stock_in, with_widths
from imperial.rules.taxation import MOST_POINTS
from tabletop.live.parts import View
from tabletop.rules import Json

TRACK_WIDTH = 200
AUCTION = ("bid", "buy-bid")
"""Modes in which a country has no points, units or taxes yet, only buyers."""


def land(view: View, *, index: int) -> Json:
    countries = list(view["countryInfo"])
    if index >= len(countries):
        return {}
    country = countries[index]
    info = view["countryInfo"][country]
    limits = view["limits"][country]
    return mark(country) | {
        "auction": view["mode"] in AUCTION,
        "up": view["countryUp"] == country and view["mode"] != "game-over",
        "points": info["points"],
        "pointsWidth": info["points"] * TRACK_WIDTH // MOST_POINTS,
        "money": info["money"],
        "government": info["gov"] if info["leadership"] else None,
        "shares": with_widths(
            [somebody(view, name) | {"stock": stock_in(view, name, country)} for name in info["leadership"]]
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
