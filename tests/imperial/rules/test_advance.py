"""The next country (rules 2.2)."""

from imperial.rules.advance import advance
from tests.imperial.rules.positions import STANDARD, acting, do, position

ALL = {name: {"Ann": [5]} for name in STANDARD.countries}


def test_the_next_country_is_up_and_its_leader_proposes() -> None:
    state = advance(position(bonds={**ALL, "Italy": {"Ben": [5]}}), setup=STANDARD)
    assert (state.mode, state.country_up, state.round) == ("proposal", "Italy", 2)
    assert acting(state) == ("Ben",)


def test_leaving_the_last_country_begins_a_new_round() -> None:
    state = advance(position(bonds=ALL, country="Russia"), setup=STANDARD)
    assert (state.country_up, state.round) == ("Austria", 3)


def test_countries_nobody_owns_are_skipped() -> None:
    state = advance(position(bonds={"Austria": {"Ann": [1]}, "Germany": {"Cleo": [1]}}), setup=STANDARD)
    assert (state.country_up, acting(state), state.round) == ("Germany", ("Cleo",), 2)
    state = advance(state, setup=STANDARD)
    assert (state.country_up, acting(state), state.round) == ("Austria", ("Ann",), 3)


def test_the_only_country_with_an_owner_is_up_again_and_the_round_counts() -> None:
    state = advance(position(bonds={"France": {"Ann": [1]}}, country="France"), setup=STANDARD)
    assert (state.country_up, state.round) == ("France", 3)


def test_after_an_action_without_the_investor_the_next_country_is_up() -> None:
    assert do(position(bonds=ALL), "Ann", "propose", wheel_spot="Taxation").country_up == "Italy"


def test_where_nobody_owns_anything_the_auction_begins_again_instead_of_a_search_without_end() -> None:
    state = do(position(bonds={"Italy": {}}, mode="buy", to_act=("Ann",)), "Ann", "punt")
    assert (state.mode, state.country_up) == ("bid", "Austria")
    assert acting(state) == ("Ann", "Ben", "Cleo")
