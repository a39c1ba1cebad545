"""Geometry of the map, from `imperial/data/map.json`. Lengths are units of the map's 1400 x 1000 frame."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

Point = tuple[float, float]


class Label(msgspec.Struct, frozen=True, kw_only=True):
    x: float
    y: float
    """Center of the box around all lines."""
    lines: tuple[str, ...]
    size: float


class Port(msgspec.Struct, frozen=True, kw_only=True):
    sea: str
    x: float
    y: float
    fleet: Point
    """Place of a fleet in harbour, in the water."""


class Region(msgspec.Struct, frozen=True, kw_only=True):
    kind: Literal["land", "sea"]
    owner: str | None
    outline: str = msgspec.field(name="d")
    bbox: tuple[float, float, float, float]
    pole: Point
    label: Label
    units: tuple[Point, ...]
    """Places of tokens, best first."""
    factory: Point | None = None
    chip: Point | None = None
    port: Port | None = None


class Neutral(msgspec.Struct, frozen=True, kw_only=True):
    outline: str = msgspec.field(name="d")
    label: Point


class Borders(msgspec.Struct, frozen=True, kw_only=True):
    frontier: str
    province: str
    sea: str


class Circle(msgspec.Struct, frozen=True, kw_only=True):
    x: float
    y: float
    r: float


class Geometry(msgspec.Struct, frozen=True, kw_only=True):
    about: str
    view_box: tuple[float, float, float, float] = msgspec.field(name="viewBox")
    rondel: Circle
    regions: Mapping[str, Region]
    neutral: Mapping[str, Neutral]
    borders: Borders
    adjacency: tuple[tuple[str, str, float], ...]
    """Touching regions and the length of their border; only for tests, the rules use the setup's graph."""


@cache
def geometry() -> Geometry:
    return msgspec.json.decode(files("imperial").joinpath("data/map.json").read_bytes(), type=Geometry)


def is_drawn(*places: str) -> bool:
    """Whether the map has all of these places. Places of custom setups are shown as text only."""
    return geometry().regions.keys() >= set(places)


@cache
def home_box(country: str) -> tuple[float, float, float, float]:
    """Returns left, top, right, bottom of a country's home; of the whole map if the country is not drawn."""
    homes = [region.bbox for region in geometry().regions.values() if region.owner == country]
    if not homes:
        x, y, width, height = geometry().view_box
        return x, y, x + width, y + height
    return (
        min(box[0] for box in homes),
        min(box[1] for box in homes),
        max(box[2] for box in homes),
        max(box[3] for box in homes),
    )


def printed_name(place: str) -> str:
    """The name as the map has it: the setup shortens two seas. A board of one's own has places that are not drawn."""
    region = geometry().regions.get(place)
    return " ".join(region.label.lines) if region else place
