"""Pieces on the map: factories, chips and units of the view with their coordinates."""

from collections import Counter
from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import replace

from imperial.map.geometry import Point, Region, geometry, is_drawn
from imperial.map.powers import POWERS
from imperial.rules.state import Country

Stack = tuple[str, str, bool]
"""Country, kind and hostile flag: units that share one token with a count."""


class Piece(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    __getitem__ = object.__getattribute__  # for templates

    x: float
    y: float


class Works(Piece, frozen=True):
    """A factory, or a free site for one."""

    kind: str
    built: bool
    closed: bool


class Chip(Piece, frozen=True):
    css: str
    code: str


class Token(Piece, frozen=True):
    """Units that stand together."""

    css: str
    country: str
    kind: str
    count: int
    own: bool
    """Whether its country moves, so that it can be selected."""
    more: int = 0
    """Units that found no place of their own."""


def kind_of_works(place: str) -> str:
    return "yard" if geometry().regions[place].port else "fact"


def factories(countries: Mapping[str, Country], *, closed: Iterable[str] = ()) -> tuple[Works, ...]:
    """Returns built factories and free sites."""
    built = {territory for country in countries.values() for territory in country.factories}
    shut = frozenset(closed)
    return tuple(
        Works(
            x=region.factory[0], y=region.factory[1], kind=kind_of_works(name), built=name in built, closed=name in shut
        )
        for name, region in geometry().regions.items()
        if region.factory
    )


def chips(countries: Mapping[str, Country]) -> tuple[Chip, ...]:
    return tuple(
        Chip(x=place[0], y=place[1], css=POWERS[country].css, code=POWERS[country].code)
        for country, info in countries.items()
        for territory in info.tax_chips
        if is_drawn(territory) and (place := geometry().regions[territory].chip)
    )


def units(countries: Mapping[str, Country], *, own: str | None = None) -> tuple[Token, ...]:
    """Returns the tokens; those of the country `own` can be selected."""
    return tuple(
        token
        for territory, there in stacks(countries).items()
        if is_drawn(territory)
        for token in _tokens(geometry().regions[territory], there, own=own)
    )


def stacks(countries: Mapping[str, Country]) -> dict[str, Counter[Stack]]:
    """Returns the units by territory."""
    places: dict[str, Counter[Stack]] = {}
    for country, info in countries.items():
        for kind, units in (("fleet", info.fleets), ("army", info.armies)):
            for unit in units:
                places.setdefault(unit.territory, Counter())[country, kind, unit.hostile] += 1
    return places


def _tokens(region: Region, stacks: Counter[Stack], *, own: str | None) -> list[Token]:
    """Returns one token per stack; if places run out, the last token counts the rest."""
    in_harbour = {stack for stack in stacks if region.port and stack[1] == "fleet"}
    ashore = [stack for stack in stacks if stack not in in_harbour]
    tokens = [_token(stack, region.port.fleet, stacks[stack], own) for stack in in_harbour if region.port]
    for place, stack in zip(region.units, ashore, strict=False):
        tokens.append(_token(stack, place, stacks[stack], own))
    left_over = sum(stacks[stack] for stack in ashore[len(region.units) :])
    if left_over:
        tokens[-1] = replace(tokens[-1], more=left_over)
    return tokens


def _token(stack: Stack, place: Point, count: int, own: str | None) -> Token:
    """The drawing of a stack of `count` units; those of the country `own` can be selected."""
    country, kind, occupies = stack
    return Token(
        x=place[0],
        y=place[1],
        css=POWERS[country].css,
        country=country,
        kind=kind if occupies else "coexisting",
        count=count,
        own=country == own,
    )
