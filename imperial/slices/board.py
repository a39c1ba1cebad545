"""The layers of the map that change."""

from imperial.map import pieces, rondel
from imperial.map.geometry import geometry
from imperial.slices.people import Json
from tabletop.live.parts import View


def standing(view: View) -> Json:
    countries = view["countryInfo"]
    return {
        "factories": pieces.factories(countries, closed=view["closedFactories"]),
        "chips": pieces.chips(countries),
        "units": pieces.units(countries, own=view["movingCountry"]),
    }


def wheel(view: View) -> Json:
    circle = geometry().rondel
    return {
        "circle": {"x": circle.x, "y": circle.y},
        "sectors": rondel.sectors(view["wheel"]),
        "markers": rondel.markers(view["wheel"], view["countryInfo"], up=view["countryUp"]),
    }
