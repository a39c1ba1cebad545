"""The map in words: every place with its owner, what stands there, and its neighbours."""

from collections import Counter

from imperial.rules.board import Setup
from tabletop.live.parts import View
from tabletop.rules import Json


def territories(view: View, *, setup: Setup) -> Json:
    units: dict[str, Counter[tuple[str, str]]] = {}
    chips: dict[str, str] = {}
    factories = {place for info in view["countryInfo"].values() for place in info["factories"]}
    for country, info in view["countryInfo"].items():
        for kind, stationed in (("fleet", info["fleets"]), ("army", info["armies"])):
            for unit in stationed:
                manner = kind if unit["hostile"] else "guest"
                units.setdefault(unit["territory"], Counter())[country, manner] += 1
        chips |= dict.fromkeys(info["taxChips"], country)
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
                    {"owner": view["marks"][country], "manner": manner, "count": count}
                    for (country, manner), count in units.get(name, Counter()).items()
                ],
                "neighbours": list(place.neighbours),
            }
            for name, place in setup.territories.items()
        ]
    }
