"""Paying interest (rules 4.5)."""

from imperial import rules
from tests.imperial.rules.positions import do, dollars, new_lines, position, refused

SHARES = {"Austria": {"Ann": [5], "Ben": [1, 2]}, "Italy": {"Cleo": [4]}}


def test_everybody_gets_the_sum_of_their_denominations() -> None:
    state = position(bonds=SHARES, countries={"Austria": {"money": 9.5}})
    after = do(state, "Ann", "propose", wheel_spot="Investor")
    assert dollars(after, "Austria") == 1.5
    assert dollars(after, "Ann") == 15 + 2, "with the bonus for the investor card"
    assert dollars(after, "Ben") == 13
    assert dollars(after, "Cleo") == 10


def test_what_the_treasury_lacks_comes_off_the_proposer_s_interest() -> None:
    state = position(bonds=SHARES, countries={"Austria": {"money": 6.25}})
    assert rules.investor_preview(state, "Austria", "Ann") == {"Ann": 3.25, "Ben": 3}
    after = do(state, "Ann", "propose", wheel_spot="Investor")
    assert dollars(after, "Austria") == 0
    assert dollars(after, "Ann") == 10 + 3.25 + 2
    assert dollars(after, "Ben") == 13


def test_the_proposer_may_have_to_pay_cash_in() -> None:
    state = position(bonds=SHARES, countries={"Austria": {"money": 1}})
    assert rules.investor_preview(state, "Austria", "Ann") == {"Ann": -2, "Ben": 3}
    after = do(state, "Ann", "propose", wheel_spot="Investor")
    assert dollars(after, "Ann") == 8 + 2
    assert new_lines(state, after) == ["Austria: Ann chooses Investor: Ann pays $2, Ben gets $3."]


def test_who_cannot_pay_cash_in_cannot_propose_it() -> None:
    poor = position(bonds=SHARES, countries={"Austria": {"money": 1}}, money={"Ann": 1.99})
    assert refused(poor, "Ann", "propose", wheel_spot="Investor") == "cannot_afford"
    assert rules.Propose(wheel_spot="Investor") not in rules.legal_actions(poor, "Ann", setup=rules.load_setup())
    just = position(bonds=SHARES, countries={"Austria": {"money": 1}}, money={"Ann": 2})
    assert dollars(do(just, "Ann", "propose", wheel_spot="Investor"), "Ann") == 2, "the bonus comes afterwards"


def test_the_bonus_for_the_card_does_not_help_to_pay() -> None:
    poor = position(bonds=SHARES, countries={"Austria": {"money": 0, "wheel_spot": "Factory"}}, money={"Ann": 2.99})
    assert refused(poor, "Ann", "propose", wheel_spot="Investor") == "cannot_afford"


def test_landing_on_the_investor_starts_the_buy_round() -> None:
    state = position(bonds=SHARES, countries={"Austria": {"money": 9}})
    assert do(state, "Ann", "propose", wheel_spot="Investor").mode == "buy"


def test_the_preview_of_a_country_without_owners_is_empty() -> None:
    assert rules.investor_preview(position(bonds=SHARES), "Russia", "Ann") == {}
