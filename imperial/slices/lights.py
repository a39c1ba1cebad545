"""Light on the map: what may be chosen now, and the plan drawn as routes. Every light stands for a control."""

from math import hypot

from imperial.map.geometry import Point, geometry
from imperial.map.sheet import region_id
from imperial.slices.people import Json
from tabletop.live.parts import View

BEND = 0.14
"""How far a route swings out, as a part of its length."""


def lights(view: View) -> Json:
    desk = view["desk"]
    lit: list[Json] = []
    handles: list[Json] = []
    if desk["screen"] == "proposal" and desk["details"]:
        lit = _places(desk["details"])
    elif desk["screen"] == "plan":
        lit = _destinations(desk)
        handles = _handles(desk)
    return {"lit": lit, "handles": handles, "veil": bool(lit) and desk["screen"] == "plan"}


def _places(details: Json) -> list[Json]:
    if details["kind"] in ("factory", "production"):
        return [
            _light(place["place"], control=f"place-{number}", chosen=place["chosen"])
            for number, place in enumerate(details["places"], start=1)
            if not place.get("full")
        ]
    if details["kind"] == "import":
        chosen = {unit["place"] for unit in details["units"]}
        places = dict.fromkeys([*details["armyPlaces"], *details["fleetPlaces"]]) if details["left"] else {}
        return [_light(place, control=_import_control(details, place), chosen=place in chosen) for place in places]
    return []


def _import_control(details: Json, place: str) -> str:
    """The button, or where there is a choice between army and fleet the line with both."""
    kinds = [kind for kind in ("army", "fleet") if place in details[f"{kind}Places"]]
    return import_id(place) if len(kinds) > 1 else f"{import_id(place)}-{kinds[0]}"


def import_id(place: str) -> str:
    return f"import-{region_id(place)}"


def _destinations(desk: Json) -> list[Json]:
    if desk["inHand"] is None:
        return []
    origin = desk["rows"][desk["inHand"]]["origin"]
    return [
        _light(entry["place"], control="destination", value=entry["place"], chosen=entry["chosen"])
        | {"from": entry["place"] == origin}
        for entry in desk["destinations"]
    ]


def _handles(desk: Json) -> list[Json]:
    """Where the units stand that can be taken in hand: the first row of each place."""
    seen: set[tuple[str, str]] = set()
    handles = []
    for row in desk["rows"]:
        stack = (row["unit"], row["origin"])
        if stack not in seen and row["index"] != desk["inHand"]:
            seen.add(stack)
            x, y = _stand(row["unit"], row["origin"])
            handles.append({"x": x, "y": y, "for": f"row-{row['index']}"})
    return handles


def _light(place: str, *, control: str, chosen: bool, value: str | None = None) -> Json:
    return {"id": region_id(place), "for": control, "value": value, "chosen": chosen}


def routes(view: View) -> Json:
    desk = view["desk"]
    if desk["screen"] == "plan":
        rows = [*desk["committed"], *desk["rows"]]
        return {"routes": [_route(row, number) for number, row in enumerate(rows, start=1) if _moves(row)], "rings": []}
    if desk["screen"] == "vote":
        return _proposals(desk["proposals"])
    return {"routes": [], "rings": []}


def _proposals(cards: list[Json]) -> Json:
    """Both proposals of a vote, each under its number."""
    drawn: list[Json] = []
    rings: list[Json] = []
    for card in cards:
        for unit, moves in (("fleet", card["fleetMan"]), ("army", card["armyMan"])):
            for origin, destination, action in moves:
                row = {"unit": unit, "origin": origin, "destination": destination, "action": action, "bySea": False}
                if _moves(row):
                    drawn.append(_route(row, card["number"]))
        rings.extend(_ring(place, card["number"]) for place in card["places"])
    return {"routes": drawn, "rings": rings}


def _ring(place: str, number: int) -> Json:
    x, y = geometry().regions[place].pole
    return {"x": x, "y": y, "number": number}


def _moves(row: Json) -> bool:
    return bool(row["origin"] != row["destination"])


def _stand(unit: str, place: str) -> Point:
    region = geometry().regions[place]
    if unit == "fleet" and region.port:
        return region.port.fleet
    return region.units[0]


def _route(row: Json, number: int) -> Json:
    start, end = _stand(row["unit"], row["origin"]), _stand(row["unit"], row["destination"])
    return {
        "path": _curve(start, end),
        "kind": "sea" if row["unit"] == "fleet" else "convoy" if row.get("bySea") else "land",
        "number": number,
        "x": start[0],
        "y": start[1],
        "asks": bool(row.get("asks")),
        "endX": end[0],
        "endY": end[1],
    }


def _curve(start: Point, end: Point) -> str:
    (x1, y1), (x2, y2) = start, end
    length = hypot(x2 - x1, y2 - y1) or 1.0
    bend = BEND * length
    middle = ((x1 + x2) / 2 - (y2 - y1) / length * bend, (y1 + y2) / 2 + (x2 - x1) / length * bend)
    return f"M{x1:g} {y1:g}Q{middle[0]:.1f} {middle[1]:.1f} {x2:g} {y2:g}"
