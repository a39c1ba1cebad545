"""Validation of what a state asks its players: turns, bids, proposals and votes fit the mode (rules 1.1 and 2)."""

from collections.abc import Iterator, Mapping

from imperial.rules.auction import offer
from imperial.rules.board import Setup
from imperial.rules.maneuver.offers import deciders
from imperial.rules.maneuver.validation import find_maneuver_problems, find_move_problems
from imperial.rules.proposing import check_places
from imperial.rules.rondel import MANEUVER, turns_from
from imperial.rules.state import Mode, Proposal, State
from imperial.rules.taxation import MOST_POINTS
from imperial.rules.voting import recounted
from tabletop.rules import RuleViolation

NEEDED_IN: Mapping[str, tuple[Mode, ...]] = {
    "voting": ("vote",),
    "peaceVote": ("peace-vote",),
    "currentManeuver": ("continue-man", "peace-vote"),
    "proposal 1": ("proposal-opp", "vote"),
    "proposal 2": ("vote",),
    "bidBuyOrder": ("buy-bid",),
}
ALLOWED_IN = {**NEEDED_IN, "proposal 1": ("proposal-opp", "vote", "continue-man", "peace-vote")}


def find_prompt_problems(state: State, *, setup: Setup) -> list[str]:
    under_way = {
        "voting": state.voting,
        "peaceVote": state.peace_vote,
        "currentManeuver": state.current_maneuver,
        "proposal 1": state.proposal_1,
        "proposal 2": state.proposal_2,
        "bidBuyOrder": state.bid_buy_order,
    }
    missing = [name for name, modes in NEEDED_IN.items() if state.mode in modes and not under_way[name]]
    too_much = [name for name, modes in ALLOWED_IN.items() if state.mode not in modes and under_way[name]]
    return (
        (
            [f"{name} is missing in the mode {state.mode}." for name in missing]
            + [f"There is no {name} in the mode {state.mode}." for name in too_much]
        )
        or [
            *_problems_of_bids(state, setup),
            *(f"proposal 1: {problem}" for problem in _problems_of_proposal(state, state.proposal_1, setup)),
            *(f"proposal 2: {problem}" for problem in _problems_of_proposal(state, state.proposal_2, setup)),
            *_problems_of_voting(state),
            *find_maneuver_problems(state, setup=setup),
        ]
        or [*_problems_of_turns(state)]
    )


def _problems_of_bids(state: State, setup: Setup) -> Iterator[str]:
    bids = {player: info.bid for player, info in state.player_info.items() if info.bid is not None}
    for player, bid in bids.items():
        if not 0 <= bid <= state.player_info[player].money:
            yield f"{player} cannot have bid that much, or less than nothing."
    order = state.bid_buy_order
    if len(set(order)) < len(order) or not bids.keys() >= set(order):
        yield "In bidBuyOrder everybody stands once, and has a bid."
    elif [bids[player] for player in order] != sorted((bids[player] for player in order), reverse=True):
        yield "In bidBuyOrder the highest bid comes first."
    elif order and not offer(state, order[0], setup=setup):
        yield f"The bid of {order[0]} buys no bond, so there is nothing to offer."


def _problems_of_proposal(state: State, proposal: Proposal | None, setup: Setup) -> Iterator[str]:
    spots = turns_from(setup, state.country_info[state.country_up].wheel_spot)
    if proposal is None:
        return
    if proposal.player not in state.player_info:
        yield f"{proposal.player} is no player."
    elif proposal.wheel_spot not in spots:
        yield f"{state.country_up} cannot go to {proposal.wheel_spot}."
    elif proposal.wheel_spot in MANEUVER:
        yield from find_move_problems(state, fleets=proposal.fleet_man, armies=proposal.army_man, setup=setup)
    else:
        try:
            check_places(state, proposal, setup=setup)
        except RuleViolation as problem:
            yield problem.message


def _problems_of_voting(state: State) -> Iterator[str]:
    voting, leadership = state.voting, state.country_info[state.country_up].leadership
    if voting is None:
        return
    voters = (*voting.proposal_1.voters, *voting.proposal_2.voters)
    if voting.country != state.country_up:
        yield f"The vote is about {voting.country}, and it is the turn of {state.country_up}."
    elif len(set(voters)) < len(voters) or not set(voters) <= set(leadership):
        yield "Somebody has voted twice, or has no vote."
    elif voting != recounted(state, voting):
        yield "The votes are not those of the voters."


def _problems_of_turns(state: State) -> Iterator[str]:
    acting, asked = state.players_to_act, _asked(state)
    if state.mode == "game-over":
        if acting:
            yield "The game is over, and it is still somebody's turn."
        if max(country.points for country in state.country_info.values()) < MOST_POINTS:
            yield f"The game is over, but no country has {MOST_POINTS} points."
    elif not acting:
        yield "It is nobody's turn."
    elif not set(acting) <= set(asked) or (state.mode not in ("bid", "buy") and len(acting) < len(asked)):
        yield f"It is the turn of {_listed(asked)}, not of {_listed(acting)}."
    elif state.mode == "buy" and len(acting) > 1:
        yield "One player buys at a time."


def _asked(state: State) -> list[str]:
    """Returns who may be asked: all of them are, except for bids (poor players have none) and purchases."""
    leadership, maneuver = state.country_info[state.country_up].leadership, state.current_maneuver
    answered: tuple[str, ...] = ()
    match state.mode:
        case "bid":
            asked = tuple(player for player, info in state.player_info.items() if info.bid is None)
        case "buy-bid":
            asked = state.bid_buy_order[:1]
        case "proposal":
            asked = leadership[:1]
        case "proposal-opp":
            asked = leadership[1:2]
        case "vote" if state.voting is not None:
            asked, answered = leadership, (*state.voting.proposal_1.voters, *state.voting.proposal_2.voters)
        case "peace-vote" if state.peace_vote is not None and maneuver is not None:
            asked = deciders(state, state.peace_vote.target_country, player=maneuver.player)
            answered = state.peace_vote.voters
        case "continue-man" if maneuver is not None and maneuver.pending_peace is not None:
            asked = deciders(state, maneuver.pending_peace.target_country, player=maneuver.player)
        case "continue-man" if maneuver is not None:
            asked = (maneuver.player,)
        case _:
            asked = tuple(state.player_info)
    return [player for player in asked if player not in answered]


def _listed(players: list[str] | tuple[str, ...]) -> str:
    return ", ".join(players) or "nobody"
