"""The Investor action: interest for the stockholders (rules 4.5)."""

from msgspec.structs import replace

from imperial.rules.money import to_dollars
from imperial.rules.state import CENTS, Proposal, State, with_country
from imperial.rules.stock import holdings
from tabletop.rules import Json


def payouts(state: State, country: str, proposer: str) -> dict[str, int]:
    """Returns cents per stockholder; negative for a proposer who adds more than their own interest."""
    interest = {name: stock * CENTS for name, stock in holdings(state, country).items()}
    shortfall = max(0, sum(interest.values()) - state.country_info[country].money)
    if shortfall:
        interest[proposer] = interest.get(proposer, 0) - shortfall
    return interest


def pay_interest(state: State, proposal: Proposal) -> State:
    paid = payouts(state, state.country_up, proposal.name)
    country = state.country_info[state.country_up]
    players = {
        name: replace(player, money=player.money + paid[name]) if paid.get(name) else player
        for name, player in state.player_info.items()
    }
    # With a shortfall the payouts add up to exactly the content of the treasury.
    emptied = replace(country, money=country.money - sum(paid.values()))
    return replace(with_country(state, state.country_up, emptied), player_info=players)


def investor_preview(state: State, country: str, proposer: str) -> Json:
    """Returns the payouts in dollars, for pages and programs."""
    return {name: to_dollars(cents) for name, cents in payouts(state, country, proposer).items()}
