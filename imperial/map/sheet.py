"""The printed map, which never changes, as values for its two templates."""

import re
import unicodedata

from imperial.map.geometry import Label, Region, geometry
from imperial.map.powers import POWERS
from tabletop.rules import Json

LAND_LINE_HEIGHT = 15.5
SEA_LINE_HEIGHT = 19.5
LETTERS_BELOW_THE_MIDDLE = 0.33
"""Share of the line height that centers the letters in their box."""

SEA_TINTS = {
    "Baltic Sea": 3,
    "Bay of Biscay": 2,
    "Black Sea": 1,
    "Eastern Med": 2,
    "English Channel": 3,
    "Ionian Sea": 1,
    "North Atlantic": 1,
    "North Sea": 2,
    "Western Med": 3,
}
"""Neighbouring seas have different tints."""

MERIDIANS = tuple(
    f"M{west} 1000Q{west + 290} 480 {northern} 0"
    for west, northern in zip(range(-520, 1800, 150), range(114, 1842, 108), strict=False)
)
PARALLELS = tuple(f"M0 {west}Q700 {west - 120} 1400 {west + 30}" for west in range(60, 1200, 165))


def region_id(name: str) -> str:
    """Returns the DOM id of a region's shape, which other drawings `<use>`."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return "p-" + re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain)).strip("-_")


def sheet() -> Json:
    """Returns the shapes of all regions, drawn below the lights."""
    drawn = geometry()
    lands = [_shape(name, region) for name, region in sorted(drawn.regions.items()) if region.kind == "land"]
    seas = [
        _shape(name, region) | {"tint": SEA_TINTS.get(name, 1)}
        for name, region in sorted(drawn.regions.items())
        if region.kind == "sea"
    ]
    owners = sorted({region.owner for region in drawn.regions.values() if region.owner})
    return {
        "lands": lands,
        "seas": seas,
        "neutrals": [{"id": region_id(name), "outline": land.outline} for name, land in drawn.neutral.items()],
        "borders": drawn.borders,
        "powers": [
            {"css": POWERS[owner].css, "homes": [land["id"] for land in lands if land["owner"] == owner]}
            for owner in owners
        ],
        "graticule": MERIDIANS + PARALLELS,
    }


def _shape(name: str, region: Region) -> Json:
    return {
        "id": region_id(name),
        "name": name,
        "owner": region.owner,
        "css": POWERS[region.owner].css if region.owner else "",
        "power": POWERS[region.owner].name if region.owner else "",
        "outline": region.outline,
    }


def labels() -> Json:
    """Returns names and ports, drawn above the lights."""
    drawn = geometry()
    names = [
        {"kind": region.kind, **line}
        for _name, region in sorted(drawn.regions.items())
        for line in _lines(region.label, SEA_LINE_HEIGHT if region.kind == "sea" else LAND_LINE_HEIGHT)
    ]
    neutrals = [
        {"kind": "neutral", "text": name, "x": land.label[0], "y": land.label[1]}
        for name, land in drawn.neutral.items()
    ]
    return {"names": names + neutrals, "ports": [region.port for region in drawn.regions.values() if region.port]}


def _lines(label: Label, height: float) -> list[Json]:
    first = label.y - (len(label.lines) - 1) * height / 2 + height * LETTERS_BELOW_THE_MIDDLE
    return [{"text": text, "x": label.x, "y": round(first + row * height, 1)} for row, text in enumerate(label.lines)]
