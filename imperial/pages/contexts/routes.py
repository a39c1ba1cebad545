"""Routes on the map: the plan at hand, and the ways that units have gone."""

from collections import Counter
from collections.abc import Sequence
from math import hypot

from msgspec.structs import replace

from imperial.decisions.decision import Waiting
from imperial.decisions.plan import PlanDecision
from imperial.decisions.records import Move, Way
from imperial.decisions.routes import Travel
from imperial.decisions.voting import PeaceDecision
from imperial.map.geometry import Point, geometry, is_drawn
from imperial.pages.view import TableView
from tabletop.live.parts import Context

NUMBER_WIDTH = 20
BEND = 0.14
"""How far a route swings out, as a part of its length."""


class Route(Context, frozen=True):
    rail: str | None
    path: str
    kind: str
    number: int
    x: float
    y: float
    asks: bool
    end_x: float
    end_y: float


class Track(Context, frozen=True):
    """What a unit has gone already: not drawn, but to travel along."""

    of: str
    path: str


class Routes(Context, frozen=True):
    routes: tuple[Route, ...]
    ways: tuple[Track, ...]


def routes(view: TableView) -> Routes:
    decision, card = view.decision, view.discussed
    rows: Sequence[Move] = ()
    if card is not None:
        rows = card.moves
    elif isinstance(decision, PlanDecision):
        rows = decision.committed + decision.rows
    elif isinstance(decision, Waiting | PeaceDecision):
        rows = view.public.moves
    drawn = [
        route(row, number, asks=bool(row.asks))
        for number, row in enumerate(rows, start=1)
        # A row that cannot go as planned has no way on the map either.
        if not row.problem and has_way(row)
    ]
    ways = tuple(_track(way) for way in view.public.travelled if has_way(way))
    return Routes(routes=tuple(_side_by_side(drawn)), ways=ways)


def _track(way: Travel) -> Track:
    gone = route(way, 0)
    return Track(of=f"{way.country} {way.unit}", path=(gone.rail or "") + gone.path)


def has_way(way: Way) -> bool:
    places = (way.origin, *way.rail, *way.seas, way.destination)
    return way.origin != way.destination and is_drawn(*places)


def _side_by_side(drawn: Sequence[Route]) -> list[Route]:
    """Units that leave one place have their numbers in a row."""
    seen: Counter[Point] = Counter()
    placed = []
    for line in drawn:
        start = (line.x, line.y)
        placed.append(replace(line, x=line.x - NUMBER_WIDTH * seen[start]))
        seen[start] += 1
    return placed


def site(place: str) -> Point:
    """Where a factory stands, or would."""
    return geometry().regions[place].factory or geometry().regions[place].pole


def stand(unit: str, place: str) -> Point:
    region = geometry().regions[place]
    if unit == "fleet" and region.port:
        return region.port.fleet
    return region.units[0]


def route(way: Way, number: int, *, asks: bool = False) -> Route:
    start, end = stand(way.unit, way.origin), stand(way.unit, way.destination)
    rail = [start, *(stand("army", place) for place in way.rail)]
    seas = [stand("fleet", sea) for sea in way.seas]
    return Route(
        rail=_through(rail) if len(rail) > 1 else None,
        path=_through([rail[-1], *seas, end]) if seas else _curve(start, end),
        kind="sea" if way.unit == "fleet" else "convoy" if seas else "land",
        number=number,
        x=start[0],
        y=start[1],
        asks=asks,
        end_x=end[0],
        end_y=end[1],
    )


def _curve(start: Point, end: Point) -> str:
    (x1, y1), (x2, y2) = start, end
    length = hypot(x2 - x1, y2 - y1) or 1.0
    bend = BEND * length
    middle = ((x1 + x2) / 2 - (y2 - y1) / length * bend, (y1 + y2) / 2 + (x2 - x1) / length * bend)
    return f"M{x1:g} {y1:g}Q{middle[0]:.1f} {middle[1]:.1f} {x2:g} {y2:g}"


def _through(points: list[Point]) -> str:
    """A smooth line through all points: each is left in the direction from the one before it to the one after it."""
    drawn = f"M{points[0][0]:g} {points[0][1]:g}"
    padded = [points[0], *points, points[-1]]
    for before, start, end, after in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        leaving = start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6
        arriving = end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6
        drawn += f"C{leaving[0]:.1f} {leaving[1]:.1f} {arriving[0]:.1f} {arriving[1]:.1f} {end[0]:g} {end[1]:g}"
    return drawn
