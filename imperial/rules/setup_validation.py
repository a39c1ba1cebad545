"""Validation of setups: finds all problems, not only the first (rules 16)."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

import msgspec

from imperial.rules.rondel import INVESTOR, KNOWN_SPOTS, TAXATION
from imperial.rules.state import Unit
from imperial.rules.taxation import MOST_POINTS, MOST_REVENUE

# With two spots a country could be left with nothing but interest that it cannot pay.
FEWEST_SPOTS = 3
MOST_MONEY_DOLLARS = 1_000_000


class SetupError(ValueError):
    """The setup cannot be played."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__(" ".join(self.problems))


class StartData(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    money: float = 0
    points: int = 0
    factories: tuple[str, ...] = ()
    last_tax: int = 5
    avail_stock: tuple[int, ...] = ()
    tax_chips: tuple[str, ...] = ()
    fleets: tuple[Unit, ...] = ()
    armies: tuple[Unit, ...] = ()


class CountryData(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    order: int
    fleet_limit: int
    army_limit: int
    start: StartData = StartData()


class TerritoryData(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    country: str | None = None
    port: str | bool | None = None
    """The original application writes `false` for no port."""
    sea: bool = False
    adjacencies: tuple[str, ...] = ()


class SetupData(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    name: str
    wheel: tuple[str, ...]
    stock_costs: tuple[int, ...]
    countries: Mapping[str, CountryData]
    territories: Mapping[str, TerritoryData]


def find_setup_problems(data: SetupData) -> Iterator[str]:
    if not _is_name(data.name):
        yield "The setup needs a name."
    yield from (f"{name!r} is no name." for name in (*data.countries, *data.territories) if not _is_name(name))
    yield from _wheel(data.wheel)
    yield from _prices(data.stock_costs)
    yield from _countries(data)
    yield from _territories(data)
    for name, country in data.countries.items():
        yield from _start(data, name, country)


def _is_name(text: str) -> bool:
    return bool(text.strip()) and text.isprintable()


def _repeated(names: Iterable[object]) -> list[object]:
    listed = list(names)
    return [name for name in dict.fromkeys(listed) if listed.count(name) > 1]


def _wheel(wheel: tuple[str, ...]) -> Iterator[str]:
    yield from (f"The wheel has {spot} twice." for spot in _repeated(wheel))
    yield from (f"The wheel has the unknown spot {spot}." for spot in wheel if spot not in KNOWN_SPOTS)
    if len(wheel) < FEWEST_SPOTS:
        yield f"The wheel needs at least {FEWEST_SPOTS} spots, so that no country is ever stuck."
    yield from (f"The wheel has no {spot} spot." for spot in (INVESTOR, TAXATION) if spot not in wheel)


def _prices(prices: tuple[int, ...]) -> Iterator[str]:
    if len(prices) < 2:
        yield "There is no bond to buy: stockCosts needs a price for at least one denomination."
    if prices and prices[0] != 0:
        yield f"The first of stockCosts is unused and must be 0, not {prices[0]}."
    for denomination, (lower, higher) in enumerate(pairwise(prices), start=1):
        if higher <= lower:
            yield f"Prices must increase: denomination {denomination} costs {higher} after {lower}."


def _countries(data: SetupData) -> Iterator[str]:
    if not data.countries:
        yield "There is no country."
    orders = sorted(country.order for country in data.countries.values())
    if orders != list(range(1, len(orders) + 1)):
        yield f"The orders of the countries must be 1 to {len(orders)}, not {', '.join(map(str, orders))}."
    for name, country in data.countries.items():
        for kind, limit in (("fleet", country.fleet_limit), ("army", country.army_limit)):
            if limit < 0:
                yield f"The {kind} limit of {name} is {limit}."


def _territories(data: SetupData) -> Iterator[str]:
    for name, territory in data.territories.items():
        if territory.country and territory.country not in data.countries:
            yield f"{name} belongs to the unknown country {territory.country}."
        if territory.sea and territory.country:
            yield f"{name} is a sea and cannot belong to {territory.country}."
        yield from _port(data, name, territory)
        yield from (f"{name} has the border with {other} twice." for other in _repeated(territory.adjacencies))
        for other in dict.fromkeys(territory.adjacencies):
            if other not in data.territories:
                yield f"{name} borders the unknown territory {other}."
            elif other == name:
                yield f"{name} borders itself."
            elif name not in data.territories[other].adjacencies:
                yield f"{name} borders {other}, but {other} does not border {name}."


def _port(data: SetupData, name: str, territory: TerritoryData) -> Iterator[str]:
    port = territory.port
    if not port:
        return
    if port is True:
        yield f"{name} is a port, but does not say to which sea."
    elif port not in data.territories or not data.territories[port].sea:
        yield f"{name} is a port to {port}, which is no sea."
    elif port not in territory.adjacencies:
        yield f"{name} is a port to {port}, but does not border it."
    if not territory.country or territory.sea:
        yield f"{name} is a port, but no home territory of a country."


def _start(data: SetupData, name: str, country: CountryData) -> Iterator[str]:
    start = country.start
    homes = {place for place, territory in data.territories.items() if territory.country == name}
    # Written as a negation, so that NaN is refused too.
    if not (
        0 <= start.money <= MOST_MONEY_DOLLARS
        and 0 <= start.points < MOST_POINTS
        and 0 <= start.last_tax <= MOST_REVENUE
    ):
        yield f"{name} starts with money, points or a last tax that cannot be."
    yield from (f"{name} has a factory in {place} twice." for place in _repeated(start.factories))
    yield from (
        f"{name} has a factory in {place}, which is no home territory of {name}."
        for place in start.factories
        if place not in homes
    )
    denominations = range(1, len(data.stock_costs))
    yield from (f"{name} has the bond {bond} twice." for bond in _repeated(start.avail_stock))
    yield from (
        f"{name} has the bond {bond} without a price." for bond in start.avail_stock if bond not in denominations
    )
    if tuple(sorted(start.avail_stock)) != start.avail_stock:
        yield f"The bonds of {name} are not in order."
    yield from _chips(data, name, start)
    yield from _units(data, name, country)


def _chips(data: SetupData, name: str, start: StartData) -> Iterator[str]:
    for place in start.tax_chips:
        if place not in data.territories or data.territories[place].country:
            yield f"{name} has a tax chip in {place}, which is neither neutral land nor sea."
        owners = [
            other for other, country in data.countries.items() for chip in country.start.tax_chips if chip == place
        ]
        if len(owners) > 1 and owners[0] == name:
            yield f"{place} has more than one tax chip."


def _units(data: SetupData, name: str, country: CountryData) -> Iterator[str]:
    fleets, armies = country.start.fleets, country.start.armies
    if len(fleets) > country.fleet_limit or len(armies) > country.army_limit:
        yield f"{name} starts with more units than its limits allow."
    for fleet in fleets:
        territory = data.territories.get(fleet.territory)
        if territory is None or not (territory.sea or (territory.port and territory.country == name)):
            yield f"A fleet of {name} starts in {fleet.territory}, which is neither a sea nor a port of {name}."
    for army in armies:
        territory = data.territories.get(army.territory)
        if territory is None or territory.sea:
            yield f"An army of {name} starts in {army.territory}, which is no land."
        elif not army.hostile and territory.country in (None, "", name):
            yield f"An army of {name} coexists in {army.territory}, but is no guest there."
