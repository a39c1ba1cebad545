"""The investor round: which bonds are lit, and what a purchase would do."""

from imperial.decisions import Draft, build_decision
from imperial.decisions.market import Cell, MarketDecision, purchase_of
from imperial.rules.state import State
from tests.imperial.rules.positions import STANDARD, do, position

BONDS = {"France": {"Ben": [6], "Ann": [2], "Cleo": [3]}, "Austria": {"Ann": [5]}}


def market(state: State, **chosen: object) -> MarketDecision:
    draft = Draft(turn_id=state.turn_id, **chosen)  # type: ignore[arg-type]
    decision = build_decision(state, "Ann", draft, setup=STANDARD)
    assert isinstance(decision, MarketDecision)
    return decision


def buying(money: float = 9) -> State:
    return position(bonds=BONDS, money=money, mode="buy", to_act=("Ann",))


def cell(state: State, country: str, stock: int) -> Cell:
    rows = {row.country: row for row in market(state).rows}
    return next(cell for cell in rows[country].cells if cell.stock == stock)


def test_a_bond_within_reach_is_lit_and_one_that_is_too_dear_is_not() -> None:
    assert cell(buying(), "Italy", 4).buyable
    assert not cell(buying(), "Italy", 5).buyable


def test_a_bond_that_can_be_paid_only_by_giving_one_back_is_an_upgrade() -> None:
    state = buying()
    assert cell(state, "France", 5).upgrade_only
    assert purchase_of(state, "Ann", Draft(bond=("France", 5)), setup=STANDARD).return_stock == 2  # type: ignore[union-attr]


def test_a_bond_somebody_holds_shows_its_holder() -> None:
    assert cell(buying(), "France", 6).holder == "Ben"


def test_the_preview_is_what_the_purchase_does() -> None:
    state = buying()
    purchase = market(state, bond=("France", 5), give_back=2).purchase
    assert purchase is not None
    after = do(state, "Ann", "buy", country="France", stock=5, return_stock=2)
    assert purchase.cash_after * 100 == after.player_info["Ann"].money
    assert purchase.treasury_after * 100 == after.country_info["France"].money
    assert purchase.leader == after.country_info["France"].leadership[0]
    assert purchase.government == after.country_info["France"].gov == "democracy"
    assert purchase.government_before == "dictatorship"


def test_a_closed_country_cannot_be_bought_into() -> None:
    state = position(bonds=BONDS, countries={"Italy": {"off_limits": True}}, mode="buy", to_act=("Ann",))
    assert not cell(state, "Italy", 1).buyable
    assert market(state, bond=("Italy", 1)).purchase is None
