"""Buying bonds in an investor round (rules 3.8, 7)."""

from typing import Any

import pytest
from msgspec.structs import replace

from imperial import rules
from imperial.rules.investor import permanent_swiss
from imperial.rules.state import Bond, State
from tests.imperial.rules.positions import STANDARD, acting, do, dollars, new_lines, position, refused

SIX = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")
BONDS = {"Austria": {"Ann": [5], "Ben": [2]}, "Italy": {"Ben": [4]}, "France": {"Cleo": [3]}}


def buying(
    *, card: str = "Ann", swiss: tuple[str, ...] = (), players: tuple[str, ...] = SIX[:3], **fields: Any
) -> State:
    """The card holder is to buy."""
    state = position(bonds=fields.pop("bonds", BONDS), players=players, mode="buy", to_act=(card,), **fields)
    seated = {
        player: replace(info, investor=player == card, swiss=player in swiss)
        for player, info in state.player_info.items()
    }
    return replace(state, player_info=seated)


def test_a_buyer_pays_the_list_price_into_the_treasury() -> None:
    state = do(buying(), "Ann", "buy", country="Italy", stock=3)
    assert (dollars(state, "Ann"), dollars(state, "Italy")) == (4, 6)
    assert Bond(country="Italy", stock=3) in state.player_info["Ann"].stock
    assert state.country_info["Italy"].avail_stock == (1, 2, 5, 6, 7, 8)
    assert state.country_info["Italy"].leadership == ("Ben", "Ann")


def test_a_bond_can_be_exchanged_for_a_larger_one_and_is_refunded_from_the_treasury() -> None:
    state = buying(countries={"Austria": {"money": 1}})
    state = do(state, "Ann", "buy", country="Austria", stock=7, return_stock=5)
    assert (dollars(state, "Ann"), dollars(state, "Austria")) == (2, 9)
    assert [bond.stock for bond in state.player_info["Ann"].stock] == [7]
    assert state.country_info["Austria"].avail_stock == (1, 3, 4, 5, 6, 8)


def test_the_refund_counts_when_money_is_short() -> None:
    state = buying(money={"Ann": 4, "Ben": 0, "Cleo": 0})
    assert refused(state, "Ann", "buy", country="Austria", stock=6) == "cannot_afford"
    assert dollars(do(state, "Ann", "buy", country="Austria", stock=6, return_stock=5), "Ann") == 0
    assert refused(state, "Ann", "buy", country="Austria", stock=7, return_stock=5) == "cannot_afford"


@pytest.mark.parametrize("nothing", [{}, {"return_stock": None}, {"return_stock": 0}], ids=["absent", "null", "zero"])
def test_absent_null_and_zero_return_nothing(nothing: dict[str, Any]) -> None:
    state = do(buying(), "Ann", "buy", country="Austria", stock=1, **nothing)
    assert [bond.stock for bond in state.player_info["Ann"].stock] == [1, 5]
    assert state.history[-1] == "Ann buys the 1 bond of Austria."


def test_the_log_names_the_returned_bond_if_there_is_one() -> None:
    before = buying()
    after = do(before, "Ann", "buy", country="Austria", stock=6, return_stock=5)
    assert new_lines(before, after) == ["Ann buys the 6 bond of Austria, returning the 5 bond."]


@pytest.mark.parametrize(
    ("country", "stock", "returned", "line"),
    [
        ("Italy", 5, 0, "Ann buys the 5 bond of Italy and takes the lead from Ben."),
        ("Italy", 3, 1, "Ann buys the 3 bond of Italy, returning the 1 bond."),
        ("Italy", 5, 1, "Ann buys the 5 bond of Italy, returning the 1 bond, and takes the lead from Ben."),
        ("Russia", 2, 0, "Ann buys the 2 bond of Russia and leads it from now on."),
        ("Austria", 3, 0, "Ann buys the 3 bond of Austria."),
    ],
)
def test_the_log_says_who_has_lost_the_lead_to_the_buyer(country: str, stock: int, returned: int, line: str) -> None:
    bonds = BONDS | {"Italy": {"Ben": [4], "Ann": [1]}} if returned else BONDS
    before = buying(bonds=bonds, money=30)
    after = do(before, "Ann", "buy", country=country, stock=stock, return_stock=returned)
    assert new_lines(before, after) == [line]


def test_the_facts_of_a_purchase_are_those_that_games_stored_earlier_have() -> None:
    action = rules.Buy(country="Italy", stock=5)
    _after, events = rules.apply(buying(money=30), "Ann", action, setup=STANDARD, shuffle=list, now=0.0)
    assert events[0].to_json() == {
        "type": "bond_bought",
        "player": "Ann",
        "country": "Italy",
        "stock": 5,
        "returned": None,
        "line": "Ann buys the 5 bond of Italy and takes the lead from Ben.",
    }


def test_only_bonds_that_are_for_sale_can_be_bought() -> None:
    for country, stock in (("Italy", 4), ("Italy", 9), ("Italy", 0), ("Italy", -1), ("Atlantis", 1)):
        assert refused(buying(), "Ann", "buy", country=country, stock=stock) == "unavailable_stock"


def test_a_return_must_be_owned_smaller_and_of_the_same_country() -> None:
    state = buying(money=30)
    assert refused(state, "Ann", "buy", country="Austria", stock=6, return_stock=2) == "bad_return"
    assert refused(state, "Ann", "buy", country="Austria", stock=4, return_stock=5) == "bad_return"
    assert refused(state, "Ann", "buy", country="Italy", stock=6, return_stock=5) == "bad_return"
    assert refused(state, "Ann", "buy", country="Austria", stock=6, return_stock=-1) == "bad_return"


