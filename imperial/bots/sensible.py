"""Bot that looks one step ahead: tries every action on the position that it sees and takes the best.

It sees the view of its seat only. If others have a say, it assumes that its own proposal passes.

A position is worth its cash, and its bonds: a denomination times the expected multiple of its country at the end (rules
9). Revenue drives that multiple; leading a country and its treasury count too.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from imperial import rules
from imperial.rules import Action, Bid, ManeuverBatch, Propose
from imperial.rules.board import Setup
from imperial.rules.maneuver.carrying_out import carry_out
from imperial.rules.proposals import execute
from imperial.rules.proposing import proposal_of
from imperial.rules.rondel import MANEUVER, turns_from
from imperial.rules.scoring import POINTS_PER_MULTIPLE, is_over, ranked_players
from imperial.rules.state import CENTS, Country, Proposal, State
from imperial.rules.stock import holdings, stock_of
from imperial.rules.taxation import MOST_POINTS, UNTAXED, revenue_of
from tabletop.rules import Json, RuleViolation, Shuffle

CONTENT_DOLLARS = 0.4
"""Advantage over the leader's proposal that makes a counter-proposal worth a vote."""
MOST_PURSE_SHARE = 0.45
"""Largest share of the money to bid on one country while others are still to be auctioned."""
PEACE_DOLLARS = 0.3
"""Peace is worth a little more than the same position after a fight."""


def choose(view: Json, menu: Sequence[Action], *, player: str, setup: Setup, shuffle: Shuffle) -> Action:
    """The action of the menu that is worth most to the player, as far as one step shows."""
    state = rules.from_json(view)
    # The shuffle breaks ties between equally good actions, so that bots do not all play alike.
    # Single steps of a maneuver are dropped: only a whole plan shows where it leads.
    choices = shuffle([action for action in menu if isinstance(action, ManeuverBatch)] or menu)
    if isinstance(choices[0], Bid):
        return _bid(state, choices, player=player, setup=setup)
    return max(choices, key=lambda action: _value(state, player, action, setup=setup))


def _value(state: State, player: str, action: Action, *, setup: Setup) -> float:
    """What the player is worth after the action, in dollars, or what the bot holds it for."""
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
    """What the player is worth once the proposal is carried out."""
    after, _events = execute(state, proposal, setup=setup)
    return worth(after, player)


def _proposed(state: State, player: str, action: Propose, *, setup: Setup) -> float:
    """What the player is worth if this proposal passes; of a maneuver its best plan."""
    if action.wheel_spot in MANEUVER:
        return _best_maneuver(state, player, action, setup=setup)
    return _after_proposal(state, player, proposal_of(player, action), setup=setup)


def _best_maneuver(state: State, player: str, action: Propose, *, setup: Setup) -> float:
    """What the player is worth after the best plan of the menu, less the steps on the rondel."""
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


HOPE_SHARE = 0.45
"""Share of the missing points that a country of ordinary strength reaches. Constant during the game: a bot that feared
the end would never tax."""
ORDINARY_REVENUE_DOLLARS = 8.0
MOST_STRENGTH_RATIO = 1.3
POWER_DOLLARS = 2.5
"""Value of leading a country in the middle of a game."""
OPPOSITION_DOLLARS = 0.8
TREASURY_SHARE = 0.35
"""Share of a treasury that reaches the stockholders."""
WIN_DOLLARS = 40.0
LOSS_DOLLARS = -4.0
"""Small, so that a bot also ends lost games."""
UNIT_DOLLARS = 0.18
"""Value of a unit beyond the chips and factories that it holds already."""
OCCUPIER_DOLLARS = 0.5


def worth(state: State, player: str) -> float:
    """Returns the heuristic value of a position for a player, in dollars."""
    purse = state.player_info[player]
    value = purse.money / CENTS + purse.score_modifier
    if is_over(state):
        value += WIN_DOLLARS if ranked_players(state)[0] == player else LOSS_DOLLARS
    ahead = max(country.points for country in state.country_info.values())
    left = (MOST_POINTS - ahead) / MOST_POINTS
    for name, country in state.country_info.items():
        shares = holdings(state, name)
        own = shares.get(player, 0)
        if not own:
            continue
        part = own / sum(shares.values())
        value += own * multiple(state, name)
        value += part * TREASURY_SHARE * country.money / CENTS
        value += part * _strength(state, name, country)
        value += _power(country, player) * (0.4 + left)
    return value


def multiple(state: State, name: str) -> float:
    """Returns the expected multiple of a bond's denomination at the end."""
    country = state.country_info[name]
    strength = min(MOST_STRENGTH_RATIO, (3 + revenue_of(state, name)) / (3 + ORDINARY_REVENUE_DOLLARS))
    return (country.points + (MOST_POINTS - country.points) * HOPE_SHARE * strength) / POINTS_PER_MULTIPLE


def _strength(state: State, name: str, country: Country) -> float:
    """Values units within the revenue; units beyond it only cost upkeep."""
    units = len(country.fleets) + len(country.armies)
    affordable = max(0, revenue_of(state, name) - UNTAXED // 2)
    useful = min(units, affordable + 2)
    occupiers = sum(army.hostile and _stands_on_a_factory(state, name, army.territory) for army in country.armies)
    return UNIT_DOLLARS * (useful - max(0, units - affordable - 4)) + OCCUPIER_DOLLARS * occupiers


def _stands_on_a_factory(state: State, name: str, territory: str) -> bool:
    return any(territory in other.factories for owner, other in state.country_info.items() if owner != name)


def _power(country: Country, player: str) -> float:
    if country.leadership[0] == player:
        return POWER_DOLLARS
    if country.gov == "democracy" and country.leadership[1] == player:
        return OPPOSITION_DOLLARS
    return 0.0
