"""Placement of country markers in a rondel sector, clear of its label and price. Lengths are units of the drawing."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import count
from math import asin, cos, dist, hypot, pi, sin

import msgspec

RIM = 112.0
WORD_BESIDE, WORD_ABOVE, WORD_BELOW = 85.0, 80.0, 71.0
"""Distance of a sector's label from the center; the price is below the label."""
WORD_FARTHEST_BESIDE = 76.0
"""Keeps long labels inside the rim."""
RIM_DISCS = 117.0
RIM_DISC = 9.0
APART = 1.65
"""Distance between markers in radii: markers may overlap, but not cover each other's letters."""
OVER_THE_EDGE = 1.0
"""Overlap of a marker beyond the edge of its sector."""
SMALLER = 0.95
SEARCH = 3.0
"""Candidate places per radius of a marker."""

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class Wheel(msgspec.Struct, frozen=True, kw_only=True):
    """A drawn rondel."""

    hub: float
    largest: float
    """Radius of a marker with enough room."""
    word: Box
    """Box of the longest label around its anchor; font sizes and languages differ."""
    price: Box | None = None
    discs: bool = False


ON_THE_MAP = Wheel(hub=18.0, largest=11.5, word=(-42.0, -7.0, 42.0, 6.0))
IN_THE_PANEL = Wheel(hub=31.0, largest=10.2, word=(-31.0, -9.0, 31.0, 3.0), price=(-26.0, 6.0, 26.0, 22.0), discs=True)


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    radius: float
    places: tuple[Point, ...]


@lru_cache(maxsize=1024)
def standing(*, sector: int, sectors: int, markers: int, wheel: Wheel) -> Standing:
    """Returns the largest size that fits, and places as near to the hub as possible."""
    middle = -pi / 2 + 2 * pi / sectors * sector
    taken, at_the_hub = boxes(middle, wheel), (wheel.hub * cos(middle), wheel.hub * sin(middle))
    for size in count():
        radius = wheel.largest * SMALLER**size
        places = _free(middle, pi / sectors, radius, wheel.hub, taken)
        free = sorted(places, key=lambda place: dist(place, at_the_hub))
        found = [group for first in free if len(group := _group(first, free, markers, APART * radius)) == markers]
        if found:
            nearest = min(found, key=lambda group: sum(dist(place, at_the_hub) ** 2 for place in group))
            return Standing(radius=radius, places=tuple((round(x, 1), round(y, 1)) for x, y in nearest))
    raise AssertionError  # unreachable: markers shrink until they fit


def word_at(middle: float) -> Point:
    x, y = WORD_BESIDE * cos(middle), sin(middle)
    return max(-WORD_FARTHEST_BESIDE, min(x, WORD_FARTHEST_BESIDE)), y * (WORD_BELOW if y > 0 else WORD_ABOVE)


def boxes(middle: float, wheel: Wheel) -> list[Box]:
    """Returns the boxes of a sector that markers must not cover."""
    x, y = word_at(middle)
    taken = [_at(x, y, wheel.word)]
    if wheel.price:
        taken.append(_at(x, y, wheel.price))
    if wheel.discs:
        disc = (-RIM_DISC, -RIM_DISC, RIM_DISC, RIM_DISC)
        taken.append(_at(RIM_DISCS * cos(middle), RIM_DISCS * sin(middle), disc))
    return taken


def distance(place: Point, box: Box) -> float:
    (x, y), (left, top, right, bottom) = place, box
    return hypot(max(left - x, 0, x - right), max(top - y, 0, y - bottom))


def _at(x: float, y: float, box: Box) -> Box:
    left, top, right, bottom = box
    return x + left, y + top, x + right, y + bottom


def _free(middle: float, half: float, radius: float, hub: float, taken: Sequence[Box]) -> Iterator[Point]:
    step = radius / SEARCH
    for ring in range(int((RIM - hub - 2 * radius) / step) + 1):
        away = hub + radius + ring * step
        room = (half - asin((radius - OVER_THE_EDGE) / away)) * away
        for beside in range(-int(room / step), int(room / step) + 1):
            angle = middle + beside * step / away
            x, y = away * cos(angle), away * sin(angle)
            if all(distance((x, y), box) >= radius for box in taken):
                yield x, y


def _group(first: Point, free: Sequence[Point], markers: int, apart: float) -> list[Point]:
    group = [first]
    for place in free:
        if len(group) == markers:
            break
        if all(dist(place, other) >= apart for other in group):
            group.append(place)
    return group
