"""How long Imperial looks for a convoy: the worst boards we can think of for twelve armies and twelve fleets."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from time import process_time_ns

from imperial.rules.actions import ManeuverBatch
from imperial.rules.board import Setup, Territory
from imperial.rules.maneuver.geography import geography_of
from imperial.rules.maneuver.planner import reachable
from imperial.rules.maneuver.progress import take_batch
from imperial.rules.maneuver.transport import find_assignment
from imperial.rules.state import Country, CurrentManeuver, Player, State, Unit
from tabletop.rules import RuleViolation

SEAS = range(12)
MOST_ARMIES = 12
BOARDS_OF_A_KIND = 500
CLIMBS = 2
MUTATIONS = 600
SIDEWAYS = 0.95
"""A change that costs a little is taken too: it may lead on."""
AIM_MS = 50.0

Crossing = tuple[frozenset[int], frozenset[int]]
"""The seas an army can board, and the seas beside its destination."""


class Board:
    """Islands in twelve seas: army n stands on island n and wants to go to shore n. Twelve fleets hold at sea."""

    def __init__(self, *, borders: frozenset[frozenset[int]], crossings: list[Crossing], fleets: list[int]) -> None:
        self.borders = borders
        self.crossings = crossings
        self.fleets = sorted(fleets)
        places = {_sea(sea): Territory(name=_sea(sea), sea=True, neighbours=self._around(sea)) for sea in SEAS}
        for number, (boarding, landing) in enumerate(crossings):
            for name, seas in ((f"island {number}", boarding), (f"shore {number}", landing)):
                places[name] = Territory(name=name, neighbours=tuple(_sea(sea) for sea in sorted(seas)))
        self.setup = Setup(name="islands", wheel=(), stock_costs=(), countries={}, territories=places)
        self.fleet_man = tuple((_sea(sea), _sea(sea), "") for sea in self.fleets)
        self.army_man = tuple((f"island {number}", f"shore {number}", "") for number in range(len(crossings)))

    def _around(self, sea: int) -> tuple[str, ...]:
        return tuple(_sea(other) for border in self.borders if sea in border for other in border - {sea})

    def state(self) -> State:
        fleets = tuple(Unit(territory=place) for place, _destination, _action in self.fleet_man)
        armies = tuple(Unit(territory=place) for place, _destination, _action in self.army_man)
        return State(
            mode="continue-man",
            country_up="Islands",
            setup="islands",
            player_info={"Ann": Player(money=0, my_turn=True), "Ben": Player(money=0)},
            country_info={"Islands": Country(fleets=fleets, armies=armies, leadership=("Ann", "Ben"))},
            current_maneuver=CurrentManeuver(
                country="Islands",
                player="Ann",
                wheel_spot="L-Maneuver",
                phase="fleet",
                pending_fleets=fleets,
                pending_armies=armies,
                return_mode="proposal-opp",
                proposal_slot=1,
            ),
        )


def run() -> None:
    chance = Random(12)
    boards = [make(chance) for make in (layered, tangled) for _board in range(BOARDS_OF_A_KIND)]
    timed = [(*search_ms(board), board) for board in boards]
    for wanted, word in ((True, "feasible"), (False, "infeasible")):
        spent = [milliseconds for milliseconds, found, _board in timed if found == wanted]
        print(f"{len(spent)} {word} boards: mean {sum(spent) / len(spent):.2f} ms, slowest {max(spent):.2f} ms")
    timed.sort(key=lambda entry: entry[0], reverse=True)
    starts = [board for _spent, _found, board in timed[:CLIMBS]] + [symmetric(layers) for layers in (2, 3, 4)]
    worst = max((worsened(board, chance) for board in starts), key=lambda board: search_ms(board)[0])
    milliseconds, found = search_ms(worst)
    print(
        f"the worst board that {len(starts) * MUTATIONS} mutations led to ({len(worst.crossings)} armies, "
        f"{'feasible' if found else 'infeasible'}): search {milliseconds:.2f} ms (aim: under {AIM_MS:.0f} ms)"
    )
    print(f"  a whole batch on it: {batch_ms(worst):.2f} ms")
    print(f"  the planner's reach of its last army, a search for every shore: {reach_ms(worst):.2f} ms")


def layered(chance: Random) -> Board:
    """Every crossing takes a sea of each layer, and nearly every sea leads on to every sea of the next layer."""
    layers = chance.choice([1, 2, 3, 4])
    of = {sea: sea * layers // len(SEAS) for sea in SEAS}
    borders = {frozenset((a, b)) for a in SEAS for b in SEAS if of[b] - of[a] == 1 and chance.random() < 0.9}
    ends = [[sea for sea in SEAS if of[sea] == layer] for layer in (0, layers - 1)]
    # As many armies as there are fleets for, give or take one.
    armies = min(MOST_ARMIES, len(SEAS) // layers + chance.choice([-1, 0, 0, 1]))
    crossings = [(_some(ends[0], chance, share=0.8), _some(ends[1], chance, share=0.8)) for _army in range(armies)]
    return Board(borders=frozenset(borders), crossings=crossings, fleets=list(SEAS))


def symmetric(layers: int) -> Board:
    """The same with every border, one army more than there are fleets for, and all armies alike."""
    of = {sea: sea * layers // len(SEAS) for sea in SEAS}
    ends = [frozenset(sea for sea in SEAS if of[sea] == layer) for layer in (0, layers - 1)]
    return Board(
        borders=frozenset(frozenset((a, b)) for a in SEAS for b in SEAS if of[b] - of[a] == 1),
        crossings=[(ends[0], ends[1])] * (len(SEAS) // layers + 1),
        fleets=list(SEAS),
    )


def tangled(chance: Random) -> Board:
    density, share = chance.random(), chance.random() / 2
    borders = {frozenset((a, b)) for a in SEAS for b in range(a) if chance.random() < density}
    armies = chance.randint(2, MOST_ARMIES)
    crossings = [(_some(SEAS, chance, share=share), _some(SEAS, chance, share=share)) for _army in range(armies)]
    fleets = list(SEAS) if chance.random() < 0.7 else chance.choices(SEAS, k=len(SEAS))
    return Board(borders=frozenset(borders), crossings=crossings, fleets=fleets)


def worsened(board: Board, chance: Random) -> Board:
    """Small changes, of which those stay that make the search slower."""
    slowest = search_ms(board)[0]
    for _mutation in range(MUTATIONS):
        changed = _changed(board, chance)
        # The second look is the one that counts: a busy machine slows a search down once, not twice.
        if search_ms(changed)[0] > SIDEWAYS * slowest and (spent := search_ms(changed)[0]) > SIDEWAYS * slowest:
            board, slowest = changed, spent
    return board


def _changed(board: Board, chance: Random) -> Board:
    borders, crossings, fleets = set(board.borders), list(board.crossings), list(board.fleets)
    for _change in range(chance.choice([1, 1, 2, 4])):
        kind = chance.random()
        if kind < 0.45:
            borders ^= {frozenset(chance.sample(SEAS, 2))}
        elif kind < 0.85:
            number, end = chance.randrange(len(crossings)), chance.randrange(2)
            boarding, landing = crossings[number]
            flip = {chance.choice(SEAS)}
            crossings[number] = (boarding ^ flip, landing) if end else (boarding, landing ^ flip)
        elif kind < 0.9:
            fleets[chance.randrange(len(fleets))] = chance.choice(SEAS)
        elif kind < 0.95 and len(crossings) < MOST_ARMIES:
            crossings.append(chance.choice(crossings))
        elif len(crossings) > 1:
            crossings.pop(chance.randrange(len(crossings)))
    return Board(borders=frozenset(borders), crossings=crossings, fleets=fleets)


def search_ms(board: Board) -> tuple[float, bool]:
    """The search alone, and whether it found something; no time at all if an army has no route whatever."""
    geography = geography_of(board.setup)
    counts = [board.fleets.count(sea) for sea in SEAS]
    seas = sum(1 << sea for sea in SEAS if counts[sea])
    demands = [geography.routes("Islands", origin, shore, seas=seas) for origin, shore, _action in board.army_man]
    if not all(demands):
        return 0.0, False
    return _ms(lambda: find_assignment(demands, counts)), find_assignment(demands, counts) is not None


def batch_ms(board: Board) -> float:
    """On a board nobody has seen before: its routes are looked for too."""
    board = Board(borders=board.borders, crossings=board.crossings, fleets=board.fleets)
    state, action = board.state(), ManeuverBatch(fleet_man=board.fleet_man, army_man=board.army_man)

    def submit() -> None:
        with suppress(RuleViolation):
            take_batch(state, "Ann", action, setup=board.setup)

    return _ms(submit)


def reach_ms(board: Board) -> float:
    """After as many of the other crossings as are possible together."""
    state, plan = board.state(), list(board.fleet_man)
    *others, (last, _shore, _action) = board.army_man
    for move in others:
        if move[1] in reachable(state, plan, {"kind": "army", "origin": move[0]}, setup=board.setup):
            plan.append(move)
    return _ms(lambda: reachable(state, plan, {"kind": "army", "origin": last}, setup=board.setup))


def _ms(work: Callable[[], object]) -> float:
    before = process_time_ns()
    work()
    return (process_time_ns() - before) / 1e6


def _some(seas: Sequence[int], chance: Random, *, share: float) -> frozenset[int]:
    return frozenset(sea for sea in seas if chance.random() < share) or frozenset(chance.sample(seas, 1))


def _sea(number: int) -> str:
    return f"sea {number}"
