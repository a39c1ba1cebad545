"""Bot that looks one step ahead: tries every action on the position that it sees and takes the best.

It sees the view of its seat only. If others have a say, it assumes that its own proposal passes.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from imperial import rules
from imperial.bots.worth import multiple, worth
from imperial.rules import Action, Bid, ManeuverBatch, Propose
from imperial.rules.board import Setup
from imperial.rules.maneuver.carrying_out import carry_out
from imperial.rules.proposals import execute
from imperial.rules.proposing import proposal_of
from imperial.rules.rondel import MANEUVER, turns_from
from imperial.rules.state import CENTS, Proposal, State
from imperial.rules.stock import stock_of
from tabletop.rules import Json, RuleViolation, Shuffle

CONTENT_DOLLARS = 0.4
"""Advantage over the leader's proposal that makes a counter-proposal worth a vote."""
MOST_PURSE_SHARE = 0.45
"""Largest share of the money to bid on one country while others are still to be auctioned."""
PEACE_DOLLARS = 0.3
"""Peace is worth a little more than the same position after a fight."""


def choose(view: Json, menu: Sequence[Action], *, player: str, setup: Setup, shuffle: Shuffle) -> Action:
    state = rules.from_json(view)
    # The shuffle breaks ties between equally good actions, so that bots do not all play alike.
    choices = shuffle(_without_single_steps(menu))
    if isinstance(choices[0], Bid):
        return _bid(state, choices, player=player, setup=setup)
    return max(choices, key=lambda action: _value(state, player, action, setup=setup))


def _without_single_steps(menu: Sequence[Action]) -> list[Action]:
    """Drops single steps of a maneuver: only a whole plan shows where it leads."""
    plans = [action for action in menu if isinstance(action, ManeuverBatch)]
    return list(plans or menu)


def _value(state: State, player: str, action: Action, *, setup: Setup) -> float:
    match action:
        case rules.BidBuy():
            value = float(action.accept)  # the bid was what the bond is worth to the bot
        case rules.Vote():
            value = _after_proposal(state, player, _proposal(state, action.choice), setup=setup)
        case rules.Agree():
            value = _after_proposal(state, player, _proposal(state, 1), setup=setup) + CONTENT_DOLLARS
        case Propose():
            value = _proposed(state, player, action, setup=setup)
        case ManeuverBatch():
            value = _maneuvered(state, player, action, setup=setup)
        case rules.DictatorPeace(accept=True) | rules.CastPeaceVote(choice="accept"):
            value = PEACE_DOLLARS
        case rules.DictatorPeace() | rules.CastPeaceVote():
            value = _fight(state, player)
        case _:
            after, _events = rules.apply(state, player, action, setup=setup, shuffle=list, now=0.0)
            value = worth(after, player)
    return value


def _bid(state: State, choices: Sequence[Action], *, player: str, setup: Setup) -> Action:
    """Bids the price of the largest affordable bond, but keeps money for the countries to come."""
    purse = state.player_info[player].money / CENTS
    countries = list(setup.countries)
    to_come = len(countries) - countries.index(state.country_up)
    most = purse if to_come == 1 else purse * max(MOST_PURSE_SHARE, 1.6 / to_come)
    bids = [action.amount for action in choices if isinstance(action, Bid) and action.amount <= most]
    return Bid(amount=max(bids, default=0))


def _proposal(state: State, number: int) -> Proposal:
    proposal = state.proposal_1 if number == 1 else state.proposal_2
    if proposal is None:
        raise ValueError("there is no such proposal")
    return proposal


def _after_proposal(state: State, player: str, proposal: Proposal, *, setup: Setup) -> float:
    after, _events = execute(state, proposal, setup=setup)
    return worth(after, player)


def _proposed(state: State, player: str, action: Propose, *, setup: Setup) -> float:
    if action.wheel_spot in MANEUVER:
        return _best_maneuver(state, player, action, setup=setup)
    return _after_proposal(state, player, proposal_of(player, action), setup=setup)


def _best_maneuver(state: State, player: str, action: Propose, *, setup: Setup) -> float:
    try:
        entered, _events = rules.apply(state, player, action, setup=setup, shuffle=list, now=0.0)
    except RuleViolation:
        return float("-inf")
    if entered.current_maneuver is None:
        # No unit to move: the maneuver is executed already, or proposed to the opposition.
        return worth(entered, player) if entered.mode != "proposal-opp" else worth(state, player)
    plans = [plan for plan in rules.legal_actions(entered, player, setup=setup) if isinstance(plan, ManeuverBatch)]
    cost = turns_from(setup, state.country_info[state.country_up].wheel_spot)[action.wheel_spot].cost / CENTS
    return max(_maneuvered(entered, player, plan, setup=setup) for plan in plans) - cost


def _maneuvered(state: State, player: str, plan: ManeuverBatch, *, setup: Setup) -> float:
    """Values the board after the plan, assuming that every peace offer is accepted."""
    maneuver = state.current_maneuver
    if maneuver is None:
        raise ValueError("there is no maneuver")
    after = carry_out(
        state,
        country=maneuver.country,
        fleet_man=maneuver.completed_fleet_moves + plan.fleet_man,
        army_man=maneuver.completed_army_moves + plan.army_man,
        setup=setup,
    )
    return worth(replace(after, current_maneuver=None), player)


def _fight(state: State, player: str) -> float:
    """Values a fight, which trades a unit for a unit, by the player's stock in both countries."""
    maneuver, target = state.current_maneuver, state.peace_offer
    if maneuver is None or target is None:
        return 0.0

    def interest(country: str) -> float:
        return stock_of(state.player_info[player], country) * multiple(state, country)

    return 0.1 * (interest(target.target_country) - interest(maneuver.country))
