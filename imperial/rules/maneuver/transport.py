"""The crossings of one maneuver and the fleets that carry them (rules 5.5)."""

from collections.abc import Sequence
from typing import NamedTuple

from imperial.rules.maneuver.convoy import Options, find_assignment
from imperial.rules.maneuver.geography import Geography, bits


class Crossing(NamedTuple):
    """How an army gets over the sea, as long as no later one needs its ships."""

    seas: tuple[str, ...]
    """In the order in which it crosses them."""
    fleets: tuple[int, ...]
    """Which fleet carries it in each of these seas: 0 is the first fleet that was added."""


class Transport:
    """Armies that crossed earlier change ships whenever that helps a later one."""

    def __init__(self, country: str, *, geography: Geography) -> None:
        self._country = country
        self._geography = geography
        self._fleets = [0] * len(geography.seas)
        self._free = [0] * len(geography.seas)
        self._fleet_seas: list[int] = []
        self._convoyed_seas = 0
        self._crossings: list[Options] = []
        self._origins: list[str] = []

    def add_fleet(self, sea: str) -> None:
        """Rules 5.5: a fleet that ends at sea in peace; it carries one army in the whole maneuver."""
        number = self._geography.sea_numbers[sea]
        self._fleets[number] += 1
        self._fleet_seas.append(number)
        self._free[number] += 1
        self._convoyed_seas |= self._geography.sea_bits[sea]

    @property
    def fleet_count(self) -> int:
        return len(self._fleet_seas)

    @property
    def crossing_count(self) -> int:
        return len(self._crossings)

    def needs_none(self, origin: str, destination: str) -> bool:
        return self._geography.gets_by_land(self._country, origin, destination)

    def routes(self, origin: str, destination: str) -> Options:
        return self._geography.routes(self._country, origin, destination, seas=self._convoyed_seas)

    def shores(self, origin: str) -> tuple[str, ...]:
        """The land beyond seas with fleets, whether or not these can still take the army."""
        return self._geography.shores(self._country, origin, seas=self._convoyed_seas)

    def can_carry(self, origin: str, destination: str) -> bool:
        """Together with all the armies that crossed so far."""
        # Every army takes at least one fleet, so most questions need no search.
        if len(self._crossings) >= self.fleet_count:
            return False
        routes = self.routes(origin, destination)
        if any(self._is_free(route) for route in routes):
            return True
        return bool(routes) and find_assignment([*self._crossings, routes], self._fleets) is not None

    def carry(self, origin: str, destination: str) -> None:
        """To be called only if it can."""
        routes = self.routes(origin, destination)
        self._crossings.append(routes)
        self._origins.append(origin)
        route = next((route for route in routes if self._is_free(route)), None)
        if route is not None:
            self._take(route)
            return
        self._free = list(self._fleets)
        for route in find_assignment(self._crossings, self._fleets) or ():
            self._take(route)

    def crossings(self) -> list[Crossing]:
        """Which seas and which fleets each army takes, in the order in which they were carried."""
        idle: dict[int, list[int]] = {}
        for fleet, sea in enumerate(self._fleet_seas):
            idle.setdefault(sea, []).append(fleet)
        found = []
        for origin, route in zip(self._origins, find_assignment(self._crossings, self._fleets) or (), strict=True):
            seas = self._in_order(origin, route)
            fleets = tuple(idle[number].pop(0) for number in seas)
            found.append(Crossing(seas=tuple(self._geography.seas[number] for number in seas), fleets=fleets))
        return found

    def _in_order(self, origin: str, route: int) -> list[int]:
        """No crossing has a shortcut, so at every sea there is one way on."""
        nearby = self._geography.boarding_seas(self._country, origin)
        seas: list[int] = []
        while route:
            number = next(bits(route & nearby))
            seas.append(number)
            route &= ~(1 << number)
            nearby = self._geography.seas_beside[self._geography.seas[number]]
        return seas

    def senders(self, missing: Sequence[str], *, waiting: Sequence[tuple[str, int]]) -> list[str] | None:
        """Can one of the waiting armies (place and number) go to each of the missing destinations, all at once?

        The places they would come from, in the order of the missing; None if they cannot.
        """
        demands = list(self._crossings)
        first = len(self._fleets)
        for destination in missing:
            options: list[int] = []
            for number, (origin, _count) in enumerate(waiting, start=first):
                ways = (0,) if self.needs_none(origin, destination) else self.routes(origin, destination)
                options.extend(1 << number | way for way in ways)
            demands.append(tuple(options))
        found = find_assignment(demands, [*self._fleets, *(count for _origin, count in waiting)])
        if found is None:
            return None
        return [waiting[(option >> first).bit_length() - 1][0] for option in found[len(self._crossings) :]]

    def _is_free(self, route: int) -> bool:
        return all(self._free[number] for number in bits(route))

    def _take(self, route: int) -> None:
        for number in bits(route):
            self._free[number] -= 1
