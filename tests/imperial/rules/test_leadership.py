"""Stock, leadership and government (rules 6)."""

from msgspec.structs import replace

from imperial.rules.state import Bond, State
from imperial.rules.stock import with_bond
from tests.imperial.rules.positions import position

EMPTY = {"Italy": {"Cleo": [1]}}


def bought(state: State, *purchases: tuple[str, int]) -> State:
    for player, stock in purchases:
        state = with_bond(state, player, bond=Bond(country="Austria", stock=stock), pays=0)
    return state


def government(*purchases: tuple[str, int]) -> tuple[tuple[str, ...], str]:
    austria = bought(position(bonds=EMPTY), *purchases).country_info["Austria"]
    return austria.leadership, austria.gov


def test_the_first_buyer_leads_alone() -> None:
    assert government(("Ben", 2)) == (("Ben",), "dictatorship")


def test_the_leadership_goes_by_the_sum_of_denominations() -> None:
    assert government(("Ann", 2), ("Ben", 5), ("Cleo", 4))[0] == ("Ben", "Cleo", "Ann")
    assert government(("Ann", 2), ("Ben", 5), ("Ann", 4))[0] == ("Ann", "Ben")


def test_nobody_is_overtaken_by_a_tie() -> None:
    assert government(("Ann", 5), ("Ben", 2), ("Ben", 3))[0] == ("Ann", "Ben")
    assert government(("Ann", 5), ("Ben", 6), ("Ann", 1))[0] == ("Ben", "Ann")


def test_a_newcomer_ranks_behind_equals() -> None:
    assert government(("Ann", 5), ("Ben", 3), ("Cleo", 1), ("Cleo", 2))[0] == ("Ann", "Ben", "Cleo")
    assert government(("Ann", 1), ("Ann", 2), ("Ben", 3))[0] == ("Ann", "Ben")


def test_half_of_the_stock_makes_a_dictator() -> None:
    assert government(("Ann", 5), ("Ben", 2), ("Cleo", 3))[1] == "dictatorship"
    assert government(("Ann", 5), ("Ben", 2), ("Cleo", 4))[1] == "democracy"


def test_two_stockholders_always_make_a_dictatorship() -> None:
    assert government(("Ann", 5), ("Ben", 4))[1] == "dictatorship"


def test_a_democracy_can_become_a_dictatorship_again() -> None:
    assert government(("Ann", 5), ("Ben", 2), ("Cleo", 4), ("Ann", 1))[1] == "dictatorship"


def test_stock_is_kept_by_country_then_denomination() -> None:
    state = position(bonds={"Italy": {"Ann": [1, 6]}})
    stock = bought(state, ("Ann", 7), ("Ann", 2)).player_info["Ann"].stock
    assert [(bond.country, bond.stock) for bond in stock] == [
        ("Austria", 2),
        ("Austria", 7),
        ("Italy", 1),
        ("Italy", 6),
    ]


def test_a_returned_bond_is_for_sale_again_in_numeric_order() -> None:
    state = position(bonds={"Austria": {"Ann": [2], "Ben": [5]}})
    austria = replace(state.country_info["Austria"], avail_stock=(1, 3, 10))
    state = replace(state, country_info={**state.country_info, "Austria": austria})
    after = with_bond(state, "Ann", bond=Bond(country="Austria", stock=10), returned=2, pays=700)
    assert after.country_info["Austria"].avail_stock == (1, 2, 3)
    assert after.player_info["Ann"].stock == (Bond(country="Austria", stock=10),)
    assert after.country_info["Austria"].leadership == ("Ann", "Ben")


def test_exactly_one_of_two_equal_entries_is_returned() -> None:
    state = position(bonds={"Austria": {"Ann": [2, 2]}})
    after = with_bond(state, "Ann", bond=Bond(country="Austria", stock=5), returned=2, pays=0)
    assert [bond.stock for bond in after.player_info["Ann"].stock] == [2, 5]
