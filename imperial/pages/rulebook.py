"""Examples and sections of the rules page: only Imperial draws examples and links refusals to sections.

The text is in `templates/imperial/rules.html`.
"""

from collections.abc import Iterator
from functools import cache

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from imperial.decisions.records import Way
from imperial.map import pieces, rondel
from imperial.map.powers import POWERS
from imperial.pages.contexts.routes import Route, route
from imperial.rules import load_setup
from imperial.rules.money import to_dollars
from imperial.rules.rondel import turns_from
from imperial.rules.state import Country, Unit
from imperial.rules.taxation import MOST_REVENUE, UNTAXED
from tabletop.live.parts import Context

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


class Bond(Context, frozen=True):
    stock: int
    price: int


class Limits(Context, frozen=True):
    """A country, and how many units it may have."""

    css: str
    code: str
    name: Promise
    armies: int
    fleets: int


class TaxStep(Context, frozen=True):
    revenue: int
    points: int


class WheelSector(Context, frozen=True):
    """A sector with the way there; without one where it is out of reach."""

    shape: rondel.Sector
    steps: int | None
    cost: float | None
    """Dollars."""
    investor: bool


class Example(Context, frozen=True):
    """A maneuver, as the planner draws it."""

    routes: tuple[Route, ...]
    factories: tuple[pieces.Works, ...]
    chips: tuple[pieces.Chip, ...]
    units: tuple[pieces.Token, ...]


class Facts(Context, frozen=True):
    """The numbers and drawings of the standard board, computed by the rules."""

    bonds: tuple[Bond, ...]
    countries: tuple[Limits, ...]
    taxes: tuple[TaxStep, ...]
    sectors: tuple[WheelSector, ...]
    markers: tuple[rondel.Marker, ...]
    example: Example


def help_url(code: str) -> str | None:
    """Returns the address of the rule behind a refusal; None for refusals that are not the rules'."""
    section = SECTIONS.get(code)
    return None if section is None else f"{reverse('imperial:rules')}#{section}"


@cache
def facts() -> Facts:
    setup = load_setup()
    return Facts(
        bonds=tuple(Bond(stock=stock, price=price) for stock, price in enumerate(setup.stock_costs) if stock),
        countries=tuple(
            Limits(
                css=POWERS[name].css,
                code=POWERS[name].code,
                name=gettext_lazy(POWERS[name].name),
                armies=country.army_limit,
                fleets=country.fleet_limit,
            )
            for name, country in setup.countries.items()
        ),
        taxes=tuple(TaxStep(revenue=revenue, points=revenue - UNTAXED) for revenue in range(UNTAXED, MOST_REVENUE + 1)),
        sectors=tuple(_sectors()),
        markers=tuple(rondel.markers(setup.wheel, {"Austria": WHEEL_FROM})),
        example=_example(),
    )


def _sectors() -> Iterator[WheelSector]:
    setup = load_setup()
    turns = turns_from(setup, WHEEL_FROM)
    for sector in rondel.sectors(setup.wheel):
        turn = turns.get(sector.spot)
        yield WheelSector(
            shape=sector,
            steps=None if turn is None else turn.steps,
            cost=None if turn is None else to_dollars(turn.cost),
            investor=turn is not None and turn.triggers_investor,
        )


def _example() -> Example:
    """An example maneuver of Austria-Hungary."""
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
    return Example(
        routes=tuple(route(way, number) for number, way in enumerate(ways, start=1)),
        factories=pieces.factories(EXAMPLE),
        chips=pieces.chips(EXAMPLE),
        units=pieces.units(EXAMPLE, own="Austria"),
    )
