"""A vote: both proposals side by side, each drawn on the same piece of the map and described."""

from imperial.map.geometry import Point, geometry, home_box, is_drawn
from imperial.pages.contexts.board import has_way, revenue, route, site, stand
from imperial.pages.contexts.council import worded
from imperial.pages.contexts.people import face
from imperial.rules.maneuver import action_codes as codes
from tabletop.live.parts import View
from tabletop.rules import Json

MARGIN = 30.0
LEAST_WIDTH = 420.0
SHAPE = 1.02
"""Width by height of the piece of map on a card."""
BESIDE = 27.0
"""How far a new unit stands from those that are there already."""


def duel(view: View) -> Json:
    decision, cards = view["decision"], view["proposals"]
    yours = decision["screen"] == "vote"
    taken = {unit["territory"] for info in view["countryInfo"].values() for unit in (*info["fleets"], *info["armies"])}
    return {
        "yours": yours,
        "country": view["marks"][view["countryUp"]],
        "box": _box(view["countryUp"], [point for card in cards for point in _touched(card)]),
        "cards": [
            card
            | {
                "by": face(view, card["name"]),
                "chosen": yours and decision["choice"] == card["number"],
                "moves": [worded(view, row) for row in card["moves"]],
                "routes": [route(row, 0) for row in card["moves"] if has_way(row)],
                "fights": _fights(card),
                "new": [
                    _at(unit["unit"], unit["place"], beside=BESIDE if unit["place"] in taken else 0.0)
                    | {"unit": unit["unit"]}
                    for unit in card["units"]
                    if is_drawn(unit["place"])
                ],
                "site": site(card["factory"]) if card["factory"] and is_drawn(card["factory"]) else None,
                "marks": revenue(card["taxes"]),
            }
            for card in cards
        ],
    }


def _touched(card: Json) -> list[Point]:
    stops = [
        (unit, place)
        for row in card["moves"]
        for unit, places in ((row["unit"], (row["origin"], row["destination"])), ("fleet", row["seas"]))
        for place in places
    ]
    stops += [(unit["unit"], unit["place"]) for unit in card["units"]]
    return [stand(unit, place) for unit, place in stops if is_drawn(place)] + [
        (mark["x"], mark["y"]) for mark in revenue(card["taxes"])
    ]


def _fights(card: Json) -> list[Json]:
    """Where a unit or a factory is lost."""
    drawn = [row for row in card["moves"] if is_drawn(row["destination"])]
    fought = [_at(row["unit"], row["destination"]) for row in drawn if codes.is_war(row["action"])]
    return fought + [site(row["destination"]) for row in drawn if codes.is_blow_up(row["action"])]


def _at(unit: str, place: str, *, beside: float = 0.0) -> Json:
    x, y = stand(unit, place)
    return {"x": x - beside, "y": y}


def _box(country: str, points: list[Point]) -> str:
    """The home of the country and all that a proposal touches, in the shape of a card and inside the map."""
    left, top, right, bottom = home_box(country)
    left, right = min([left, *(x for x, _y in points)]) - MARGIN, max([right, *(x for x, _y in points)]) + MARGIN
    top, bottom = min([top, *(y for _x, y in points)]) - MARGIN, max([bottom, *(y for _x, y in points)]) + MARGIN
    _x, _y, most_width, most_height = geometry().view_box
    width = min(max(right - left, (bottom - top) * SHAPE, LEAST_WIDTH), most_height * SHAPE)
    height = width / SHAPE
    x = min(max((left + right - width) / 2, 0), most_width - width)
    y = min(max((top + bottom - height) / 2, 0), most_height - height)
    return f"{x:.0f} {y:.0f} {width:.0f} {height:.0f}"
