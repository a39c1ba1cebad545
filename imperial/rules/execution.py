"""Execution of a proposal (rules 4.10)."""

from collections.abc import Callable

from msgspec.structs import replace

from imperial.rules.advance import advance
from imperial.rules.board import Setup
from imperial.rules.descriptions import description
from imperial.rules.events import Executed, GameEnded, Step
from imperial.rules.factory import build_factory
from imperial.rules.importing import import_units
from imperial.rules.investor import pay_interest
from imperial.rules.investor_round import start_investor_round
from imperial.rules.maneuver.carrying_out import carry_out
from imperial.rules.money import to_dollars
from imperial.rules.production import produce
from imperial.rules.rondel import FACTORY, IMPORT, INVESTOR, MANEUVER, PRODUCE, TAXATION, turns_from
from imperial.rules.scoring import ranked_names
from imperial.rules.state import Proposal, State, with_country, with_player, with_turns
from imperial.rules.taxation import MOST_POINTS, collect_taxes

_EFFECTS: dict[str, Callable[[State, Proposal], State]] = {
    FACTORY: build_factory,
    IMPORT: import_units,
    INVESTOR: pay_interest,
    TAXATION: collect_taxes,
    **dict.fromkeys(PRODUCE, produce),
}


def execute(state: State, proposal: Proposal, *, setup: Setup) -> Step:
    country = state.country_up
    turn = turns_from(setup, state.country_info[country].wheel_spot)[proposal.wheel_spot]
    happened = Executed(
        player=proposal.name,
        country=country,
        wheel_spot=proposal.wheel_spot,
        cost=to_dollars(turn.cost),
        description=description(state, proposal),
        alone=state.proposal_1 is None,
    )
    state = _carried_out(state, proposal, setup=setup)
    proposer = state.player_info[proposal.name]
    state = with_player(state, proposal.name, replace(proposer, money=proposer.money - turn.cost))
    state = with_country(state, country, replace(state.country_info[country], wheel_spot=turn.spot))
    state = replace(state, proposal_1=None, proposal_2=None, voting=None, current_maneuver=None, same_turn=False)
    if state.country_info[country].points >= MOST_POINTS:
        # Rules 9: play stops at once, without investor bonus or next country.
        state = with_turns(replace(state, mode="game-over"))
        return state, (happened, GameEnded(country=country, winner=ranked_names(state)[0]))
    if turn.triggers_investor:
        state, started = start_investor_round(state)
        return state, (happened, *started)
    return advance(state, setup=setup), (happened,)


def _carried_out(state: State, proposal: Proposal, *, setup: Setup) -> State:
    if proposal.wheel_spot not in MANEUVER:
        return _EFFECTS[proposal.wheel_spot](state, proposal)
    return carry_out(
        state, country=state.country_up, fleet_man=proposal.fleet_man, army_man=proposal.army_man, setup=setup
    )
