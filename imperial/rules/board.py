"""A setup compiled for the rules: read-only, loaded once (rules 1.4 and 16)."""

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from imperial.rules.state import Country


class Territory(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    country: str | None = None
    """The country whose home territory it is; None for neutral land and seas."""
    sea: bool = False
    port: str | None = None
    """The one sea that a fleet built here can leave to."""
    neighbours: tuple[str, ...]

    @property
    def unowned(self) -> bool:
        return self.country is None


class CountrySetup(msgspec.Struct, frozen=True, kw_only=True):
    order: int
    fleet_limit: int
    army_limit: int
    start: Country


class Setup(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """Compared by identity, so that `functools.lru_cache` can key derived tables by the setup."""

    name: str
    wheel: tuple[str, ...]
    """Clockwise."""
    stock_costs: tuple[int, ...]
    """Price in whole dollars by denomination; index 0 is unused."""
    countries: Mapping[str, CountrySetup]
    """In turn order."""
    territories: Mapping[str, Territory]


@lru_cache(maxsize=512)
def home_territories(setup: Setup, country: str) -> tuple[str, ...]:
    return tuple(name for name, territory in setup.territories.items() if territory.country == country)


@lru_cache(maxsize=512)
def home_ports(setup: Setup, country: str) -> tuple[str, ...]:
    return tuple(name for name in home_territories(setup, country) if setup.territories[name].port)


@lru_cache(maxsize=512)
def next_country(setup: Setup, country: str) -> str | None:
    """Returns the next country in turn order; None after the last."""
    names = list(setup.countries)
    following = names.index(country) + 1
    return names[following] if following < len(names) else None


def first_country(setup: Setup) -> str:
    return next(iter(setup.countries))
