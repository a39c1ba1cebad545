"""The Production action: units from factories (rules 4.3)."""

from msgspec.structs import replace

from imperial.rules.board import Setup
from imperial.rules.occupation import operational_factories
from imperial.rules.refusals import refusal
from imperial.rules.state import Proposal, State, Unit, with_country
from imperial.rules.unit_limits import check_room
from tabletop.rules import gettext_noop as _
from tabletop.rules import say


def production_places(state: State, country: str, *, setup: Setup) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Returns the operational factories: in ports for fleets, inland for armies."""
    working = operational_factories(state, country)
    fleets = tuple(place for place in working if setup.territories[place].port)
    return fleets, tuple(place for place in working if not setup.territories[place].port)


def check_production(state: State, proposal: Proposal, *, setup: Setup) -> None:
    country = state.country_up
    for_fleets, for_armies = production_places(state, country, setup=setup)
    no_fleet = _("%(place)s makes no fleet: that takes a working factory of %(country)s in its own port.")
    no_army = _("%(place)s makes no army: that takes a working factory of %(country)s in its own inland territory.")
    for no_such_place, chosen, places in (
        (no_fleet, proposal.fleet_produce, for_fleets),
        (no_army, proposal.army_produce, for_armies),
    ):
        for place in chosen:
            if place not in places:
                raise refusal("illegal_place", no_such_place, place=place, country=say(country))
        if len(set(chosen)) < len(chosen):
            raise refusal("illegal_place", _("A factory makes one unit at a time."))
    check_room(state, country, fleets=len(proposal.fleet_produce), armies=len(proposal.army_produce), setup=setup)


def produce(state: State, proposal: Proposal) -> State:
    country = state.country_info[state.country_up]
    fleets = country.fleets + tuple(Unit(territory=place) for place in proposal.fleet_produce)
    armies = country.armies + tuple(Unit(territory=place) for place in proposal.army_produce)
    return with_country(state, state.country_up, replace(country, fleets=fleets, armies=armies))