def test_a_country_is_bought_into_once_in_a_round() -> None:
    state = do(buying(swiss=("Cleo",)), "Ann", "buy", country="Italy", stock=1)
    assert state.country_info["Italy"].off_limits
    menu = rules.legal_actions(state, "Cleo", setup=STANDARD)
    for_sale = {action.country for action in menu if isinstance(action, rules.Buy)}
    assert "France" in for_sale
    assert "Italy" not in for_sale
    assert refused(state, "Cleo", "buy", country="Italy", stock=2) == "off_limits"
    state = do(state, "Cleo", "buy", country="France", stock=1)
    assert not state.country_info["Italy"].off_limits, "the round is over"


def test_punting_is_always_possible_and_takes_nothing() -> None:
    state = do(buying(money=0), "Ann", "punt")
    assert dollars(state, "Ann") == 0
    assert state.history[-1] == "Ann punts."


def test_who_punts_may_buy_in_the_rounds_to_come() -> None:
    state = do(buying(), "Ann", "punt")
    assert state.player_info["Ann"].swiss
    state = do(buying(card="Cleo", swiss=("Ann",)), "Cleo", "punt")
    assert acting(state) == ("Ann",)
    assert state.swiss_set == ("Cleo",)


def test_punting_again_renews_and_buying_loses_it() -> None:
    punted = do(do(buying(card="Cleo", swiss=("Ann",)), "Cleo", "punt"), "Ann", "punt")
    assert punted.player_info["Ann"].swiss
    bought = do(do(buying(card="Cleo", swiss=("Ann",)), "Cleo", "punt"), "Ann", "buy", country="Italy", stock=1)
    assert not bought.player_info["Ann"].swiss


def test_buying_removes_the_name_from_the_punters() -> None:
    state = replace(buying(swiss=("Cleo",)), swiss_set=("Ann",))
    assert do(state, "Ann", "buy", country="Italy", stock=1).swiss_set == ()
    state = replace(buying(swiss=("Cleo",)), swiss_set=("Ann",))
    assert do(state, "Ann", "punt").swiss_set == ("Ann",), "once, not twice"


def test_swiss_players_act_downwards_from_the_card_holder() -> None:
    """The example of the rules: card at seat 4, Swiss seats 2, 5, 6: buyers 4, 2, 6, 5; then the card goes to 5."""
    state = buying(card="Dan", swiss=("Ben", "Eve", "Fay"), players=SIX)
    order = []
    while state.mode == "buy":
        (buyer,) = acting(state)
        order.append(state.player_info[buyer].order)
        state = do(state, buyer, "punt")
    assert order == [4, 2, 6, 5]
    assert [player.order for player in state.player_info.values() if player.investor] == [5]


def test_a_card_holder_who_is_also_swiss_acts_once() -> None:
    state = do(buying(card="Ann", swiss=("Ann",)), "Ann", "punt")
    assert state.mode == "proposal"


def test_the_first_round_belongs_to_the_card_holder_alone() -> None:
    assert do(buying(), "Ann", "punt").mode == "proposal"


def test_the_card_moves_up_one_seat_whether_or_not_anyone_bought() -> None:
    assert do(buying(), "Ann", "punt").player_info["Ben"].investor
    wrapped = do(buying(card="Cleo"), "Cleo", "buy", country="Italy", stock=1)
    assert [player for player, info in wrapped.player_info.items() if info.investor] == ["Ann"]


def test_closing_the_round_goes_on_to_the_next_country() -> None:
    state = do(buying(), "Ann", "punt")
    assert (state.country_up, acting(state), state.swiss_set) == ("Italy", ("Ben",), None)
    assert (state.same_turn, state.undo) == (False, "Ann")


def test_who_neither_leads_nor_opposes_is_swiss_for_the_next_round() -> None:
    democracy = {"Austria": {"Ann": [4], "Ben": [3], "Cleo": [2]}}
    state = position(bonds=democracy)
    assert permanent_swiss(state) == ("Cleo",)
    dictatorship = {"Austria": {"Ann": [5], "Ben": [3], "Cleo": [2]}}
    assert permanent_swiss(position(bonds=dictatorship)) == ("Ben", "Cleo"), "ordinary stock does not matter"
    assert do(buying(bonds=democracy), "Ann", "punt").player_info["Cleo"].swiss


def test_only_the_buyer_acts() -> None:
    state = buying(swiss=("Cleo",))
    assert refused(state, "Cleo", "punt") == "not_your_turn"
    assert refused(state, "Ben", "buy", country="Italy", stock=1) == "not_your_turn"


def test_the_menu_lists_every_purchase_one_can_pay() -> None:
    state = buying(money={"Ann": 4, "Ben": 0, "Cleo": 0})
    menu = rules.legal_actions(state, "Ann", setup=STANDARD)
    assert rules.Punt() in menu
    assert rules.Buy(country="Austria", stock=6, return_stock=5) in menu
    assert rules.Buy(country="Italy", stock=2) in menu
    assert rules.Buy(country="Italy", stock=3) not in menu
    for action in menu:
        rules.apply(state, "Ann", action, setup=STANDARD, shuffle=list, now=0)
