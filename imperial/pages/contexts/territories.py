"""The map in words: every place with its owner, what stands there, and its neighbours."""

from imperial.map.pieces import stacks
from imperial.rules.board import Setup
from tabletop.live.parts import View
from tabletop.rules import Json


def territories(view: View, *, setup: Setup) -> Json:
    units = stacks(view["countryInfo"])
    chips = {place: country for country, info in view["countryInfo"].items() for place in info["taxChips"]}
    factories = {place for info in view["countryInfo"].values() for place in info["factories"]}
    return {
        "territories": [
            {
                "name": name,
                "sea": place.sea,
                "owner": view["marks"][place.country] if place.country else None,
                "port": place.port,
                "factory": name in factories,
                "closed": name in view["closedFactories"],
                "chip": view["marks"][chips[name]] if name in chips else None,
                "units": [
                    {"owner": view["marks"][country], "manner": kind if hostile else "guest", "count": count}
                    for (country, kind, hostile), count in units.get(name, {}).items()
                ],
                "neighbours": list(place.neighbours),
            }
            for name, place in setup.territories.items()
        ]
    }
