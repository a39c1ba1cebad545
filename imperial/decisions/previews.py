"""Previews of interest and taxes, computed by the rules (rules 4.5 and 4.6)."""

from imperial.rules.investor import payouts
from imperial.rules.money import to_dollars
from imperial.rules.occupation import operational_factories
from imperial.rules.state import State
from imperial.rules.taxation import MOST_POINTS, assess
from tabletop.rules import Json


def interest(state: State, player: str) -> Json:
    paid = payouts(state, state.country_up, player)
    treasury = state.country_info[state.country_up].money
    return {
        "kind": "interest",
        "payouts": [{"name": name, "dollars": to_dollars(cents)} for name, cents in paid.items()],
        "treasury": to_dollars(treasury),
        "treasuryAfter": to_dollars(treasury - sum(paid.values())),
    }


def taxes(state: State) -> Json:
    country, tax = state.country_info[state.country_up], assess(state, state.country_up)
    after = min(country.points + tax.points, MOST_POINTS)
    return {
        "kind": "taxes",
        "points": country.points,
        "pointsAfter": after,
        "ends": after == MOST_POINTS,
        "revenue": tax.revenue,
        "upkeep": len(country.fleets) + len(country.armies),
        "pool": tax.pool,
        "treasury": to_dollars(country.money),
        "treasuryAfter": to_dollars(country.money + tax.treasury_change_cents),
        "payouts": [{"name": name, "dollars": dollars} for name, dollars in tax.split.items() if dollars],
        "works": list(operational_factories(state, state.country_up)),
        "chips": list(country.tax_chips),
    }
