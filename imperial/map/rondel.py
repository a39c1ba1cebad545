"""Drawing of the rondel: sectors of any wheel, and the country markers."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import cos, pi, sin

from imperial.map.markers import IN_THE_PANEL, RIM, Wheel, standing, word_at
from imperial.map.powers import POWERS
from imperial.rules.rondel import KNOWN_SPOTS
from tabletop.rules import Json
from tabletop.rules import gettext_noop as _

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


def sectors(wheel: Sequence[str]) -> list[Json]:
    width = 2 * pi / len(wheel)
    drawn = []
    for index, spot in enumerate(wheel):
        middle = -pi / 2 + index * width
        x, y = word_at(middle)
        out_x, out_y = on_circle(PULL, middle)
        drawn.append(
            {
                "spot": spot,
                "css": f"w-{action_of(spot).lower()}",
                "outline": _sector(middle, width),
                "x": round(x, 1),
                "y": round(y, 1),
                "outX": out_x,
                "outY": out_y,
            }
        )
    return drawn


def action_of(spot: str) -> str:
    """Returns the action of a spot: L-Produce and R-Produce are one action."""
    return spot.partition("-")[2] or spot


SPOTS = {spot: ACTIONS[action_of(spot)] for spot in KNOWN_SPOTS}
"""Name of each spot, in English."""


def markers(
    wheel: Sequence[str], countries: Mapping[str, Json], *, up: str | None = None, drawn: Wheel = IN_THE_PANEL
) -> list[Json]:
    beside = Counter(info["wheelSpot"] for info in countries.values())
    seen: Counter[str] = Counter()
    placed = []
    for country, info in countries.items():
        known, spot = POWERS[country], info["wheelSpot"]
        if spot not in wheel:
            continue  # not on the rondel yet
        stands = standing(sector=wheel.index(spot), sectors=len(wheel), markers=beside[spot], wheel=drawn)
        x, y = stands.places[seen[spot]]
        seen[spot] += 1
        scale = round(stands.radius / drawn.largest, 2)
        placed.append(
            {"css": known.css, "code": known.code, "spot": spot, "x": x, "y": y, "scale": scale, "up": country == up}
        )
    return placed


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
