"""Offers to the bidders, and the end of the auction (rules 3.2, Q1, Q2)."""

from msgspec.structs import replace

from imperial import rules
from imperial.rules.state import Bond, State
from tests.imperial.rules.positions import NOW, STANDARD, acting, applied, do, dollars, new_lines, refused


def bidding(*bids: float, country: str = "Austria", unsold: tuple[int, ...] | None = None, **money: float) -> State:
    """Ann, Ben, ... have bid so much on the country, and the round is closed."""
    bidders = ("Ann", "Ben", "Cleo", "Dan")[: len(bids)]
    state = rules.new_game(bidders, STANDARD, shuffle=list, now=NOW)
    players = {
        player: replace(info, money=round(money.get(player, info.money / 100) * 100))
        for player, info in state.player_info.items()
    }
    land = state.country_info[country]
    countries = {**state.country_info, country: replace(land, avail_stock=unsold or land.avail_stock)}
    state = replace(state, country_up=country, player_info=players, country_info=countries)
    for player, amount in zip(bidders, bids, strict=True):
        state = do(state, player, "bid", amount=amount)
    return state


def offered(state: State) -> object:
    return applied(state, acting(state)[0], "bid_buy", accept=False)[1][0]["stock"]


def test_the_offer_is_the_largest_bond_the_bid_reaches() -> None:
    assert offered(bidding(9, 0)) == 4
    assert offered(bidding(11.99, 0)) == 4
    assert offered(bidding(12, 0)) == 5
    assert offered(bidding(30, 0)) == 8


def test_a_sold_bond_is_not_offered_again() -> None:
    assert offered(bidding(12, 0, unsold=(1, 2, 3, 6, 7, 8))) == 3


def test_a_buyer_pays_the_whole_bid_into_the_treasury() -> None:
    state = do(bidding(11.5, 0), "Ann", "bid_buy", accept=True)
    assert dollars(state, "Ann") == 30.5 - 11.5
    assert dollars(state, "Austria") == 11.5
    assert state.player_info["Ann"].stock == (Bond(country="Austria", stock=4),)
    assert state.country_info["Austria"].avail_stock == (1, 2, 3, 5, 6, 7, 8)
    assert state.country_info["Austria"].leadership == ("Ann",)


def test_who_declines_keeps_the_money() -> None:
    state = do(bidding(11.5, 9), "Ann", "bid_buy", accept=False)
    assert dollars(state, "Ann") == 30.5
    assert state.country_info["Austria"].leadership == ()
    assert acting(state) == ("Ben",)


def test_both_answers_use_up_the_bid() -> None:
    for accept in (True, False):
        state = do(bidding(11.5, 9), "Ann", "bid_buy", accept=accept)
        assert state.player_info["Ann"].bid is None
        assert state.bid_buy_order == ("Ben",)
        assert not state.same_turn
        assert state.undo == "Ann"


def test_only_the_first_in_the_order_answers() -> None:
    assert refused(bidding(11.5, 9), "Ben", "bid_buy", accept=True) == "not_your_turn"


def test_the_second_bidder_is_offered_what_is_left() -> None:
    state = do(bidding(9, 9), "Ann", "bid_buy", accept=True)
    assert offered(state) == 3


def test_a_bid_below_the_smallest_price_is_never_served() -> None:
    state = bidding(9, 1.99)
    state = do(state, "Ann", "bid_buy", accept=True)
    assert (state.mode, state.country_up) == ("bid", "Italy")
    assert state.player_info["Ben"].bid is None
    assert state.bid_buy_order == ()


def test_where_nobody_can_be_served_the_next_country_is_up_at_once() -> None:
    state = bidding(1, 0)
    assert (state.mode, state.country_up) == ("bid", "Italy")
    assert state.undo is None, "the bid was the closing one all the same"


def test_the_answers_are_in_the_log() -> None:
    before = bidding(9, 9)
    state = do(do(before, "Ann", "bid_buy", accept=True), "Ben", "bid_buy", accept=False)
    assert new_lines(before, state) == ["Ann buys the 4 bond of Austria.", "Ben declines the 3 bond of Austria."]


def test_after_the_last_country_seats_go_by_money_and_the_richest_has_the_card() -> None:
    before = bidding(4, 2, 0, country="Russia", Ann=9, Ben=3, Cleo=8)
    state = do(do(before, "Ann", "bid_buy", accept=True), "Ben", "bid_buy", accept=False)
    assert {player: info.order for player, info in state.player_info.items()} == {"Cleo": 1, "Ann": 2, "Ben": 3}
    assert [player for player, info in state.player_info.items() if info.investor] == ["Cleo"]
    assert not any(player.swiss for player in state.player_info.values())
    assert state.swiss_set == ()
    assert state.history[-1] == "The auction is over. Seats: Cleo, Ann, Ben. Cleo has the investor card."


def test_equal_money_is_put_in_order_by_lot() -> None:
    before = bidding(4, 0, 0, country="Russia")
    after = applied(before, "Ann", "bid_buy", accept=True, shuffle=lambda items: list(reversed(items)))[0]
    assert [after.player_info[name].order for name in ("Ann", "Ben", "Cleo")] == [3, 2, 1]


def test_the_first_main_cycle_is_round_two() -> None:
    state = bidding(4, 0, country="Austria")
    state = do(state, "Ann", "bid_buy", accept=True)
    for _country in ("Italy", "France", "England", "Germany", "Russia"):
        state = do(do(state, "Ann", "bid", amount=0), "Ben", "bid", amount=0)
    assert (state.mode, state.country_up, state.round) == ("proposal", "Austria", 2)
    assert acting(state) == ("Ann",)


def test_when_everybody_is_broke_the_auction_ends_early() -> None:
    state = bidding(5, 5, country="Italy", Ann=6, Ben=6)
    state = do(do(state, "Ann", "bid_buy", accept=True), "Ben", "bid_buy", accept=True)
    assert (state.mode, state.country_up, state.round) == ("proposal", "Italy", 2)
    assert acting(state) == ("Ann",)
    assert state.player_info["Ann"].investor


def test_who_has_exactly_the_smallest_price_bids_on() -> None:
    state = do(do(bidding(4, 4, Ann=6, Ben=5.99), "Ann", "bid_buy", accept=True), "Ben", "bid_buy", accept=True)
    assert (state.mode, state.country_up) == ("bid", "Italy")
    assert acting(state) == ("Ann",)


def test_if_nobody_bought_anything_the_auction_starts_again() -> None:
    before = bidding(9, 0, 0, country="Russia", Ann=30, Ben=1)
    state = do(before, "Ann", "bid_buy", accept=False)
    assert (state.mode, state.country_up, state.round) == ("bid", "Austria", 1)
    assert acting(state) == ("Ann", "Ben", "Cleo"), "everybody bids again"
    assert {player.order for player in state.player_info.values()} == {0}
    assert not any(player.investor for player in state.player_info.values())
    assert dollars(state, "Ann") == 30
    assert state.history[-1] == "Nobody owns a bond. The auction starts again with Austria."
