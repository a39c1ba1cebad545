"""The way of a proposal: it is executed, answered by the opposition, or voted on (rules 3.3, 3.4, 4.10, 5.9)."""

from collections.abc import Callable

from msgspec.structs import replace

from imperial.rules.advance import advance
from imperial.rules.board import Setup
from imperial.rules.descriptions import describe, description
from imperial.rules.events import Executed, GameEnded, Proposed, Step
from imperial.rules.factory import build_factory
from imperial.rules.importing import import_units
from imperial.rules.investor import pay_interest, start_investor_round
from imperial.rules.maneuver.carrying_out import carry_out
from imperial.rules.money import to_dollars
from imperial.rules.production import produce
from imperial.rules.rondel import FACTORY, IMPORT, INVESTOR, MANEUVER, PRODUCE, TAXATION, turns_from
from imperial.rules.scoring import ranked_players
from imperial.rules.state import (
    CurrentManeuver,
    Proposal,
    ReturnMode,
    State,
    Tally,
    Voting,
    with_country,
    with_player,
    with_turns,
)
from imperial.rules.taxation import MOST_POINTS, collect_taxes

_EFFECTS: dict[str, Callable[[State, Proposal], State]] = {
    FACTORY: build_factory,
    IMPORT: import_units,
    INVESTOR: pay_interest,
    TAXATION: collect_taxes,
    **dict.fromkeys(PRODUCE, produce),
}


def return_mode_of(state: State) -> ReturnMode:
    """Returns what follows a proposal made now."""
    country = state.country_info[state.country_up]
    if state.mode == "proposal-opp":
        return "vote"
    # Only an imported game has a democracy without an opposition.
    alone = country.gov == "dictatorship" or len(country.leadership) < 2
    return "execute" if alone else "proposal-opp"


def lay_before(state: State, proposal: Proposal, *, return_mode: ReturnMode, setup: Setup) -> Step:
    """Executes a checked proposal, or submits it as `return_mode` says."""
    if return_mode == "execute":
        return execute(state, proposal, setup=setup)
    country = state.country_up
    proposed = Proposed(
        player=proposal.player,
        country=country,
        role="leader" if return_mode == "proposal-opp" else "opposition",
        wheel_spot=proposal.wheel_spot,
        description=description(state, proposal),
    )
    state = replace(state, current_maneuver=None, same_turn=False)
    leadership = state.country_info[country].leadership
    if return_mode == "proposal-opp":
        state = replace(state, mode="proposal-opp", proposal_1=proposal)
        return with_turns(state, leadership[1]), (proposed,)
    return with_turns(_with_voting(state, proposal), *leadership), (proposed,)


def _with_voting(state: State, counter: Proposal) -> State:
    leading = state.proposal_1
    if leading is None:
        raise ValueError("there is no proposal to oppose")
    return replace(
        state,
        mode="vote",
        proposal_2=counter,
        voting=Voting(
            country=state.country_up,
            proposal_1=Tally(proposal=describe(state, leading)),
            proposal_2=Tally(proposal=describe(state, counter)),
        ),
    )


def finish_maneuver(state: State, maneuver: CurrentManeuver, *, setup: Setup) -> Step:
    """A maneuver whose units have all moved becomes an action or a proposal (rules 5.9)."""
    proposal = Proposal(
        player=maneuver.player,
        wheel_spot=maneuver.wheel_spot,
        fleet_man=maneuver.completed_fleet_moves,
        army_man=maneuver.completed_army_moves,
    )
    state = replace(state, current_maneuver=None, peace_vote=None, same_turn=False)
    return lay_before(state, proposal, return_mode=maneuver.return_mode, setup=setup)


def execute(state: State, proposal: Proposal, *, setup: Setup) -> Step:
    country = state.country_up
    turn = turns_from(setup, state.country_info[country].wheel_spot)[proposal.wheel_spot]
    happened = Executed(
        player=proposal.player,
        country=country,
        wheel_spot=proposal.wheel_spot,
        cost=to_dollars(turn.cost),
        description=description(state, proposal),
        alone=state.proposal_1 is None,
    )
    if proposal.wheel_spot in MANEUVER:
        fleets, armies = proposal.fleet_man, proposal.army_man
        state = carry_out(state, country=country, fleet_man=fleets, army_man=armies, setup=setup)
    else:
        state = _EFFECTS[proposal.wheel_spot](state, proposal)
    proposer = state.player_info[proposal.player]
    state = with_player(state, proposal.player, replace(proposer, money=proposer.money - turn.cost))
    state = with_country(state, country, replace(state.country_info[country], wheel_spot=turn.spot))
    state = replace(state, proposal_1=None, proposal_2=None, voting=None, current_maneuver=None, same_turn=False)
    if state.country_info[country].points >= MOST_POINTS:
        # Rules 9: play stops at once, without investor bonus or next country.
        state = with_turns(replace(state, mode="game-over"))
        return state, (happened, GameEnded(country=country, winner=ranked_players(state)[0]))
    if turn.triggers_investor:
        state, started = start_investor_round(state)
        return state, (happened, *started)
    return advance(state, setup=setup), (happened,)
