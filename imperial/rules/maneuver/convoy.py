"""Which fleets carry which armies (rules 5.5): any choice of routes will do that serves all at the same time.

Written for more than fleets: a demand is served by one of its options, an option takes one piece of each resource in
it. Resources are seas with their fleets; for armies that are still to be sent somewhere (rules 5.6), the places they
can be sent from as well. Options and sets of resources are bit masks.
"""

from collections.abc import Sequence

from imperial.rules.maneuver.geography import bits

Options = tuple[int, ...]


def find_assignment(demands: Sequence[Options], supply: Sequence[int]) -> list[int] | None:
    """An option for each demand such that nothing is taken more often than it is there; None if that fails.

    Counting does not settle this, because a crossing may take several seas at once; so it is a search: scarce demands
    first, and no remainder of the supply tried twice for the same open demands. Armies that are alike lead to the same
    remainders, so swapping them costs nothing.
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
    """What could run out; the rest need not be counted."""
    users = [0] * len(supply)
    for options in demands:
        used = 0
        for option in options:
            used |= option
        for resource in bits(used):
            users[resource] += 1
    return sum(1 << resource for resource, wanted in enumerate(users) if wanted > supply[resource])


def _without_the_plentiful(options: Options, scarce: int) -> dict[int, int]:
    """The least that is needed of the scarce, and the option it comes from."""
    needs: dict[int, int] = {}
    for option in sorted(options, key=lambda option: (option & scarce).bit_count()):
        needed = option & scarce
        if not any(other & needed == other for other in needs):
            needs[needed] = option
    return needs


def _search(choices: Sequence[dict[int, int]], supply: Sequence[int]) -> list[int] | None:
    # The remainder of all resources is one number: a field of bits for each, topped by a guard bit that a subtraction
    # clears when there was nothing left.
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
    # From each demand on: the fewest pieces of scarce supply all the rest can do with.
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
