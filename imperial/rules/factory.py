"""The Factory action (rules 4.2)."""

from msgspec.structs import replace

from imperial.rules.board import Setup, home_territories
from imperial.rules.occupation import occupied_territories
from imperial.rules.refusals import refusal
from imperial.rules.state import CENTS, Proposal, State, with_country, with_player
from tabletop.rules import gettext_noop as _
from tabletop.rules import say

FACTORY_CENTS = 5 * CENTS


def factory_places(state: State, country: str, *, setup: Setup) -> tuple[str, ...]:
    """Returns the home territories where the country can build a factory now."""
    taken = occupied_territories(state, country).union(state.country_info[country].factories)
    return tuple(place for place in home_territories(setup, country) if place not in taken)


def check_factory(state: State, proposal: Proposal, *, setup: Setup) -> None:
    place, country = proposal.factory_loc, state.country_up
    if place is None or place in factory_places(state, country, setup=setup):
        return
    if place not in home_territories(setup, country):
        template = _("%(country)s builds factories in its home territories only.")
        raise refusal("illegal_place", template, country=say(country))
    if place in state.country_info[country].factories:
        raise refusal("illegal_place", _("There is a factory in %(place)s already."), place=place)
    template = _("A hostile army in %(place)s keeps %(country)s from building there.")
    raise refusal("illegal_place", template, place=place, country=say(country))


def factory_shortfall(state: State, proposal: Proposal) -> int:
    """Returns the cents that the treasury lacks; the proposer pays them."""
    if proposal.factory_loc is None:
        return 0
    return max(0, FACTORY_CENTS - state.country_info[state.country_up].money)


def build_factory(state: State, proposal: Proposal) -> State:
    # Rules Q4: a country may stop on Factory and build nothing.
    if proposal.factory_loc is None:
        return state
    country, proposer = state.country_info[state.country_up], state.player_info[proposal.player]
    shortfall = factory_shortfall(state, proposal)
    built = replace(
        country, money=country.money - (FACTORY_CENTS - shortfall), factories=(*country.factories, proposal.factory_loc)
    )
    state = with_country(state, state.country_up, built)
    return with_player(state, proposal.player, replace(proposer, money=proposer.money - shortfall))
