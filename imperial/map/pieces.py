"""Pieces on the map: factories, chips and units of the view with their coordinates."""

from collections import Counter
from collections.abc import Iterable, Mapping

from imperial.map.geometry import Point, Region, geometry, is_drawn
from imperial.map.powers import POWERS
from tabletop.rules import Json

Stack = tuple[str, str, bool]
"""Country, kind and hostile flag: units that share one token with a count."""


def factories(countries: Mapping[str, Json], *, closed: Iterable[str] = ()) -> list[Json]:
    """Returns built factories and free sites."""
    built = {territory for country in countries.values() for territory in country["factories"]}
    shut = frozenset(closed)
    return [
        _at(region.factory)
        | {"kind": "yard" if region.port else "fact", "built": name in built, "closed": name in shut}
        for name, region in geometry().regions.items()
        if region.factory
    ]


def chips(countries: Mapping[str, Json]) -> list[Json]:
    return [
        _at(place) | _marked(country)
        for country, info in countries.items()
        for territory in info["taxChips"]
        if is_drawn(territory) and (place := geometry().regions[territory].chip)
    ]


def units(countries: Mapping[str, Json], *, own: str | None = None) -> list[Json]:
    """Returns the tokens; those of the country `own` can be selected."""
    return [
        token | {"own": token["country"] == own}
        for territory, there in stacks(countries).items()
        if is_drawn(territory)
        for token in _tokens(geometry().regions[territory], there)
    ]


def stacks(countries: Mapping[str, Json]) -> dict[str, Counter[Stack]]:
    """Returns the units by territory."""
    places: dict[str, Counter[Stack]] = {}
    for country, info in countries.items():
        for kind in ("fleet", "army"):
            for unit in info["fleets" if kind == "fleet" else "armies"]:
                stack = (country, kind, unit["hostile"])
                places.setdefault(unit["territory"], Counter())[stack] += 1
    return places


def _tokens(region: Region, stacks: Counter[Stack]) -> list[Json]:
    """Returns one token per stack; if places run out, the last token counts the rest."""
    in_harbour = {stack for stack in stacks if region.port and stack[1] == "fleet"}
    ashore = [stack for stack in stacks if stack not in in_harbour]
    tokens = [_token(stack, region.port.fleet, stacks[stack]) for stack in in_harbour if region.port]
    for place, stack in zip(region.units, ashore, strict=False):
        tokens.append(_token(stack, place, stacks[stack]))
    left_over = sum(stacks[stack] for stack in ashore[len(region.units) :])
    if left_over:
        tokens[-1]["more"] = left_over
    return tokens


def _token(stack: Stack, place: Point, count: int) -> Json:
    country, kind, occupies = stack
    return (
        _at(place) | _marked(country) | {"country": country, "kind": kind if occupies else "coexisting", "count": count}
    )


def _at(place: Point) -> Json:
    return {"x": place[0], "y": place[1]}


def _marked(country: str) -> Json:
    known = POWERS[country]
    return {"css": known.css, "code": known.code}
