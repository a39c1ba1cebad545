"""The map in words: every place with its owner, what stands there, and its neighbours."""

from imperial.map.geometry import printed_name
from imperial.map.pieces import stacks
from imperial.pages.contexts.people import Mark, mark
from imperial.rules.board import Setup
from imperial.rules.occupation import closed_factories
from imperial.rules.state import State
from tabletop.live.parts import Context


class UnitsThere(Context, frozen=True):
    owner: Mark
    manner: str
    count: int


class Territory(Context, frozen=True):
    name: str
    sea: bool
    owner: Mark | None
    port: str | None
    factory: bool
    closed: bool
    chip: Mark | None
    units: tuple[UnitsThere, ...]
    neighbours: tuple[str, ...]


def territories(game: State, *, setup: Setup) -> tuple[Territory, ...]:
    units, closed = stacks(game.country_info), closed_factories(game)
    chips = {place: country for country, info in game.country_info.items() for place in info.tax_chips}
    factories = {place for info in game.country_info.values() for place in info.factories}
    return tuple(
        Territory(
            name=printed_name(name),
            sea=place.sea,
            owner=mark(place.country) if place.country else None,
            port=printed_name(place.port) if place.port else None,
            factory=name in factories,
            closed=name in closed,
            chip=mark(chips[name]) if name in chips else None,
            units=tuple(
                UnitsThere(owner=mark(country), manner=kind if hostile else "guest", count=count)
                for (country, kind, hostile), count in units.get(name, {}).items()
            ),
            neighbours=tuple(map(printed_name, place.neighbours)),
        )
        for name, place in setup.territories.items()
    )
