"""The layers of the map that change, and the light on it: what may be chosen now, and the plan drawn as routes."""

from collections import Counter
from math import hypot

from imperial.map import pieces, rondel
from imperial.map.geometry import Point, geometry, home_box, is_drawn
from imperial.map.rondel import ON_THE_MAP
from imperial.map.sheet import region_id
from imperial.rules.taxation import CHIP_REVENUE, FACTORY_REVENUE
from tabletop.live.parts import View
from tabletop.rules import Json

NUMBER_WIDTH = 20
BEND = 0.14
"""How far a route swings out, as a part of its length."""
BESIDE = 46.0
"""To the other side of a stack than the number of its units."""


def works(view: View) -> Json:
    return {"factories": pieces.factories(view["countryInfo"], closed=view["closedFactories"])}


def chips(view: View) -> Json:
    return {"chips": pieces.chips(view["countryInfo"])}


def units(view: View) -> Json:
    return {"units": pieces.units(view["countryInfo"], own=view["movingCountry"])}


def focus(view: View) -> Json:
    """Where a narrow screen looks: at the place a question is about, else at the home of the country that is up."""
    if view["offer"] and is_drawn(view["offer"]["destination"]):
        x, y = geometry().regions[view["offer"]["destination"]].pole
    else:
        left, top, right, bottom = home_box(view["countryUp"])
        x, y = (left + right) / 2, (top + bottom) / 2
    return {"x": round(x), "y": round(y)}


def wheel(view: View) -> Json:
    circle = geometry().rondel
    return {
        "circle": {"x": circle.x, "y": circle.y},
        "round": view["round"],
        "sectors": rondel.sectors(tuple(view["wheel"])),
        "markers": rondel.markers(view["wheel"], view["countryInfo"], up=view["countryUp"], drawn=ON_THE_MAP),
    }


def lights(view: View) -> Json:
    """Every light stands for a control."""
    decision = view["decision"]
    lit: list[Json] = []
    handles: list[Json] = []
    marks: list[Json] = []
    if decision["screen"] == "proposal" and decision["details"]:
        lit = _places(decision["details"])
        marks = revenue(decision["details"]) + _imported(decision["details"])
    elif decision["screen"] in ("bid", "offer"):
        lit = _home(view["countryUp"], control="amount" if decision["screen"] == "bid" else None)
    elif decision["screen"] == "plan":
        lit = _destinations(decision)
        handles = _handles(decision)
    if card := _under_discussion(view):
        marks = _foreseen(card)
    return {"lit": lit, "handles": handles, "marks": marks, "veil": bool(lit)}


def _under_discussion(view: View) -> Json | None:
    """The leader's proposal, until its opposition tries something else on the map."""
    return view["proposals"][0] if view["mode"] == "proposal-opp" and not view["decision"].get("chosen") else None


def _foreseen(card: Json) -> list[Json]:
    """What a proposal would bring where: units, a factory, taxes."""
    drawn = [unit for unit in card["units"] if is_drawn(unit["place"])]
    marks = [_newcomers(unit["unit"], unit["place"], unit["count"]) for unit in drawn]
    if card["factory"] and is_drawn(card["factory"]):
        marks.append(site(card["factory"]) | {"amount": 1})
    return marks + revenue(card["taxes"])


def _imported(details: Json) -> list[Json]:
    if details["kind"] != "import":
        return []
    counts = Counter((unit["unit"], unit["place"]) for unit in details["units"] if is_drawn(unit["place"]))
    return [_newcomers(kind, place, count) for (kind, place), count in counts.items()]


def _newcomers(kind: str, place: str, count: int) -> Json:
    x, y = stand(kind, place)
    return {"x": x - BESIDE, "y": y, "amount": count}


def revenue(details: Json | None) -> list[Json]:
    """Where the taxes come from."""
    if details is None or details["kind"] != "taxes":
        return []
    regions = geometry().regions
    works = [(regions[place].factory, FACTORY_REVENUE) for place in details["works"] if is_drawn(place)]
    chips = [(regions[place].chip, CHIP_REVENUE) for place in details["chips"] if is_drawn(place)]
    return [{"x": place[0], "y": place[1], "amount": amount} for place, amount in works + chips if place]


