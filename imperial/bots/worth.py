"""Heuristic value of a position for a player, in dollars.

A bond is worth its denomination times the expected multiple of its country at the end (rules 9). Revenue drives that
multiple; leading a country and its treasury count too.
"""

from imperial.rules.scoring import POINTS_PER_MULTIPLE, is_over, ranked_names
from imperial.rules.state import CENTS, Country, State
from imperial.rules.stock import holdings
from imperial.rules.taxation import MOST_POINTS, UNTAXED, revenue_of

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
