"""Sealed bids (rules 3.1)."""

import pytest

from imperial import rules
from tests.imperial.rules.positions import NOW, STANDARD, acting, applied, do, new_lines, refused


@pytest.fixture
def start() -> rules.State:
    return rules.new_game(["Ann", "Ben", "Cleo"], STANDARD, shuffle=list, now=NOW)


def test_bids_are_simultaneous_and_given_once(start: rules.State) -> None:
    state = do(start, "Ben", "bid", amount=5)
    assert acting(state) == ("Ann", "Cleo")
    assert (state.mode, state.same_turn) == ("bid", True)
    assert refused(state, "Ben", "bid", amount=6) == "not_your_turn"


def test_a_bid_is_rounded_half_up_to_cents(start: rules.State) -> None:
    assert do(start, "Ann", "bid", amount=2.675).player_info["Ann"].bid == 268
    assert do(start, "Ann", "bid", amount=2.674).player_info["Ann"].bid == 267
    assert do(start, "Ann", "bid", amount=20.334).player_info["Ann"].bid == 2033


def test_a_bid_is_at_most_what_one_has(start: rules.State) -> None:
    assert do(start, "Ann", "bid", amount=20.33).player_info["Ann"].bid == 2033
    assert refused(start, "Ann", "bid", amount=20.34) == "illegal_bid"
    assert refused(start, "Ann", "bid", amount=-0.01) == "illegal_bid"
    assert refused(start, "Ann", "bid", amount=10**20) == "illegal_bid"
    assert refused(start, "Ann", "bid", amount=-(10**20)) == "illegal_bid"


@pytest.mark.parametrize("amount", [float("nan"), float("inf"), 1e300, "5", None, True, [5]], ids=repr)
def test_an_amount_is_a_number_of_dollars(start: rules.State, amount: object) -> None:
    assert refused(start, "Ann", "bid", amount=amount) == "invalid_request"


def test_a_bid_of_nothing_is_legal(start: rules.State) -> None:
    assert do(start, "Ann", "bid", amount=0).player_info["Ann"].bid == 0


def test_the_last_bid_opens_the_offers_highest_bid_first(start: rules.State) -> None:
    state = do(do(do(start, "Ann", "bid", amount=4), "Ben", "bid", amount=9), "Cleo", "bid", amount=6)
    assert (state.mode, state.same_turn) == ("buy-bid", False)
    assert state.bid_buy_order == ("Ben", "Cleo", "Ann")
    assert acting(state) == ("Ben",)


def test_equal_bids_are_put_in_order_by_lot(start: rules.State) -> None:
    two = do(do(start, "Ann", "bid", amount=4), "Ben", "bid", amount=4)
    last = {"type": "bid", "amount": 9}
    by_list, _events = rules.apply(two, "Cleo", last, setup=STANDARD, shuffle=list, now=NOW)
    by_reversal, _events = rules.apply(
        two, "Cleo", last, setup=STANDARD, shuffle=lambda xs: list(reversed(xs)), now=NOW
    )
    assert by_list.bid_buy_order == ("Cleo", "Ann", "Ben")
    assert by_reversal.bid_buy_order == ("Cleo", "Ben", "Ann")


def test_a_bid_is_told_without_its_amount(start: rules.State) -> None:
    state, events = applied(start, "Ann", "bid", amount=17)
    assert events == [{"type": "bid_placed", "player": "Ann", "country": "Austria", "line": "Ann has bid on Austria."}]
    assert "17" not in state.history[-1]


def test_the_last_bid_reveals_all_bids_in_order(start: rules.State) -> None:
    two = do(do(start, "Ann", "bid", amount=4.5), "Ben", "bid", amount=9)
    state, events = applied(two, "Cleo", "bid", amount=0)
    assert events[1]["bids"] == [["Ben", 9], ["Ann", 4.5], ["Cleo", 0]]
    assert new_lines(two, state) == ["Cleo has bid on Austria.", "The bids on Austria: Ben $9, Ann $4.50, Cleo $0."]


def test_a_bid_can_be_taken_back_until_the_last_one_closes_the_round(start: rules.State) -> None:
    state = do(start, "Ann", "bid", amount=4)
    assert state.undo == "Ann"
    state = do(state, "Ben", "bid", amount=4)
    assert state.undo == "Ben"
    assert do(state, "Cleo", "bid", amount=4).undo is None


def test_who_cannot_pay_the_smallest_bond_does_not_bid_on_later_countries(start: rules.State) -> None:
    state = do(do(do(start, "Ann", "bid", amount=20), "Ben", "bid", amount=0), "Cleo", "bid", amount=0)
    state = do(state, "Ann", "bid_buy", accept=True)
    assert (state.mode, state.country_up) == ("bid", "Italy")
    assert acting(state) == ("Ben", "Cleo")
    assert refused(state, "Ann", "bid", amount=0) == "not_your_turn"
    state = do(do(state, "Ben", "bid", amount=2), "Cleo", "bid", amount=3)
    assert state.bid_buy_order == ("Cleo", "Ben")
