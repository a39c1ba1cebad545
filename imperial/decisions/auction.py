"""Decisions of the auction: a sealed bid, and the bond offered for it (rules 3.1 and 3.2)."""

from imperial.decisions.draft import Draft
from imperial.rules.auction import offer
from imperial.rules.board import Setup
from imperial.rules.money import to_dollars
from imperial.rules.state import CENTS, State
from tabletop.rules import Json


def bid_decision(state: State, player: str, _draft: Draft, *, setup: Setup) -> Json:
    """Leaves out who has bid: updates must not disturb a player who is typing."""
    countries = list(setup.countries)
    money = state.player_info[player].money
    for_sale = state.country_info[state.country_up].avail_stock
    return {
        "screen": "bid",
        "country": state.country_up,
        "number": countries.index(state.country_up) + 1,
        "of": len(countries),
        "after": len(countries) - countries.index(state.country_up) - 1,
        "money": to_dollars(money),
        "bonds": [
            {
                "stock": stock,
                "price": setup.stock_costs[stock],
                "forSale": stock in for_sale,
                "reachable": stock in for_sale and setup.stock_costs[stock] * CENTS <= money,
            }
            for stock in range(1, len(setup.stock_costs))
        ],
    }


def offer_decision(state: State, player: str, _draft: Draft, *, setup: Setup) -> Json:
    bid = state.player_info[player].bid or 0
    treasury, stock = state.country_info[state.country_up].money, offer(state, player, setup=setup)
    return {
        "screen": "offer",
        "country": state.country_up,
        "stock": stock,
        "bid": to_dollars(bid),
        "money": to_dollars(state.player_info[player].money),
        "moneyAfter": to_dollars(state.player_info[player].money - bid),
        "treasury": to_dollars(treasury),
        "treasuryAfter": to_dollars(treasury + bid),
        "listPrice": setup.stock_costs[stock],
    }
