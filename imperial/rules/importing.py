"""The Import action: units for money (rules 4.4)."""

from msgspec.structs import replace

from imperial.rules.board import Setup, home_ports, home_territories
from imperial.rules.occupation import occupied_territories
from imperial.rules.refusals import refusal
from imperial.rules.state import CENTS, Import, Proposal, State, Unit, UnitKind, with_country, with_player
from imperial.rules.unit_limits import check_room
from tabletop.rules import gettext_noop as _
from tabletop.rules import say

MOST_IMPORTS = 3
UNIT_CENTS = 1 * CENTS

NOTHING = Import()

_NO_SUCH_PLACE: dict[UnitKind, str] = {
    "fleet": _("%(place)s does not work: %(country)s sets up each fleet in one of its own ports."),
    "army": _("%(place)s does not work: %(country)s sets up each army in one of its own home territories."),
}


def import_places(state: State, country: str, *, setup: Setup) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Returns the places where fleets, and where armies, can be imported."""
    occupied = occupied_territories(state, country)
    return (
        tuple(place for place in home_ports(setup, country) if place not in occupied),
        tuple(place for place in home_territories(setup, country) if place not in occupied),
    )


def check_import(state: State, proposal: Proposal, *, setup: Setup) -> None:
    wanted, country = proposal.imports or NOTHING, state.country_up
    if len(wanted.types) > MOST_IMPORTS:
        raise refusal("limit", _("An import brings at most %(most)s units."), most=MOST_IMPORTS)
    for_fleets, for_armies = import_places(state, country, setup=setup)
    for kind, place in zip(wanted.types, wanted.territories, strict=True):
        if place in (for_fleets if kind == "fleet" else for_armies):
            continue
        if place in (home_ports(setup, country) if kind == "fleet" else home_territories(setup, country)):
            template = _("A hostile army in %(place)s keeps %(country)s from importing there.")
            raise refusal("illegal_place", template, place=place, country=say(country))
        raise refusal("illegal_place", _NO_SUCH_PLACE[kind], place=place, country=say(country))
    fleets = wanted.types.count("fleet")
    check_room(state, country, fleets=fleets, armies=len(wanted.types) - fleets, setup=setup)


def import_shortfall(state: State, proposal: Proposal) -> int:
    """Returns the cents that the proposer pays: the treasury pays whole units only."""
    wanted = len((proposal.imports or NOTHING).types)
    return UNIT_CENTS * max(0, wanted - state.country_info[state.country_up].money // UNIT_CENTS)


def import_units(state: State, proposal: Proposal) -> State:
    wanted = proposal.imports or NOTHING
    country, proposer = state.country_info[state.country_up], state.player_info[proposal.player]
    shortfall = import_shortfall(state, proposal)

    def arrivals(kind: UnitKind) -> tuple[Unit, ...]:
        slots = zip(wanted.types, wanted.territories, strict=True)
        return tuple(Unit(territory=place) for arriving, place in slots if arriving == kind)

    supplied = replace(
        country,
        money=country.money - (UNIT_CENTS * len(wanted.types) - shortfall),
        fleets=country.fleets + arrivals("fleet"),
        armies=country.armies + arrivals("army"),
    )
    state = with_country(state, state.country_up, supplied)
    return with_player(state, proposal.player, replace(proposer, money=proposer.money - shortfall))
