"""Seats and names, as every part shows them."""

from django.utils.translation import gettext

from imperial.map.powers import power
from tabletop.live.parts import View
from tabletop.rules import Json

WIDEST = 13
"""The stylesheet knows a width for each number up to this one, but the bonds of a country add up to far more."""


def seat_number(view: View, player: str) -> int:
    """1 to 6: which colour a player has, the same everywhere on the page."""
    return list(view["playerInfo"]).index(player) + 1


def somebody(view: View, player: str) -> Json:
    """The same for whoever looks, so that a part of nothing else is rendered once for all of them."""
    return {"name": player, "initial": player[:1].upper(), "seat": seat_number(view, player)}


def face(view: View, player: str) -> Json:
    return somebody(view, player) | {"you": player == view["me"]}


def mark(country: str) -> Json:
    known = power(country)
    return {"country": country, "name": gettext(known.name), "code": known.code, "css": known.css}


def stock_in(view: View, player: str, country: str) -> int:
    return sum(bond["stock"] for bond in view["playerInfo"][player]["stock"] if bond["country"] == country)


def with_widths(shares: list[Json]) -> list[Json]:
    """Shares with their widths in a bar of all of them."""
    total = sum(share["stock"] for share in shares)
    return [share | {"width": max(1, round(WIDEST * share["stock"] / total))} for share in shares]
