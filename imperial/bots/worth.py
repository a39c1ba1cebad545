"""What a position is worth to a player, in dollars: a guess, but the same guess for every choice.

A bond is worth its denomination times what its country will be worth at the end (rules 9). How far a country still
gets depends on what it can tax, so revenue counts; so do the power over it and what lies in its treasury.
"""

from imperial.rules.scoring import POINTS_PER_MULTIPLE, is_over, ranked_names
from imperial.rules.state import CENTS, Country, State
from imperial.rules.stock import holdings
from imperial.rules.taxation import MOST_POINTS, UNTAXED, revenue_of

HOPE = 0.45
"""The part of its points still open that a country of ordinary strength reaches. It does not shrink while others get
ahead: a bot that feared the end of the game would never tax."""
ORDINARY_REVENUE = 8.0
MOST_STRENGTH = 1.3
POWER_DOLLARS = 2.5
"""What it is worth to lead a country, in the middle of a game."""
OPPOSITION_DOLLARS = 0.8
TREASURY_SHARE = 0.35
"""The part of a treasury that will reach the holders of bonds."""
WIN_DOLLARS = 40.0
LOSS_DOLLARS = -4.0
"""Not much: a lost game shall end too."""
UNIT_DOLLARS = 0.18
"""What a unit is worth beyond the chips and factories it holds already."""
OCCUPIER_DOLLARS = 0.5


def worth(state: State, player: str) -> float:
    purse = state.player_info[player]
    value = purse.money / CENTS + purse.score_modifier
    if is_over(state):
        value += WIN_DOLLARS if ranked_names(state)[0] == player else LOSS_DOLLARS
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
    """How often a bond's denomination will count at the end."""
    country = state.country_info[name]
    strength = min(MOST_STRENGTH, (3 + revenue_of(state, name)) / (3 + ORDINARY_REVENUE))
    return (country.points + (MOST_POINTS - country.points) * HOPE * strength) / POINTS_PER_MULTIPLE


def _strength(state: State, name: str, country: Country) -> float:
    """Units beyond upkeep are of use; beyond the revenue they only cost."""
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
