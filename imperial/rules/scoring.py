"""Scores and ranking (rules 9)."""

from imperial.rules.money import to_dollars
from imperial.rules.state import CENTS, State
from imperial.rules.stock import stock_of
from tabletop.rules import Json

POINTS_PER_MULTIPLE = 5
BOND_VALUE_CENTS = 2 * CENTS


def score_cents(state: State, player: str) -> int:
    """Counts the score in cents: a point is worth a dollar."""
    holder = state.player_info[player]
    bonds = sum(state.country_info[bond.country].points // POINTS_PER_MULTIPLE * bond.stock for bond in holder.stock)
    return (bonds + holder.score_modifier) * CENTS + holder.money


def standing(state: State, player: str) -> tuple[int, int, int, int]:
    """Returns the sort key of a player: score, shares in the strongest countries, cash, seat. Lower ranks first."""
    most = max(country.points for country in state.country_info.values())
    strongest = [country for country, info in state.country_info.items() if info.points == most]
    holder = state.player_info[player]
    in_strongest = sum(stock_of(holder, country) for country in strongest)
    return -score_cents(state, player), -in_strongest, -holder.money, holder.order


def ranked_players(state: State) -> list[str]:
    return sorted(state.player_info, key=lambda player: standing(state, player))


def ranking(state: State) -> list[Json]:
    """Returns the players, best first, with their values in dollars."""
    ranked = []
    for player in ranked_players(state):
        holder = state.player_info[player]
        cash_value = sum(bond.stock for bond in holder.stock) * BOND_VALUE_CENTS + holder.money
        score = to_dollars(score_cents(state, player))
        ranked.append({"player": player, "score": score, "cash_value": to_dollars(cash_value)})
    return ranked


def is_over(state: State) -> bool:
    return state.mode == "game-over"


def result(state: State) -> Json | None:
    if not is_over(state):
        return None
    standings = ranking(state)
    return {"winner": standings[0]["player"], "ranking": standings}
