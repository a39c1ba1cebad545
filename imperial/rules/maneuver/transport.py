"""Crossings of one maneuver and the fleets that carry them (rules 5.5): all armies have to be served at once.

A demand is served by one of its options; an option takes one piece of each of its resources. Resources are seas with
their fleets and, for armies that a blow-up still needs (rules 5.6), the places these come from. Options and sets of
resources are bit masks.
"""

from collections.abc import Sequence
from typing import NamedTuple

from imperial.rules.maneuver.geography import Geography, bits

Options = tuple[int, ...]


class Crossing(NamedTuple):
    """The route of an army over the sea; a later army may change it."""

    seas: tuple[str, ...]
    """In the order of the crossing."""
    fleets: tuple[int, ...]
    """The fleet that carries the army in each sea; 0 is the first fleet added."""


class Transport:
    """Reassigns fleets to earlier armies whenever that lets a later army cross."""

    def __init__(self, country: str, *, geography: Geography) -> None:
        self._country = country
        self._geography = geography
        self._reach = geography.army_reach(country)
        self._fleets = [0] * len(geography.seas)
        self._free = [0] * len(geography.seas)
        self.fleet_seas: list[int] = []
        """The sea of each fleet, in the order in which they were added."""
        self._convoyed_seas = 0
        self._crossings: list[Options] = []
        self.carried: list[str] = []
        """The origins of the armies, in the order of `carry`."""
        self._answers: dict[Options, bool] = {}
        """Whether an army with these routes can cross, as long as no fleet is added and no army carried."""

    def copy(self) -> "Transport":
        """Fleets and armies of the copy are not added here."""
        twin = object.__new__(Transport)
        twin.__dict__.update(self.__dict__)
        twin._fleets, twin._free, twin.fleet_seas = list(self._fleets), list(self._free), list(self.fleet_seas)
        twin._crossings, twin.carried, twin._answers = list(self._crossings), list(self.carried), dict(self._answers)
        return twin

    def add_fleet(self, sea: str) -> None:
        """Rules 5.5: a fleet that ends at sea in peace carries one army in the whole maneuver."""
        self._answers.clear()
        number = self._geography.sea_numbers[sea]
        self._fleets[number] += 1
        self.fleet_seas.append(number)
        self._free[number] += 1
        self._convoyed_seas |= self._geography.sea_bits[sea]

    def needs_none(self, origin: str, destination: str) -> bool:
        return destination in self._reach[origin].places

    def routes(self, origin: str, destination: str) -> Options:
        return self._geography.routes(self._country, origin, destination, seas=self._convoyed_seas)

    def shores(self, origin: str) -> tuple[str, ...]:
        """Returns the land beyond seas with fleets, whether or not these are free."""
        return self._geography.shores(self._country, origin, seas=self._convoyed_seas)

    @property
    def has_room(self) -> bool:
        """Whether one more army might cross: every army takes at least one fleet."""
        return len(self._crossings) < len(self.fleet_seas)

    def can_carry(self, origin: str, destination: str) -> bool:
        """Whether this army can cross together with all that crossed so far."""
        if not self.has_room:
            return False
        routes = self.routes(origin, destination)
        if routes not in self._answers:
            self._answers[routes] = any(self._is_free(route) for route in routes) or (
                bool(routes) and find_assignment([*self._crossings, routes], self._fleets) is not None
            )
        return self._answers[routes]

    def carry(self, origin: str, destination: str) -> None:
        """Call only if `can_carry` is true."""
        self._answers.clear()
        routes = self.routes(origin, destination)
        self._crossings.append(routes)
        self.carried.append(origin)
        route = next((route for route in routes if self._is_free(route)), None)
        if route is not None:
            self._take(route)
            return
        self._free = list(self._fleets)
        for route in find_assignment(self._crossings, self._fleets) or ():
            self._take(route)

    def crossings(self) -> list[Crossing]:
        """Returns the seas and fleets of each army, in the order of `carry`."""
        idle: dict[int, list[int]] = {}
        for fleet, sea in enumerate(self.fleet_seas):
            idle.setdefault(sea, []).append(fleet)
        found = []
        for origin, route in zip(self.carried, find_assignment(self._crossings, self._fleets) or (), strict=True):
            seas = self._in_order(origin, route)
            fleets = tuple(idle[number].pop(0) for number in seas)
            found.append(Crossing(seas=tuple(self._geography.seas[number] for number in seas), fleets=fleets))
        return found

    def rail(self, origin: str, crossing: Crossing) -> tuple[str, ...]:
        """Returns the home territories on the rail to the shore."""
        return tuple(self._geography.rail(self._country, origin, crossing.seas[0]))

    def _in_order(self, origin: str, route: int) -> list[int]:
        """Orders the seas of a route. A route has no shortcut, so every sea has one successor."""
        nearby = self._reach[origin].boarding_seas
        seas: list[int] = []
        while route:
            number = next(bits(route & nearby))
            seas.append(number)
            route &= ~(1 << number)
            nearby = self._geography.seas_beside[self._geography.seas[number]]
        return seas

    def senders(self, missing: Sequence[str], *, waiting: Sequence[tuple[str, int]]) -> list[str] | None:
        """Returns an origin of a waiting army for each missing destination, all served at once; None if impossible.

        `waiting` has the number of armies by origin.
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


def find_assignment(demands: Sequence[Options], supply: Sequence[int]) -> list[int] | None:
    """Returns an option for each demand so that no resource is overdrawn; None if there is none.

    A search, because a crossing may take several seas at once: demands with the fewest options first, and each
    remainder of the supply is tried once per number of open demands, so equal armies cost nothing extra.
    """
    if not all(demands):
        return None
    scarce = _scarce_resources(demands, supply)
    choices = [_without_the_plentiful(options, scarce) for options in demands]
    order = sorted(range(len(demands)), key=lambda number: (len(choices[number]), sorted(choices[number])))
    chosen = _search([choices[number] for number in order], supply)
    if chosen is None:
        return None
    assignment = [0] * len(demands)
    for number, needed in zip(order, chosen, strict=True):
        assignment[number] = choices[number][needed]
    return assignment


def _scarce_resources(demands: Sequence[Options], supply: Sequence[int]) -> int:
    """Returns the resources that could run out; the others need no counting."""
    users = [0] * len(supply)
    for options in demands:
        used = 0
        for option in options:
            used |= option
        for resource in bits(used):
            users[resource] += 1
    return sum(1 << resource for resource, wanted in enumerate(users) if wanted > supply[resource])


def _without_the_plentiful(options: Options, scarce: int) -> dict[int, int]:
    """Maps each minimal need of scarce resources to the option that it comes from."""
    needs: dict[int, int] = {}
    for option in sorted(options, key=lambda option: (option & scarce).bit_count()):
        needed = option & scarce
        if not any(other & needed == other for other in needs):
            needs[needed] = option
    return needs


def _search(choices: Sequence[dict[int, int]], supply: Sequence[int]) -> list[int] | None:
    # The remaining supply is one number: a bit field per resource, topped by a guard bit that an overdraft clears.
    width = max(supply, default=0).bit_length() + 1
    guards = sum(1 << (width * resource + width - 1) for resource in range(len(supply)))
    room = guards + sum(count << (width * resource) for resource, count in enumerate(supply))
    priced = [
        [(needed, sum(1 << (width * resource) for resource in bits(needed)), needed.bit_count()) for needed in options]
        for options in choices
    ]
    scarce = 0
    for options in choices:
        for needed in options:
            scarce |= needed
    # Lower bound per demand: scarce pieces that this and all later demands need at least.
    least = [0] * (len(choices) + 1)
    for number in range(len(choices) - 1, -1, -1):
        least[number] = least[number + 1] + min(length for _needed, _price, length in priced[number])
    chosen: list[int] = []
    hopeless: set[tuple[int, int]] = set()

    def serve(number: int, room: int, pieces: int) -> bool:
        if number == len(priced):
            return True
        if pieces < least[number] or (number, room) in hopeless:
            return False
        for needed, price, length in priced[number]:
            left = room - price
            if left & guards == guards:
                chosen.append(needed)
                if serve(number + 1, left, pieces - length):
                    return True
                chosen.pop()
        hopeless.add((number, room))
        return False

    return chosen if serve(0, room, sum(supply[resource] for resource in bits(scarce))) else None
