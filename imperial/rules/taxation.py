"""Taxing a country (rules 4.6): its points, its treasury, and the tax bonus of its stockholders."""

import msgspec
from msgspec.structs import replace

from imperial.rules.board import Setup
from imperial.rules.money import to_dollars
from imperial.rules.occupation import operational_factories
from imperial.rules.state import CENTS, Proposal, State, with_country
from imperial.rules.stock import holdings
from tabletop.rules import Json

MOST_REVENUE = 15
FACTORY_REVENUE = 2
CHIP_REVENUE = 1
UNTAXED = 5
MOST_POINTS = 25


class Tax(msgspec.Struct, frozen=True, kw_only=True):
    """The result of rules 4.6: in dollars, except fields called cents."""

    revenue: int
    points: int
    treasury_change_cents: int
    """Net: upkeep and the players' pool taken off."""
    pool: int
    split: dict[str, int]
    """Dollars for each player of the leadership, in its order."""

    @property
    def last_tax(self) -> int:
        return min(self.points + UNTAXED, MOST_REVENUE)


def revenue_of(state: State, country: str) -> int:
    """Returns the revenue in dollars (rules 4.6 step 1)."""
    works, chips = operational_factories(state, country), state.country_info[country].tax_chips
    return min(CHIP_REVENUE * len(chips) + FACTORY_REVENUE * len(works), MOST_REVENUE)


def assess(state: State, country: str) -> Tax:
    """Returns what taxation would bring now."""
    info = state.country_info[country]
    revenue = revenue_of(state, country)
    upkeep = len(info.fleets) + len(info.armies)
    # Rules 4.6 step 3: units cost a dollar each, but the treasury never goes below zero.
    change = max((revenue - upkeep) * CENTS, -info.money)
    # Rules 4.6 step 4 and Q6: whole dollars; the rest stays in the treasury.
    pool = min(max(revenue - info.last_tax, 0), (info.money + change) // CENTS)
    return Tax(
        revenue=revenue,
        points=max(revenue - UNTAXED, 0),
        treasury_change_cents=change - pool * CENTS,
        pool=pool,
        split=split_pool(pool, holdings(state, country)),
    )


def split_pool(pool: int, shares: dict[str, int]) -> dict[str, int]:
    """Gives each dollar to the largest stock / (dollars so far + 1); ties go to the higher rank."""
    dollars = dict.fromkeys(shares, 0)
    for _dollar in range(pool if shares else 0):
        luckiest = max(shares, key=lambda player: shares[player] / (dollars[player] + 1))
        dollars[luckiest] += 1
    return dollars


def collect_taxes(state: State, _proposal: Proposal) -> State:
    country, tax = state.country_info[state.country_up], assess(state, state.country_up)
    taxed = replace(
        country,
        money=country.money + tax.treasury_change_cents,
        points=min(country.points + tax.points, MOST_POINTS),
        last_tax=tax.last_tax,
    )
    players = {
        player: replace(info, money=info.money + tax.split[player] * CENTS) if tax.split.get(player) else info
        for player, info in state.player_info.items()
    }
    return replace(with_country(state, state.country_up, taxed), player_info=players)


def tax_preview(state: State, country: str, *, setup: Setup) -> Json:
    """Returns the tax in dollars, for pages and programs."""
    tax = assess(state, country)
    return {
        "raw": tax.revenue,
        "vp": tax.points,
        "treasury_change": to_dollars(tax.treasury_change_cents),
        "pool": tax.pool,
        "split": tax.split,
    }
