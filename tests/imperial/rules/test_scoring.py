"""The end and the score (rules 9)."""

from typing import Any

from msgspec.structs import replace

from imperial import rules
from imperial.rules.state import State
from tests.imperial.rules.positions import do, position, refused


def ended(bonds: dict[str, dict[str, list[int]]], points: dict[str, int], **fields: Any) -> State:
    countries = {name: {"points": reached} for name, reached in points.items()}
    return position(bonds=bonds, countries=countries, mode="game-over", to_act=(), **fields)


def test_a_bond_is_worth_its_denomination_for_every_five_points() -> None:
    state = ended({"Austria": {"Ann": [5, 2]}, "Italy": {"Ann": [4], "Ben": [3]}}, {"Austria": 25, "Italy": 14})
    assert rules.ranking(state) == [
        {"player": "Ann", "score": 7 * 5 + 4 * 2 + 10, "cash_value": 22 + 10},
        {"player": "Ben", "score": 3 * 2 + 10, "cash_value": 16},
        {"player": "Cleo", "score": 10, "cash_value": 10},
    ]


def test_a_clock_overrun_costs_a_point() -> None:
    state = ended({"Austria": {"Ann": [1]}}, {"Austria": 25}, money=3.33)
    late = replace(state.player_info["Ann"], score_modifier=-2)
    state = replace(state, player_info={**state.player_info, "Ann": late})
    assert rules.ranking(state)[0] == {"player": "Ann", "score": 6.33, "cash_value": 5.33}


def test_a_tie_goes_to_the_larger_holding_in_the_strongest_country() -> None:
    bonds = {"Austria": {"Ben": [2]}, "Italy": {"Ann": [5]}}
    assert rules.ranking(ended(bonds, {"Austria": 25, "Italy": 10}))[0]["player"] == "Ben"


def test_that_holding_counts_before_money() -> None:
    bonds = {"Austria": {"Ben": [2], "Ann": [1]}}
    tied = ended(bonds, {"Austria": 25}, money={"Ann": 9, "Ben": 4, "Cleo": 0})
    assert [(line["player"], line["score"]) for line in rules.ranking(tied)[:2]] == [("Ben", 14), ("Ann", 14)]


def test_several_strongest_countries_count_together() -> None:
    bonds = {"Austria": {"Ben": [2], "Ann": [1]}, "Italy": {"Ann": [1]}, "France": {"Ben": [1]}, "Russia": {"Ann": [3]}}
    tied = ended(bonds, {"Austria": 25, "Italy": 25, "France": 4, "Russia": 0})
    assert [line["score"] for line in rules.ranking(tied)[:2]] == [20, 20]
    assert rules.ranking(tied)[0]["player"] == "Ann", "both hold two; both have ten dollars; the lower seat"


def test_the_next_tie_goes_to_more_money_and_the_last_to_the_lower_seat() -> None:
    richer = ended(
        {"Austria": {"Ben": [1], "Ann": [1]}, "Italy": {"Ann": [2]}},
        {"Austria": 25, "Italy": 5},
        money={"Ann": 8, "Ben": 10},
    )
    assert [line["player"] for line in rules.ranking(richer)[:2]] == ["Ben", "Ann"]
    equal = ended({"Austria": {"Ben": [1], "Ann": [1]}}, {"Austria": 25})
    assert [line["player"] for line in rules.ranking(equal)] == ["Ann", "Ben", "Cleo"]
    reseated = {player: replace(info, order=4 - info.order) for player, info in equal.player_info.items()}
    assert rules.ranking(replace(equal, player_info=reseated))[0]["player"] == "Ben"


def test_there_is_a_result_at_the_end_only() -> None:
    assert rules.result(position()) is None
    assert not rules.is_over(position())
    state = ended({"Austria": {"Ben": [4]}}, {"Austria": 25})
    assert rules.is_over(state)
    outcome = rules.result(state)
    assert outcome is not None
    assert outcome["winner"] == "Ben"
    assert outcome["ranking"] == rules.ranking(state)


def test_nobody_acts_after_the_end() -> None:
    state = ended({"Austria": {"Ben": [4]}}, {"Austria": 25})
    assert rules.players_to_act(state) == ()
    assert refused(state, "Ben", "propose", wheel_spot="Taxation") == "wrong_mode"
    assert refused(state, "Ben", "pause") == "wrong_mode"


def test_the_submission_that_ended_the_game_can_be_taken_back() -> None:
    before = position(countries={"Austria": {"points": 24, "tax_chips": ("Spain", "Portugal")}})
    after = do(before, "Ann", "propose", wheel_spot="Taxation")
    assert after.mode == "game-over"
    assert after.undo == "Ann"
