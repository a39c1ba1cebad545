"""Examples and sections of the rules page: only Imperial draws examples and links refusals to sections.

The text is in `templates/imperial/rules.html`.
"""

from functools import cache

from django.urls import reverse
from django.utils.translation import gettext_lazy

from imperial.decisions.records import Way
from imperial.map import pieces, rondel
from imperial.map.powers import POWERS
from imperial.pages.contexts.routes import route
from imperial.rules import load_setup
from imperial.rules.money import to_dollars
from imperial.rules.rondel import turns_from
from imperial.rules.state import Country, Unit
from imperial.rules.taxation import MOST_REVENUE, UNTAXED
from tabletop.rules import Json

SECTIONS = {
    "not_your_turn": "turns",
    "wrong_mode": "turns",
    "stale": "turns",
    "illegal_bid": "auction",
    "illegal_spot": "rondel",
    "cannot_afford": "paying",
    "illegal_place": "building",
    "limit": "limits",
    "unavailable_stock": "market",
    "off_limits": "market",
    "bad_return": "market",
    "wrong_units": "maneuver",
    "unreachable": "movement",
    "no_convoy": "convoy",
    "illegal_action": "meeting",
    "nothing_to_undo": "undo",
}
"""Section that explains a refusal with this code (rules 8)."""

WHEEL_FROM = "Factory"
"""Spot of the country in the picture of the rondel."""

EXAMPLE = {
    "Austria": Country(
        factories=("Vienna", "Budapest"),
        tax_chips=("Romania",),
        fleets=(Unit(territory="Trieste"),),
        armies=tuple(Unit(territory=place) for place in ("Vienna", "Budapest", "Trieste")),
    ),
    "Italy": Country(
        factories=("Rome", "Naples"), fleets=(Unit(territory="Naples"),), armies=(Unit(territory="Rome"),)
    ),
}
EXAMPLE_FLEETS = (("Trieste", "Ionian Sea", ""),)
EXAMPLE_ARMIES = (("Vienna", "Western Balkans", ""), ("Budapest", "Greece", ""), ("Trieste", "Venice", "hostile"))
BY_RAIL = {"Greece": ("Trieste",)}
BY_SEA = {"Greece": ("Ionian Sea",)}


def help_url(code: str) -> str | None:
    """Returns the address of the rule behind a refusal; None for refusals that are not the rules'."""
    section = SECTIONS.get(code)
    return None if section is None else f"{reverse('imperial:rules')}#{section}"


@cache
def facts() -> Json:
    """Returns the numbers and drawings of the standard board, computed by the rules."""
    setup = load_setup()
    return {
        "bonds": [{"stock": stock, "price": price} for stock, price in enumerate(setup.stock_costs) if stock],
        "countries": [
            {
                "css": POWERS[name].css,
                "code": POWERS[name].code,
                "name": gettext_lazy(POWERS[name].name),
                "armies": country.army_limit,
                "fleets": country.fleet_limit,
            }
            for name, country in setup.countries.items()
        ],
        "taxes": [{"revenue": revenue, "points": revenue - UNTAXED} for revenue in range(UNTAXED, MOST_REVENUE + 1)],
        "sectors": _sectors(),
        "markers": rondel.markers(setup.wheel, {"Austria": WHEEL_FROM}),
        "example": _example(),
    }


def _sectors() -> list[Json]:
    setup = load_setup()
    turns = turns_from(setup, WHEEL_FROM)
    drawn = []
    for sector in rondel.sectors(setup.wheel):
        turn = turns.get(sector.spot)
        way = {"steps": turn.steps, "cost": to_dollars(turn.cost)} if turn else {"steps": None, "cost": None}
        drawn.append({"shape": sector, **way, "investor": turn is not None and turn.triggers_investor})
    return drawn


def _example() -> Json:
    """Returns an example maneuver of Austria-Hungary, as the planner draws it."""
    ways = [
        Way(
            unit=unit,
            origin=origin,
            destination=destination,
            rail=BY_RAIL.get(destination, ()),
            seas=BY_SEA.get(destination, ()),
        )
        for unit, moves in (("fleet", EXAMPLE_FLEETS), ("army", EXAMPLE_ARMIES))
        for origin, destination, _action in moves
    ]
    return {
        "routes": [route(way, number) for number, way in enumerate(ways, start=1)],
        "factories": pieces.factories(EXAMPLE),
        "chips": pieces.chips(EXAMPLE),
        "units": pieces.units(EXAMPLE, own="Austria"),
    }
