"""The turn passes to the next country (rules 2.2)."""

from msgspec.structs import replace

from imperial.rules.board import Setup, first_country, next_country
from imperial.rules.state import State, with_turns


def advance(state: State, *, setup: Setup) -> State:
    """Asks the leader of the next country with a stockholder for a proposal."""
    if not anybody_owns_a_bond(state):
        return restart_auction(state, setup=setup)
    country, number = state.country_up, state.round
    while True:
        following = next_country(setup, country)
        if following is None:
            number += 1
        country = following or first_country(setup)
        leadership = state.country_info[country].leadership
        if leadership:
            break
    return with_turns(replace(state, mode="proposal", country_up=country, round=number), leadership[0])


def anybody_owns_a_bond(state: State) -> bool:
    return any(country.leadership for country in state.country_info.values())


def restart_auction(state: State, *, setup: Setup) -> State:
    """Rules Q1: without a single stockholder no country can be led, so the auction starts again."""
    return with_turns(replace(state, mode="bid", country_up=first_country(setup)), *state.player_info)
