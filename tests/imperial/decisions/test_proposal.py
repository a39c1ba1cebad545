"""Choosing an action: what each sector costs, and what it would do, before anything happens."""

from imperial import rules
from imperial.decisions import Draft, build_decision
from imperial.decisions.decision import Waiting
from imperial.decisions.proposal import Bill, ImportDetails, ProposalDecision, proposed_action
from imperial.decisions.voting import Taxes
from imperial.rules.state import State
from tests.imperial.rules.positions import NOW, STANDARD, do, position


def decision_of(state: State, **chosen: object) -> ProposalDecision:
    return proposing(state, Draft(turn_id=state.turn_id, **chosen))  # type: ignore[arg-type]


def proposing(state: State, draft: Draft) -> ProposalDecision:
    decision = build_decision(state, "Ann", draft, setup=STANDARD)
    assert isinstance(decision, ProposalDecision)
    return decision


def test_sectors_say_how_far_they_are_and_what_they_cost() -> None:
    state = position(countries={"Austria": {"wheel_spot": "Factory"}})
    spots = {spot.spot: spot for spot in decision_of(state).spots}
    assert (spots["R-Produce"].steps, spots["R-Produce"].cost) == (1, 0)
    assert (spots["Import"].steps, spots["Import"].cost, spots["Import"].investor) == (4, 2, True)
    assert not spots["Taxation"].legal
    assert not spots["Factory"].legal


def test_a_sector_the_player_cannot_pay_is_shown_but_not_lit() -> None:
    state = position(money=1, countries={"Austria": {"wheel_spot": "Factory"}})
    spots = {spot.spot: spot for spot in decision_of(state).spots}
    assert spots["Import"].too_dear
    assert not spots["Import"].legal


def test_a_draft_of_another_turn_counts_for_nothing() -> None:
    state = position()
    stale = Draft(turn_id=state.turn_id + 1, spot="Taxation")
    assert proposing(state, stale).chosen is None


def test_taxes_are_shown_exactly_as_they_will_be_collected() -> None:
    state = position(countries={"Austria": {"money": 4, "points": 9, "tax_chips": ("Romania", "Bulgaria", "Greece")}})
    details = decision_of(state, spot="Taxation").details
    after = do(state, "Ann", "propose", wheel_spot="Taxation")
    assert isinstance(details, Taxes)
    assert details.points_after == after.country_info["Austria"].points
    assert details.treasury_after * 100 == after.country_info["Austria"].money


def test_all_that_can_be_made_is_chosen_until_the_player_says_otherwise() -> None:
    state = position()
    every = proposed_action(state, Draft(spot="L-Produce"), setup=STANDARD)
    none = proposed_action(state, Draft(spot="L-Produce", produce=()), setup=STANDARD)
    assert every is not None
    assert every.army_produce == ("Vienna", "Budapest")
    assert none is not None
    assert none.army_produce == ()


def test_what_the_treasury_lacks_for_imports_the_player_pays() -> None:
    state = position(countries={"Austria": {"money": 1.6}})
    details = decision_of(state, spot="Import", imports=(("army", "Vienna"), ("army", "Prague"), ("fleet", "Trieste")))[
        "details"
    ]
    assert isinstance(details, ImportDetails)
    assert details.bill == Bill(price=3, treasury=1, you=2)
    assert details.left == 0


def test_every_draft_that_looks_complete_is_accepted_by_the_rules() -> None:
    state = position(countries={"Austria": {"money": 9}})
    drafts = (
        Draft(spot="Factory", factory="Prague"),
        Draft(spot="L-Produce"),
        Draft(spot="Import", imports=(("army", "Vienna"), ("fleet", "Trieste"))),
        Draft(spot="Taxation"),
        Draft(spot="Investor"),
        Draft(spot="R-Maneuver"),
    )
    for draft in drafts:
        action = proposed_action(state, draft, setup=STANDARD)
        after, _events = rules.apply(state, "Ann", action, setup=STANDARD, shuffle=list, now=NOW)
        assert after != state


def test_who_does_not_have_to_act_is_told_who_has_to() -> None:
    state = position()
    waiting = build_decision(state, "Ben", Draft(), setup=STANDARD)
    assert isinstance(waiting, Waiting)
    assert waiting.awaited == ("Ann",)