def _home(country: str, *, control: str | None) -> list[Json]:
    """The country whose bonds are for sale."""
    homes = [place for place, region in geometry().regions.items() if region.owner == country]
    return [_light(place, control=control, chosen=False) for place in homes]


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


def _destinations(decision: Json) -> list[Json]:
    if decision["inHand"] is None:
        return []
    origin = decision["rows"][decision["inHand"]]["origin"]
    return [
        _light(entry["place"], control="destination", value=entry["place"], chosen=entry["chosen"])
        | {"from": entry["place"] == origin}
        for entry in decision["destinations"]
    ]


def _handles(decision: Json) -> list[Json]:
    """Where the units stand that can be taken in hand: the first row of each place."""
    seen: set[tuple[str, str]] = set()
    handles = []
    for row in decision["rows"]:
        stack = (row["unit"], row["origin"])
        if stack not in seen and row["index"] != decision["inHand"] and is_drawn(row["origin"]):
            seen.add(stack)
            x, y = stand(row["unit"], row["origin"])
            handles.append({"x": x, "y": y, "for": f"row-{row['index']}"})
    return handles


def _light(place: str, *, control: str | None, chosen: bool, value: str | None = None) -> Json:
    return {"id": region_id(place), "name": place, "for": control, "value": value, "chosen": chosen}


def routes(view: View) -> Json:
    decision = view["decision"]
    card = _under_discussion(view)
    if card is not None:
        rows = card["moves"]
    elif decision["screen"] == "plan":
        rows = [*decision["committed"], *decision["rows"]]
    elif decision["screen"] in ("waiting", "peace"):
        rows = decision["moves"]
    else:
        rows = []
    drawn = [route(row, number) for number, row in enumerate(rows, start=1) if has_way(row)]
    return {"routes": _side_by_side(drawn), "ways": [_way(row) for row in view["travelled"] if has_way(row)]}


def _way(row: Json) -> Json:
    """What a unit has gone already: not drawn, but to travel along."""
    gone = route(row, 0)
    return {"of": f"{row['country']} {row['unit']}", "path": (gone["rail"] or "") + gone["path"]}


def has_way(row: Json) -> bool:
    """A row that cannot go as planned has no way on the map either."""
    places = (row["origin"], *row["rail"], *row["seas"], row["destination"])
    return row["origin"] != row["destination"] and not row.get("problem") and is_drawn(*places)


def _side_by_side(drawn: list[Json]) -> list[Json]:
    """Units that leave one place have their numbers in a row."""
    seen: Counter[Point] = Counter()
    for line in drawn:
        start = (line["x"], line["y"])
        line["x"] -= NUMBER_WIDTH * seen[start]
        seen[start] += 1
    return drawn


def site(place: str) -> Json:
    """Where a factory stands, or would."""
    x, y = geometry().regions[place].factory or geometry().regions[place].pole
    return {"x": x, "y": y}


def stand(unit: str, place: str) -> Point:
    region = geometry().regions[place]
    if unit == "fleet" and region.port:
        return region.port.fleet
    return region.units[0]


def route(row: Json, number: int) -> Json:
    start, end = stand(row["unit"], row["origin"]), stand(row["unit"], row["destination"])
    rail = [start, *(stand("army", place) for place in row["rail"])]
    seas = [stand("fleet", sea) for sea in row["seas"]]
    return {
        "rail": _through(rail) if len(rail) > 1 else None,
        "path": _through([rail[-1], *seas, end]) if seas else _curve(start, end),
        "kind": "sea" if row["unit"] == "fleet" else "convoy" if seas else "land",
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


def _through(points: list[Point]) -> str:
    """A smooth line through all points: each is left in the direction from the one before it to the one after it."""
    drawn = f"M{points[0][0]:g} {points[0][1]:g}"
    padded = [points[0], *points, points[-1]]
    for before, start, end, after in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        leaving = start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6
        arriving = end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6
        drawn += f"C{leaving[0]:.1f} {leaving[1]:.1f} {arriving[0]:.1f} {arriving[1]:.1f} {end[0]:g} {end[1]:g}"
    return drawn
