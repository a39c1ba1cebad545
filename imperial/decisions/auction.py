"""Sealed bids, and taking what a bid reaches (rules 3.1 and 3.2)."""

from imperial.rules.board import Setup
from imperial.rules.money import to_dollars
from imperial.rules.state import CENTS, State
from tabletop.rules import Json


def bid_decision(state: State, player: str, *, setup: Setup) -> Json:
    """Without a word about the others' envelopes: whoever is typing must not be disturbed by them."""
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


def offer_decision(state: State, player: str, *, setup: Setup) -> Json:
    bid = state.player_info[player].bid or 0
    treasury = state.country_info[state.country_up].money
    affordable = [
        stock for stock in state.country_info[state.country_up].avail_stock if setup.stock_costs[stock] * CENTS <= bid
    ]
    return {
        "screen": "offer",
        "country": state.country_up,
        "stock": max(affordable),
        "bid": to_dollars(bid),
        "money": to_dollars(state.player_info[player].money),
        "moneyAfter": to_dollars(state.player_info[player].money - bid),
        "treasury": to_dollars(treasury),
        "treasuryAfter": to_dollars(treasury + bid),
        "listPrice": setup.stock_costs[max(affordable)],
    }
