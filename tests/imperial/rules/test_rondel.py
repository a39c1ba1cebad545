"""The wheel (rules 4.1)."""

import pytest

from imperial import rules
from imperial.rules.rondel import turns_from
from tests.imperial.rules.positions import STANDARD, do, dollars, position, refused

EXAMPLE = rules.load_setup("seed-example")


def test_the_first_move_goes_anywhere_for_free() -> None:
    options = rules.wheel_options(position(), setup=STANDARD)
    assert [option["spot"] for option in options] == list(STANDARD.wheel)
    assert {option["cost"] for option in options} == {0}


def test_from_the_center_the_investor_is_triggered_only_by_landing_on_it() -> None:
    options = rules.wheel_options(position(), setup=STANDARD)
    assert [option["spot"] for option in options if option["triggers_investor"]] == ["Investor"]


def test_three_steps_are_free_and_each_of_three_more_costs_two_dollars() -> None:
    state = position(countries={"Austria": {"wheel_spot": "Factory"}})
    assert [
        (option["spot"], option["steps"], option["cost"]) for option in rules.wheel_options(state, setup=STANDARD)
    ] == [
        ("R-Produce", 1, 0),
        ("R-Maneuver", 2, 0),
        ("Investor", 3, 0),
        ("Import", 4, 2),
        ("L-Produce", 5, 4),
        ("L-Maneuver", 6, 6),
    ]


@pytest.mark.parametrize("spot", ["Factory", "Taxation"], ids=["full circle", "seven steps"])
def test_full_circle_and_seven_steps_are_too_far(spot: str) -> None:
    state = position(countries={"Austria": {"wheel_spot": "Factory"}}, money=20)
    assert refused(state, "Ann", "propose", wheel_spot=spot) == "illegal_spot"


def test_a_spot_that_is_not_on_the_wheel_is_refused() -> None:
    assert refused(position(), "Ann", "propose", wheel_spot="Rest") == "illegal_spot"
    assert refused(position(), "Ann", "propose", wheel_spot="center") == "illegal_spot"


def test_the_proposer_pays_the_bank_and_the_treasury_gets_nothing() -> None:
    state = position(countries={"Austria": {"wheel_spot": "Factory", "money": 1}}, money={"Ann": 5})
    after = do(state, "Ann", "propose", wheel_spot="L-Produce")
    assert dollars(after, "Ann") == 1 + 2, "four dollars for the wheel, two from the bank for the investor card"
    assert dollars(after, "Austria") == 1
    assert after.country_info["Austria"].wheel_spot == "L-Produce"


def test_the_proposer_must_own_the_cost_in_cash() -> None:
    state = position(countries={"Austria": {"wheel_spot": "Factory"}}, money={"Ann": 3.99})
    assert refused(state, "Ann", "propose", wheel_spot="L-Produce") == "cannot_afford"


def test_interest_to_come_does_not_pay_for_the_wheel() -> None:
    state = position(countries={"Austria": {"wheel_spot": "L-Maneuver", "money": 20}}, money={"Ann": 1})
    assert turns_from(STANDARD, "L-Maneuver")["Investor"].cost == 400
    assert refused(state, "Ann", "propose", wheel_spot="Investor") == "cannot_afford"


def test_the_investor_is_triggered_by_landing_on_it_or_passing_it() -> None:
    triggers = {spot: turn.triggers_investor for spot, turn in turns_from(STANDARD, "R-Produce").items()}
    assert triggers == {
        "R-Maneuver": False,
        "Investor": True,
        "Import": True,
        "L-Produce": True,
        "L-Maneuver": True,
        "Taxation": True,
    }


def test_leaving_the_investor_triggers_nothing() -> None:
    turns = turns_from(STANDARD, "Investor").values()
    assert [turn.triggers_investor for turn in turns] == [False] * 6


def test_another_setup_has_another_wheel() -> None:
    turns = turns_from(EXAMPLE, "Factory")
    assert list(turns) == ["L-Produce", "Import", "L-Maneuver", "Taxation", "R-Produce", "Investor"]
    assert turns["Taxation"].cost == 200
    state = position(setup=EXAMPLE, countries={"Austria": {"wheel_spot": "Factory"}})
    assert refused(state, "Ann", "propose", wheel_spot="R-Maneuver", setup=EXAMPLE) == "illegal_spot"
    assert do(state, "Ann", "propose", wheel_spot="Import", setup=EXAMPLE).mode == "proposal"


def test_a_choice_that_belongs_to_another_spot_is_refused() -> None:
    for stray in (
        {"factory_loc": "Trieste"},
        {"army_produce": ["Vienna"]},
        {"fleet_produce": ["Trieste"]},
        {"import": {"types": ["army"], "territories": ["Vienna"]}},
    ):
        assert refused(position(), "Ann", "propose", wheel_spot="Taxation", **stray) == "illegal_action"
