"""Scores and ranking (rules 9)."""

from imperial.rules.money import to_dollars
from imperial.rules.state import CENTS, State
from imperial.rules.stock import stock_of
from tabletop.rules import Json

POINTS_PER_MULTIPLE = 5
BOND_VALUE_CENTS = 2 * CENTS


def score_cents(state: State, name: str) -> int:
    """Counts the score in cents: a point is worth a dollar."""
    player = state.player_info[name]
    bonds = sum(state.country_info[bond.country].points // POINTS_PER_MULTIPLE * bond.stock for bond in player.stock)
    return (bonds + player.score_modifier) * CENTS + player.money


def standing(state: State, name: str) -> tuple[int, int, int, int]:
    """Returns the sort key of a player: score, shares in the strongest countries, cash, seat. Lower ranks first."""
    most = max(country.points for country in state.country_info.values())
    strongest = [country for country, info in state.country_info.items() if info.points == most]
    player = state.player_info[name]
    in_strongest = sum(stock_of(player, country) for country in strongest)
    return -score_cents(state, name), -in_strongest, -player.money, player.order


def ranked_names(state: State) -> list[str]:
    return sorted(state.player_info, key=lambda name: standing(state, name))


def ranking(state: State) -> list[Json]:
    """Returns the players, best first, with their values in dollars."""
    ranked = []
    for name in ranked_names(state):
        player = state.player_info[name]
        cash_value = sum(bond.stock for bond in player.stock) * BOND_VALUE_CENTS + player.money
        score = to_dollars(score_cents(state, name))
        ranked.append({"player": name, "score": score, "cash_value": to_dollars(cash_value)})
    return ranked


def is_over(state: State) -> bool:
    return state.mode == "game-over"


def result(state: State) -> Json | None:
    if not is_over(state):
        return None
    standings = ranking(state)
    return {"winner": standings[0]["player"], "ranking": standings}
