"""How many units a country may still create (rules 4.9): the limits bind production and import, nothing else."""

import msgspec

from imperial.rules.board import Setup
from imperial.rules.refusals import refusal
from imperial.rules.state import State


class Room(msgspec.Struct, frozen=True, kw_only=True):
    fleets: int
    armies: int


def room_for_units(state: State, country: str, *, setup: Setup) -> Room:
    info, limits = state.country_info[country], setup.countries[country]
    return Room(
        fleets=max(0, limits.fleet_limit - len(info.fleets)), armies=max(0, limits.army_limit - len(info.armies))
    )


def check_room(state: State, country: str, *, fleets: int, armies: int, setup: Setup) -> None:
    room, limits = room_for_units(state, country, setup=setup), setup.countries[country]
    # Rules Q22: each kind is checked on its own.
    for kind, wanted, free, limit in (
        ("fleets", fleets, room.fleets, limits.fleet_limit),
        ("armies", armies, room.armies, limits.army_limit),
    ):
        if wanted > free:
            raise refusal("limit", f"{country} can have {limit} {kind}; there is room for {free} more.")
