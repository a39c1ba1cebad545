"""Taxing a country (rules 4.6)."""

from typing import Any

import pytest

from imperial import rules
from imperial.rules.state import State
from imperial.rules.taxation import split_pool
from tests.imperial.rules.positions import STANDARD, acting, do, dollars, new_lines, position

SHARES = {"Austria": {"Ann": [5], "Ben": [3]}}
NEUTRAL = ("Algeria", "Belgium", "Bulgaria", "Denmark", "Greece", "Holland", "Morocco", "Norway", "Portugal", "Romania")


def country(*, chips: int = 0, factories: int = 2, soldiers: int = 0, **fields: Any) -> State:
    homes = ("Vienna", "Budapest", "Prague", "Lemberg", "Trieste")
    return position(
        bonds=SHARES,
        countries={"Austria": {"tax_chips": NEUTRAL[:chips], "factories": homes[:factories], **fields}},
        armies={"Austria": ["Vienna"] * soldiers},
    )


def preview(state: State) -> dict[str, Any]:
    return rules.tax_preview(state, "Austria", setup=STANDARD)


def test_the_worked_example_of_the_rules() -> None:
    state = position(
        bonds=SHARES,
        countries={
            "Austria": {
                "money": 4,
                "tax_chips": NEUTRAL[:5],
                "factories": ("Vienna", "Budapest", "Prague"),
                "last_tax": 7,
            }
        },
        armies={"Austria": ["Lemberg"] * 6, "Italy": ["Prague"]},
    )
    assert preview(state) == {"raw": 9, "vp": 4, "treasury_change": 1, "pool": 2, "split": {"Ann": 1, "Ben": 1}}
    after = do(state, "Ann", "propose", wheel_spot="Taxation")
    assert (dollars(after, "Austria"), dollars(after, "Ann"), dollars(after, "Ben")) == (5, 11, 11)
    assert (after.country_info["Austria"].points, after.country_info["Austria"].last_tax) == (4, 9)
    assert new_lines(state, after) == [
        "Austria: Ann chooses Taxation: 4 points, treasury +$1.00, Ann gets $1, Ben gets $1."
    ]


def test_each_chip_brings_one_dollar_and_each_working_factory_two_up_to_fifteen() -> None:
    assert preview(country(chips=3, factories=1))["raw"] == 5
    assert preview(country(chips=10, factories=5))["raw"] == 15


@pytest.mark.parametrize(("raw", "points"), [(0, 0), (5, 0), (6, 1), (10, 5), (14, 9), (15, 10)])
def test_revenue_above_five_is_points(raw: int, points: int) -> None:
    assert (
        preview(country(chips=raw % 2 + raw // 2 * 2 - 2 * min(raw // 2, 5), factories=min(raw // 2, 5)))["vp"]
        == points
    )


def test_each_unit_costs_a_dollar() -> None:
    assert preview(country(chips=5, factories=0, soldiers=3))["treasury_change"] == 2


def test_upkeep_never_takes_more_than_there_is() -> None:
    state = country(factories=0, soldiers=6, money=2.5)
    assert preview(state)["treasury_change"] == -2.5
    after = do(state, "Ann", "propose", wheel_spot="Taxation")
    assert dollars(after, "Austria") == 0
    assert len(after.country_info["Austria"].armies) == 6, "units are never disbanded"


def test_the_pool_is_what_exceeds_the_last_tax() -> None:
    assert preview(country(chips=6, factories=1, last_tax=6))["pool"] == 2
    assert preview(country(chips=6, factories=1, last_tax=9))["pool"] == 0


def test_the_pool_is_no_more_than_the_treasury_holds() -> None:
    assert preview(country(chips=6, factories=1, last_tax=0, soldiers=5))["pool"] == 3


def test_the_pool_is_paid_in_whole_dollars_and_the_rest_stays() -> None:
    state = country(chips=6, factories=1, last_tax=5, soldiers=7, money=0.6)
    assert preview(state) == {"raw": 8, "vp": 3, "treasury_change": 0, "pool": 1, "split": {"Ann": 1, "Ben": 0}}
    assert dollars(do(state, "Ann", "propose", wheel_spot="Taxation"), "Austria") == 0.6


def test_the_last_tax_is_remembered_and_can_go_down() -> None:
    assert (
        do(country(chips=6, factories=1), "Ann", "propose", wheel_spot="Taxation").country_info["Austria"].last_tax == 8
    )
    falling = country(chips=2, factories=1, last_tax=12)
    assert do(falling, "Ann", "propose", wheel_spot="Taxation").country_info["Austria"].last_tax == 5


def test_the_pool_goes_dollar_by_dollar_to_the_largest_quotient() -> None:
    assert split_pool(4, {"Ann": 5, "Ben": 3}) == {"Ann": 3, "Ben": 1}
    assert split_pool(10, {"Ann": 5, "Ben": 3, "Cleo": 2}) == {"Ann": 5, "Ben": 3, "Cleo": 2}


def test_ties_of_quotients_go_to_the_higher_position() -> None:
    assert split_pool(1, {"Ann": 4, "Ben": 4}) == {"Ann": 1, "Ben": 0}
    assert split_pool(3, {"Ann": 4, "Ben": 2}) == {"Ann": 2, "Ben": 1}


def test_a_country_without_owners_pays_nobody() -> None:
    assert split_pool(3, {}) == {}


def test_reaching_25_points_ends_the_game_at_once() -> None:
    state = country(chips=8, factories=2, points=20)
    after = do(state, "Ann", "propose", wheel_spot="Taxation")
    assert after.country_info["Austria"].points == 25, "27 are capped"
    assert after.mode == "game-over"
    assert acting(after) == ()
    assert after.history[-1] == "Austria has reached 25 points. Ann wins the game."


def test_24_points_do_not_end_it() -> None:
    after = do(country(chips=5, factories=2, points=20), "Ann", "propose", wheel_spot="Taxation")
    assert (after.country_info["Austria"].points, after.mode) == (24, "proposal")


def test_when_no_one_is_paid_the_log_says_so() -> None:
    state = country(factories=1, soldiers=3, money=7.25)
    after = do(state, "Ann", "propose", wheel_spot="Taxation")
    assert new_lines(state, after) == ["Austria: Ann chooses Taxation: 0 points, treasury -$1.00, no one is paid."]
