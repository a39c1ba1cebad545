"""The crossings of one maneuver and the fleets that carry them (rules 5.5)."""

from collections.abc import Sequence

from imperial.rules.maneuver.convoy import Options, find_assignment
from imperial.rules.maneuver.geography import Geography, bits


class Transport:
    """Armies that crossed earlier change ships whenever that helps a later one."""

    def __init__(self, country: str, *, geography: Geography) -> None:
        self._country = country
        self._geography = geography
        self._fleets = [0] * len(geography.seas)
        self._free = [0] * len(geography.seas)
        self._fleet_count = 0
        self._convoyed_seas = 0
        self._crossings: list[Options] = []

    def add_fleet(self, sea: str) -> None:
        """Rules 5.5: a fleet that ends at sea in peace; it carries one army in the whole maneuver."""
        number = self._geography.sea_numbers[sea]
        self._fleets[number] += 1
        self._fleet_count += 1
        self._free[number] += 1
        self._convoyed_seas |= self._geography.sea_bits[sea]

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
        if len(self._crossings) >= self._fleet_count:
            return False
        routes = self.routes(origin, destination)
        if any(self._is_free(route) for route in routes):
            return True
        return bool(routes) and find_assignment([*self._crossings, routes], self._fleets) is not None

    def carry(self, origin: str, destination: str) -> None:
        """To be called only if it can."""
        routes = self.routes(origin, destination)
        self._crossings.append(routes)
        route = next((route for route in routes if self._is_free(route)), None)
        if route is not None:
            self._take(route)
            return
        self._free = list(self._fleets)
        for route in find_assignment(self._crossings, self._fleets) or ():
            self._take(route)

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
