"""Reach of units on a board, computed once per setup (rules 5.3 and 5.4). Sets of seas are bit masks."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple, TypeVar

from imperial.rules.board import Setup, Territory

_KEPT_SETUPS = 64
_KEPT_ANSWERS = 20_000

Key = TypeVar("Key")
Found = TypeVar("Found")


class Reach(NamedTuple):
    """Where an army gets without a fleet: by rail, then at most one step."""

    by_land: tuple[str, ...]
    places: frozenset[str]
    """The same, to look one up."""
    boarding_seas: int
    """The seas beside the places that it reaches by rail."""


class Geography:
    """Lookup tables of one setup."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.territories: Mapping[str, Territory] = setup.territories
        self.unowned = frozenset(name for name, place in self.territories.items() if place.unowned)
        self.seas: tuple[str, ...] = tuple(name for name, place in self.territories.items() if place.sea)
        self.sea_bits = {name: 1 << number for number, name in enumerate(self.seas)}
        self.sea_numbers = {name: number for number, name in enumerate(self.seas)}
        self.seas_beside = {
            name: sum(self.sea_bits.get(other, 0) for other in set(place.neighbours))
            for name, place in self.territories.items()
        }
        """For land: the seas where an army can board or land. For a sea: the seas that a convoy continues to."""
        self.fleet_reach = {name: self._fleet_reach(place) for name, place in self.territories.items()}
        self._army_reach: dict[str, dict[str, Reach]] = {}
        self._routes: dict[tuple[int, int, int], tuple[int, ...]] = {}
        self._shores: dict[tuple[str, str, int], tuple[str, ...]] = {}

    def army_reach(self, country: str) -> Mapping[str, Reach]:
        """The reach of the country's armies, by origin."""
        found = self._army_reach.get(country)
        if found is None:
            found = {name: self._reach(country, name) for name in self.territories}
            self._army_reach[country] = found
        return found

    def routes(self, country: str, origin: str, destination: str, *, seas: int) -> tuple[int, ...]:
        """Returns the crossings over these seas, each as a set of seas; no set contains another."""
        key = self.army_reach(country)[origin].boarding_seas & seas, self.seas_beside[destination] & seas, seas
        found = self._routes.get(key)
        if found is None:
            found = _remember(self._routes, key, self._find_routes(*key))
        return found

    def shores(self, country: str, origin: str, *, seas: int) -> tuple[str, ...]:
        """Returns the land that an army reaches only over these seas."""
        key = country, origin, seas
        found = self._shores.get(key)
        if found is None:
            found = _remember(self._shores, key, self._find_shores(country, origin, seas))
        return found

    def lies_across_the_sea(self, country: str, origin: str, destination: str) -> bool:
        """Whether an army would get there with a fleet in every sea."""
        return destination in self.shores(country, origin, seas=(1 << len(self.seas)) - 1)

    def rail(self, country: str, origin: str, sea: str) -> list[str]:
        """Returns the home territories on the shortest rail to the sea; empty if the origin is beside the sea."""
        ways, seen = [[origin]], {origin}
        for way in ways:
            neighbours = self.territories[way[-1]].neighbours
            if sea in neighbours:
                return way[1:]
            further = [name for name in neighbours if name not in seen and self.territories[name].country == country]
            seen.update(further)
            ways.extend([*way, name] for name in further)
        raise ValueError(f"no rail leads from {origin} to the {sea}")

    def _fleet_reach(self, place: Territory) -> tuple[str, ...]:
        if place.sea:
            return (place.name, *(name for name in place.neighbours if self.territories[name].sea))
        return (place.name,) if place.port is None else (place.name, place.port)

    def _reach(self, country: str, origin: str) -> Reach:
        zone = self._rail_zone(country, origin)
        around = zone.union(*(self.territories[name].neighbours for name in zone))
        by_land = tuple(name for name, place in self.territories.items() if name in around and not place.sea)
        seas = 0
        for name in zone:
            seas |= self.seas_beside[name]
        return Reach(by_land=by_land, places=frozenset(by_land), boarding_seas=seas)

    def _rail_zone(self, country: str, origin: str) -> set[str]:
        # Rules 5.4 and Q7: rail joins any number of home territories; units standing there do not block it.
        zone, open_ends = {origin}, [origin]
        if self.territories[origin].country != country:
            return zone
        while open_ends:
            for name in self.territories[open_ends.pop()].neighbours:
                if name not in zone and self.territories[name].country == country:
                    zone.add(name)
                    open_ends.append(name)
        return zone

    def _find_routes(self, boarding: int, landing: int, seas: int) -> tuple[int, ...]:
        """Returns paths without a shortcut: a detour would waste a fleet."""
        beside = [self.seas_beside[name] & seas for name in self.seas]
        found: list[int] = []
        # The path so far, its last sea, and the seas that would be a shortcut or a way back.
        open_ends = [(1 << number, number, boarding) for number in bits(boarding)]
        while open_ends:
            path, last, closed = open_ends.pop()
            if landing >> last & 1:
                found.append(path)
                continue
            shut = closed | beside[last]
            open_ends.extend((path | 1 << number, number, shut) for number in bits(beside[last] & ~closed))
        return tuple(sorted(found, key=lambda route: (route.bit_count(), route)))

    def _find_shores(self, country: str, origin: str, seas: int) -> tuple[str, ...]:
        reach = self.army_reach(country)[origin]
        reached = fresh = reach.boarding_seas & seas
        while fresh:
            beyond = 0
            for number in bits(fresh):
                beyond |= self.seas_beside[self.seas[number]]
            fresh = beyond & seas & ~reached
            reached |= fresh
        return tuple(
            name
            for name, place in self.territories.items()
            if self.seas_beside[name] & reached and not place.sea and name not in reach.places
        )


def _remember(known: dict[Key, Found], key: Key, found: Found) -> Found:
    """Caches an answer. The cache is emptied when full: a board has too many sets of seas to keep all."""
    if len(known) >= _KEPT_ANSWERS:
        known.clear()
    known[key] = found
    return found


def bits(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


@lru_cache(maxsize=_KEPT_SETUPS)
def geography_of(setup: Setup) -> Geography:
    return Geography(setup)
