"""The layers of the map that change."""

from imperial.map import pieces, rondel
from imperial.map.geometry import geometry, home_box, is_drawn
from imperial.map.markers import ON_THE_MAP
from tabletop.live.parts import View
from tabletop.rules import Json


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
        "sectors": rondel.sectors(view["wheel"]),
        "markers": rondel.markers(view["wheel"], view["countryInfo"], up=view["countryUp"], drawn=ON_THE_MAP),
    }
