"""Seats, names and countries, as every part shows them."""

from collections import Counter

from django.utils.translation import gettext

from imperial.map.powers import POWERS
from tabletop.live.parts import View
from tabletop.rules import Json

WIDEST = 13
"""The stylesheet knows a width for each number up to this one, but the bonds of a country add up to far more."""


def with_faces(view: Json) -> Json:
    """The view with what most parts show of people and countries.

    `faces` are the same for all who look, so that a part of nothing else is rendered once for all of them; `holdings`
    have the stock of each player by country.
    """
    holdings: dict[str, Counter[str]] = {name: Counter() for name in view["playerInfo"]}
    for name, info in view["playerInfo"].items():
        for bond in info["stock"]:
            holdings[name][bond["country"]] += bond["stock"]
    return view | {
        "faces": {
            name: {"name": name, "initial": name[:1].upper(), "seat": seat}
            for seat, name in enumerate(view["playerInfo"], start=1)
        },
        "marks": {country: mark(country) for country in view["countryInfo"]},
        "holdings": holdings,
    }


def face(view: View, player: str) -> Json:
    return view["faces"][player] | {"you": player == view["me"]}


def mark(country: str) -> Json:
    known = POWERS[country]
    return {"country": country, "name": gettext(known.name), "code": known.code, "css": known.css}


def with_widths(shares: list[Json]) -> list[Json]:
    """Shares with their widths in a bar of all of them."""
    total = sum(share["stock"] for share in shares)
    return [share | {"width": max(1, round(WIDEST * share["stock"] / total))} for share in shares]
