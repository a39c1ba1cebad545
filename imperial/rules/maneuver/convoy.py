"""Assignment of fleets to armies (rules 5.5): any choice of routes is legal that serves all armies at once.

A demand is served by one of its options; an option takes one piece of each of its resources. Resources are seas with
their fleets and, for armies that a blow-up still needs (rules 5.6), the places these come from. Options and sets of
resources are bit masks.
"""

from collections.abc import Sequence

from imperial.rules.maneuver.geography import bits

Options = tuple[int, ...]


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
