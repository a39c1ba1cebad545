"""Limits of units (rules 4.9); they bind production and import only."""

import msgspec

from imperial.rules.board import Setup
from imperial.rules.refusals import refusal
from imperial.rules.state import State
from tabletop.rules import gettext_noop as _
from tabletop.rules import say


class Room(msgspec.Struct, frozen=True, kw_only=True):
    fleets: int
    armies: int


def room_for_units(state: State, country: str, *, setup: Setup) -> Room:
    info, limits = state.country_info[country], setup.countries[country]
    return Room(
        fleets=max(0, limits.fleet_limit - len(info.fleets)), armies=max(0, limits.army_limit - len(info.armies))
    )


def check_room(state: State, country: str, *, fleets: int, armies: int, setup: Setup) -> None:
    """Rules Q22: each kind of new units is checked on its own. Raises RuleViolation."""
    room, limits = room_for_units(state, country, setup=setup), setup.countries[country]
    if fleets > room.fleets:
        template = _("%(country)s can have %(limit)s fleets; there is room for %(free)s more.")
        raise refusal("limit", template, country=say(country), limit=limits.fleet_limit, free=room.fleets)
    if armies > room.armies:
        template = _("%(country)s can have %(limit)s armies; there is room for %(free)s more.")
        raise refusal("limit", template, country=say(country), limit=limits.army_limit, free=room.armies)
