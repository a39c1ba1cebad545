"""Setups: shipped ones by name, others from JSON, all validated as a whole (rules 16).

The schema is that of `setups/{name}` in the original application, with the start of each country beside its limits:

    {
      "name": "standard",
      "wheel": ["Factory", "R-Produce", ...],                    clockwise
      "stockCosts": [0, 2, 4, ...],                              dollars by denomination; index 0 is unused
      "countries": {"Austria": {
          "order": 1, "fleetLimit": 6, "armyLimit": 12,
          "start": {                                             countryInfo of the exchange format, or empty
              "money": 0, "points": 0, "factories": ["Vienna"], "lastTax": 5, "availStock": [1, 2, ...],
              "taxChips": [], "fleets": [{"territory": "Trieste"}], "armies": []}}},
      "territories": {"Trieste": {
          "country": "Austria",                                  null for neutral land and seas
          "port": "Ionian Sea",                                  the sea its fleets leave to; null if it is no port
          "sea": false,
          "adjacencies": ["Budapest", ...]}}
    }

Other fields (`wheelCoords`, `unitCoords`, ...) are for pages and ignored here.
"""

import json
from collections.abc import Callable, Iterable
from functools import lru_cache
from importlib.resources import files
from typing import Any

import msgspec
from msgspec.structs import replace

from imperial.rules.board import CountrySetup, Setup, Territory
from imperial.rules.money import to_cents
from imperial.rules.setup_validation import SetupData, SetupError, find_setup_problems
from imperial.rules.state import Country

SHIPPED = ("standard", "seed-example")

Check = Callable[[SetupData], Iterable[str]]
"""A validation besides that of the rules; yields problems."""


def no_further_check(_data: SetupData) -> Iterable[str]:
    return ()


@lru_cache
def load_setup(name: str = "standard") -> Setup:
    """Returns a shipped setup."""
    if name not in SHIPPED:
        raise SetupError([f"There is no setup called {name}. There are: {', '.join(SHIPPED)}."])
    return read_setup(files("imperial").joinpath("data", f"{name}.json").read_bytes())


def read_setup(text: str | bytes, *, further_check: Check = no_further_check) -> Setup:
    """Parses the text of a file; reports repeated names, which JSON parsers drop. Raises SetupError."""
    repeated: list[str] = []

    def noticing_repetitions(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        names = [name for name, _value in pairs]
        repeated.extend(f"{name} is there twice." for name in dict.fromkeys(names) if names.count(name) > 1)
        return dict(pairs)

    try:
        data = json.loads(text, object_pairs_hook=noticing_repetitions)
    except (ValueError, RecursionError) as problem:
        raise SetupError([f"This is not JSON: {problem}."]) from None
    return parse_setup(data, already_found=repeated, further_check=further_check)


def parse_setup(data: Any, *, already_found: Iterable[str] = (), further_check: Check = no_further_check) -> Setup:
    """Parses a JSON object. Raises SetupError with every problem."""
    try:
        parsed = msgspec.convert(data, SetupData)
    except msgspec.ValidationError as problem:
        raise SetupError([*already_found, f"This is not a setup: {problem}."]) from None
    problems = [*already_found, *find_setup_problems(parsed), *further_check(parsed)]
    if problems:
        raise SetupError(problems)
    return _compiled(parsed)


def _compiled(data: SetupData) -> Setup:
    denominations = tuple(range(1, len(data.stock_costs)))
    countries = {
        name: CountrySetup(
            order=country.order,
            fleet_limit=country.fleet_limit,
            army_limit=country.army_limit,
            start=Country(
                money=to_cents(country.start.money),
                points=country.start.points,
                factories=country.start.factories,
                avail_stock=country.start.avail_stock or denominations,
                last_tax=country.start.last_tax,
                tax_chips=country.start.tax_chips,
                fleets=tuple(replace(fleet, hostile=True) for fleet in country.start.fleets),
                armies=country.start.armies,
            ),
        )
        for name, country in sorted(data.countries.items(), key=lambda item: item[1].order)
    }
    territories = {
        name: Territory(
            name=name,
            country=territory.country or None,
            sea=territory.sea,
            port=str(territory.port) if territory.port else None,
            neighbours=territory.adjacencies,
        )
        for name, territory in data.territories.items()
    }
    return Setup(
        name=data.name, wheel=data.wheel, stock_costs=data.stock_costs, countries=countries, territories=territories
    )
