"""The printed map, which never changes: what its template shows of the shapes of the drawing (`drawing.py`)."""

import re
import unicodedata

import msgspec

from imperial.map.geometry import geometry
from imperial.map.powers import POWERS

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

FREE = "free"
"""In the id of the lands without a power."""


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """A region: the id of its shape, and whose home it is."""

    id: str
    name: str
    css: str
    power: str
    tint: int
    """Of a sea; 0 for land."""


class Home(msgspec.Struct, frozen=True, kw_only=True):
    css: str
    home: str
    """Id of the shape."""


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """What stands for the shapes of all regions: drawn below the lights, and pointed at."""

    seas: tuple[Place, ...]
    lands: tuple[Place, ...]
    neutrals: tuple[str, ...]
    powers: tuple[Home, ...]
    coasts: tuple[str, ...]


def region_id(name: str) -> str:
    """Returns the id of a region's shape in the drawing of the map."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return "p-" + re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain)).strip("-_")


def home_id(css: str) -> str:
    """Returns the id of the shape of a power's whole home."""
    return f"home-{css}"


def sheet() -> Sheet:
    drawn = geometry()
    owners = sorted({region.owner for region in drawn.regions.values() if region.owner})
    powers = [POWERS[owner].css for owner in owners]
    regions = sorted(drawn.regions.items())
    return Sheet(
        seas=tuple(_place(name, tint=SEA_TINTS.get(name, 1)) for name, region in regions if region.kind == "sea"),
        lands=tuple(_place(name) for name, region in regions if region.kind == "land"),
        neutrals=tuple(map(region_id, drawn.neutral)),
        powers=tuple(Home(css=css, home=home_id(css)) for css in powers),
        coasts=tuple(home_id(css) for css in (*powers, FREE)),
    )


def _place(name: str, *, tint: int = 0) -> Place:
    power = POWERS[owner] if (owner := geometry().regions[name].owner) else None
    return Place(
        id=region_id(name), name=name, css=power.css if power else "", power=power.name if power else "", tint=tint
    )
