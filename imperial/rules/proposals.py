"""The way of a proposal: it is executed, answered by the opposition, or voted on (rules 3.3, 3.4, 5.9)."""

from msgspec.structs import replace

from imperial.rules.board import Setup
from imperial.rules.descriptions import describe, description
from imperial.rules.events import Proposed, Step
from imperial.rules.execution import execute
from imperial.rules.state import CurrentManeuver, Proposal, ReturnMode, State, Tally, Voting, with_turns


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
        player=proposal.name,
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
        name=maneuver.player,
        wheel_spot=maneuver.wheel_spot,
        fleet_man=maneuver.completed_fleet_moves,
        army_man=maneuver.completed_army_moves,
    )
    state = replace(state, current_maneuver=None, peace_vote=None, same_turn=False)
    return lay_before(state, proposal, return_mode=maneuver.return_mode, setup=setup)
