"""Drawing of the rondel: sectors of any wheel, and the country markers in them. Lengths are units of the drawing."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import count
from math import asin, cos, dist, hypot, pi, sin

import msgspec

from imperial.map.powers import POWERS
from imperial.rules.rondel import KNOWN_SPOTS
from tabletop.rules import gettext_noop as _

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
HUB = 24.0
PULL = 5.0
"""Distance by which the chosen sector is pulled out."""
ACTIONS = {
    "Factory": _("Factory"),
    "Produce": _("Production"),
    "Maneuver": _("Maneuver"),
    "Investor": _("Investor"),
    "Import": _("Import"),
    "Taxation": _("Taxation"),
}


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
    """Places for a marker of this radius up to `half` an angle to either side of `middle`, the innermost first."""
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
    """Up to so many places from `first` on, no two of them closer than `apart`."""
    group = [first]
    for place in free:
        if len(group) == markers:
            break
        if all(dist(place, other) >= apart for other in group):
            group.append(place)
    return group


class Sector(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    spot: str
    css: str
    outline: str
    x: float
    y: float
    """Anchor of the label."""
    out_x: float
    out_y: float
    """Shift of the chosen sector."""


class Marker(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    css: str
    code: str
    spot: str
    x: float
    y: float
    scale: float
    up: bool


@lru_cache(maxsize=64)
def sectors(wheel: tuple[str, ...]) -> tuple[Sector, ...]:
    width = 2 * pi / len(wheel)
    drawn = []
    for index, spot in enumerate(wheel):
        middle = -pi / 2 + index * width
        x, y = word_at(middle)
        out_x, out_y = on_circle(PULL, middle)
        drawn.append(
            Sector(
                spot=spot,
                css=f"w-{action_of(spot).lower()}",
                outline=_sector(middle, width),
                x=round(x, 1),
                y=round(y, 1),
                out_x=out_x,
                out_y=out_y,
            )
        )
    return tuple(drawn)


def action_of(spot: str) -> str:
    """Returns the action of a spot: L-Produce and R-Produce are one action."""
    return spot.partition("-")[2] or spot


SPOTS = {spot: ACTIONS[action_of(spot)] for spot in KNOWN_SPOTS}
"""Name of each spot, in English."""


def markers(
    wheel: Sequence[str], spots: Mapping[str, str], *, up: str | None = None, drawn: Wheel = IN_THE_PANEL
) -> tuple[Marker, ...]:
    """Where the countries of `spots` stand on the rondel; `up` is the country on turn."""
    beside = Counter(spots.values())
    seen: Counter[str] = Counter()
    placed = []
    for country, spot in spots.items():
        known = POWERS[country]
        if spot not in wheel:
            continue  # not on the rondel yet
        stands = standing(sector=wheel.index(spot), sectors=len(wheel), markers=beside[spot], wheel=drawn)
        x, y = stands.places[seen[spot]]
        seen[spot] += 1
        scale = round(stands.radius / drawn.largest, 2)
        placed.append(Marker(css=known.css, code=known.code, spot=spot, x=x, y=y, scale=scale, up=country == up))
    return tuple(placed)


def _sector(middle: float, width: float) -> str:
    start, end = middle - width / 2, middle + width / 2
    (x1, y1), (x2, y2), (x3, y3), (x4, y4) = (
        on_circle(HUB, start),
        on_circle(RIM, start),
        on_circle(RIM, end),
        on_circle(HUB, end),
    )
    return f"M{x1} {y1}L{x2} {y2}A{RIM:g} {RIM:g} 0 0 1 {x3} {y3}L{x4} {y4}A{HUB:g} {HUB:g} 0 0 0 {x1} {y1}Z"


def on_circle(radius: float, angle: float) -> tuple[float, float]:
    return round(radius * cos(angle), 1), round(radius * sin(angle), 1)
