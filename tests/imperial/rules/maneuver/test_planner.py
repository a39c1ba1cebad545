"""Rules 8 and 5.10: what a planner asks while a plan is being made."""

import pytest
from msgspec.structs import replace

from imperial.rules import actions_at, reachable
from imperial.rules.setups import parse_setup
from tests.imperial.rules.maneuver.maneuvers import Maneuver, entered, facing_tunis, holds, places, refusal
from tests.imperial.rules.positions import STANDARD, position


def england() -> Maneuver:
    return entered("England", fleets={"England": ["London", "North Sea"]}, armies={"England": ["London", "London"]})


def test_a_plan_is_followed_by_what_the_unit_could_do_after_it() -> None:
    game = england()
    fleets = [("London", "English Channel", ""), *holds("North Sea")]
    assert {"Belgium", "Norway"} < game.reachable("army", "London", fleets)
    assert "Norway" in game.reachable("army", "London", [*fleets, ("London", "Belgium", "")])
    assert "Belgium" not in game.reachable("army", "London", [*fleets, ("London", "Belgium", "")])


def test_fleets_without_a_plan_stay_where_they_are() -> None:
    assert "Norway" in england().reachable("army", "London")
    assert "Belgium" not in england().reachable("army", "London")
    assert "Norway" not in england().reachable("army", "London", [("North Sea", "Baltic Sea", "")])


def test_armies_in_the_plan_may_use_fleets_without_a_plan() -> None:
    assert "Denmark" not in england().reachable("army", "London", [("London", "Norway", "")])
    assert "Sheffield" in england().reachable("army", "London", [("London", "Norway", "")])


def test_what_armies_do_later_does_not_matter_for_a_fleet() -> None:
    game = england()
    assert game.reachable("fleet", "North Sea", [("London", "Norway", "")]) == game.reachable("fleet", "North Sea")


def test_fleets_move_first_wherever_they_are_in_the_plan() -> None:
    game = england()
    plan = [("London", "Belgium", ""), ("London", "English Channel", "")]
    assert "Belgium" not in game.reachable("army", "London", plan)
    assert "Norway" in game.reachable("army", "London", plan)


def test_an_army_that_holds_in_a_port_is_not_taken_for_the_fleet_there() -> None:
    game = england()
    plan = [*holds("London", "North Sea", "London")]
    assert "Norway" in game.reachable("army", "London", plan)
    assert refusal(game.reachable, "army", "London", [*plan, *holds("London")]).code == "wrong_units"


def test_plans_come_as_lists_too() -> None:
    game = england()
    plan: list = [["North Sea", "Baltic Sea", ""]]
    assert "Sweden" not in game.reachable("army", "London", plan)


def test_nothing_can_be_done_where_the_unit_cannot_go() -> None:
    assert england().actions("army", "London", "Moscow") == []
    assert england().actions("fleet", "London", "North Sea") == []
    assert england().actions("fleet", "London", "Atlantis") == []


def test_peace_in_the_plan_counts_as_accepted() -> None:
    game = facing_tunis(2)
    plan = [("Rome", "Tunis", "peace")]
    assert game.actions("army", "Rome", "Tunis", plan) == ["war France army", "peace"]


def test_a_plan_with_an_illegal_move_is_refused() -> None:
    game = england()
    assert refusal(game.reachable, "army", "London", [("London", "Moscow", "")]).code == "unreachable"
    assert refusal(game.actions, "army", "London", "London", [("Paris", "Paris", "")]).code == "wrong_units"


def test_a_unit_that_is_not_there_is_refused() -> None:
    for kind, origin in (("army", "Paris"), ("fleet", "Dublin"), ("army", "North Sea"), ("rocket", "London")):
        assert refusal(england().reachable, kind, origin).code == "wrong_units"


@pytest.mark.parametrize("unit", [{}, {"kind": "army"}, {"origin": "London"}], ids=str)
def test_a_unit_that_is_not_told_is_refused(unit: dict[str, str]) -> None:
    state = england().state
    assert refusal(reachable, state, [], unit, setup=STANDARD).code == "wrong_units"
    assert refusal(actions_at, state, [], unit, "London", setup=STANDARD).code == "wrong_units"


def test_moves_that_are_committed_need_not_be_planned_again() -> None:
    game = england().step("English Channel").step("North Sea").step("Belgium")
    assert "Norway" in game.reachable("army", "London")
    assert "Belgium" not in game.reachable("army", "London")


def test_the_planner_answers_before_the_maneuver_begins() -> None:
    game = Maneuver(position(country="England", fleets={"England": ["North Sea"]}, armies={"England": ["London"]}))
    assert "Norway" in game.reachable("army", "London")
    assert game.actions("army", "London", "Norway") == [""]


def test_the_first_action_is_a_war_where_others_are_met() -> None:
    # Rules T31: what a planner takes unasked is neither hostile nor peace where there is a fight to choose.
    game = facing_tunis()
    assert game.actions("army", "Rome", "Tunis")[0] == "war France army"


@pytest.fixture
def kingdoms() -> Maneuver:
    """Two countries with spaces in their names, one sea, and a lake the rest of the world has no border with."""
    land = {"country": None, "port": None, "sea": False}
    start = {"factories": ["Old Town", "Old Port"], "availStock": [1, 2]}
    setup = parse_setup(
        {
            "name": "kingdoms",
            "wheel": list(STANDARD.wheel),
            "stockCosts": [0, 2, 4],
            "countries": {
                "Kingdom of War": {"order": 1, "fleetLimit": 3, "armyLimit": 3, "start": {"factories": ["Capital"]}},
                "Up army": {"order": 2, "fleetLimit": 3, "armyLimit": 3, "start": start},
            },
            "territories": {
                "Capital": {**land, "country": "Kingdom of War", "adjacencies": ["Old Town", "Wide Sea"]},
                "Old Town": {**land, "country": "Up army", "adjacencies": ["Capital", "Old Port"]},
                "Old Port": {**land, "country": "Up army", "port": "Wide Sea", "adjacencies": ["Old Town", "Wide Sea"]},
                "Wide Sea": {**land, "sea": True, "adjacencies": ["Capital", "Old Port"]},
            },
        }
    )
    return entered(
        "Kingdom of War",
        fleets={"Up army": ["Old Port"]},
        armies={"Kingdom of War": ["Capital"] * 4, "Up army": ["Old Town"]},
        setup=setup,
    )


def test_countries_may_have_names_with_spaces(kingdoms: Maneuver) -> None:
    war = "war Up army army"
    assert kingdoms.actions("army", "Capital", "Old Town") == [war, "peace"]
    game = kingdoms.step("Old Town", war)
    assert game.actions("army", "Capital", "Old Town") == ["peace", "hostile"]
    game = game.step("Old Town", "peace").step("Old Town", "peace").step("Old Town", "blow up Up army")
    assert places(game.state, "Up army") == places(game.state, "Kingdom of War") == []
    assert game.state.country_info["Up army"].factories == ("Old Port",)


def test_a_game_from_elsewhere_may_have_no_fleets_and_no_plans() -> None:
    # Rules T25
    game = entered("Italy", armies={"Italy": ["Rome"]})
    bare = replace(game.current, pending_fleets=(), completed_fleet_moves=(), remaining_army_plans=())
    assert Maneuver(replace(game.state, current_maneuver=bare)).step("Rome").is_complete
