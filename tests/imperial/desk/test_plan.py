"""Planning a maneuver row by row."""

import pytest

from imperial.desk import Draft, lay_out
from imperial.desk.plan import best_action, plan_action, planned_rows
from imperial.rules.state import State
from tabletop.rules import RuleViolation
from tests.imperial.rules.positions import STANDARD, do, position


def maneuver(**fields: object) -> State:
    return do(position(**fields), "Ann", "propose", wheel_spot="L-Maneuver")  # type: ignore[arg-type]


def desk_of(state: State, **chosen: object) -> dict:
    return lay_out(state, "Ann", Draft(turn_id=state.turn_id, **chosen), setup=STANDARD)  # type: ignore[arg-type]


def test_every_unit_has_a_row_and_stays_until_told_otherwise() -> None:
    state = maneuver(fleets={"Austria": ["Trieste"]}, armies={"Austria": ["Vienna", "Vienna"]})
    rows = desk_of(state)["rows"]
    assert [(row["unit"], row["origin"], row["destination"]) for row in rows] == [
        ("fleet", "Trieste", "Trieste"),
        ("army", "Vienna", "Vienna"),
        ("army", "Vienna", "Vienna"),
    ]
    assert all(row["problem"] is None for row in rows)


def test_the_unit_in_hand_lights_where_it_can_go() -> None:
    state = maneuver(armies={"Austria": ["Vienna"]})
    places = {entry["place"] for entry in desk_of(state, in_hand=0)["destinations"]}
    assert {"Munich", "Romania", "Venice", "Vienna"} <= places
    assert "Rome" not in places


def test_a_new_destination_with_a_choice_starts_with_the_first_war() -> None:
    state = maneuver(armies={"Austria": ["Vienna"], "Italy": ["Venice"]})
    rows = planned_rows(state.current_maneuver, Draft())  # type: ignore[arg-type]
    assert best_action(state, "Ann", rows, 0, "Venice", setup=STANDARD) == "war Italy army"


def test_a_place_out_of_reach_is_refused_with_the_reason() -> None:
    state = maneuver(armies={"Austria": ["Vienna"]})
    rows = planned_rows(state.current_maneuver, Draft())  # type: ignore[arg-type]
    with pytest.raises(RuleViolation, match="cannot reach Moscow"):
        best_action(state, "Ann", rows, 0, "Moscow", setup=STANDARD)


def test_a_row_that_has_become_illegal_stays_and_says_why() -> None:
    state = maneuver(fleets={"Austria": ["Ionian Sea"]}, armies={"Austria": ["Trieste"]})
    crossing = (("Trieste", "Greece", ""),)
    carried = desk_of(state, fleet_man=(("Ionian Sea", "Ionian Sea", ""),), army_man=crossing)["rows"]
    assert carried[1]["problem"] is None
    assert carried[1]["seas"] == ["Ionian Sea"]
    assert carried[0]["carries"] == [2]
    gone = desk_of(state, fleet_man=(("Ionian Sea", "Eastern Med", ""),), army_man=(("Trieste", "Tunis", ""),))["rows"]
    assert "Tunis" in gone[1]["problem"]
    assert gone[1]["destination"] == "Tunis"


def test_a_peaceful_entry_names_who_will_be_asked() -> None:
    bonds = {"Austria": {"Ann": [5]}, "Italy": {"Ben": [5]}}
    state = maneuver(bonds=bonds, armies={"Austria": ["Vienna"], "Italy": ["Venice"]})
    desk = desk_of(state, army_man=(("Vienna", "Venice", "peace"),))
    assert desk["asks"] == ["Italy"]


def test_blowing_up_with_too_few_armies_is_marked_in_its_row() -> None:
    bonds = {"Austria": {"Ann": [5]}, "Italy": {"Ben": [5]}}
    state = maneuver(
        bonds=bonds,
        countries={"Italy": {"factories": ("Rome", "Venice")}},
        armies={"Austria": ["Vienna", "Trieste", "Trieste"]},
    )
    moves = (("Vienna", "Venice", "hostile"), ("Trieste", "Venice", "hostile"), ("Trieste", "Venice", "blow up Italy"))
    assert desk_of(state, army_man=moves)["problems"] == 0
    fewer = (moves[0], ("Trieste", "Trieste", ""), moves[2])
    (problem,) = [row["problem"] for row in desk_of(state, army_man=fewer)["rows"] if row["problem"]]
    assert "three armies" in problem


def test_the_plan_as_shown_is_what_is_submitted() -> None:
    state = maneuver(armies={"Austria": ["Vienna", "Prague"]})
    draft = Draft(turn_id=state.turn_id, army_man=(("Prague", "Munich", "hostile"),))
    batch = plan_action(state, draft)
    assert batch.army_man == (("Prague", "Munich", "hostile"), ("Vienna", "Vienna", ""))
    after = do(state, "Ann", "maneuver_batch", army_man=[list(move) for move in batch.army_man])
    assert {army.territory for army in after.country_info["Austria"].armies} == {"Vienna", "Munich"}


def test_plans_for_units_that_are_gone_are_dropped() -> None:
    state = maneuver(armies={"Austria": ["Vienna"]})
    draft = Draft(turn_id=state.turn_id, army_man=(("Prague", "Munich", "hostile"), ("Vienna", "Munich", "hostile")))
    assert plan_action(state, draft).army_man == (("Vienna", "Munich", "hostile"),)


def test_the_country_to_be_asked_first_can_be_chosen() -> None:
    bonds = {"Austria": {"Ann": [5]}, "Italy": {"Ben": [5]}, "France": {"Cleo": [5]}}
    state = maneuver(
        bonds=bonds,
        fleets={"Austria": ["Trieste"], "Italy": ["Ionian Sea"], "France": ["Ionian Sea"]},
    )
    moves = (("Trieste", "Ionian Sea", "peace"),)
    assert desk_of(state, fleet_man=moves)["askedTogether"] == ["Italy", "France"]
    chosen = Draft(turn_id=state.turn_id, fleet_man=moves, peace_order=("France",))
    assert lay_out(state, "Ann", chosen, setup=STANDARD)["asks"] == ["France", "Italy"]
    assert plan_action(state, chosen).peace_order == ("France",)


def test_everybody_sees_what_is_committed_and_who_is_asked() -> None:
    bonds = {"Austria": {"Ann": [5]}, "Italy": {"Ben": [5]}}
    state = maneuver(
        bonds=bonds,
        fleets={"Austria": ["Ionian Sea"]},
        armies={"Austria": ["Trieste", "Vienna"], "Italy": ["Venice"]},
    )
    batch = [["Trieste", "Greece", ""], ["Vienna", "Venice", "peace"]]
    asked = do(state, "Ann", "maneuver_batch", fleet_man=[["Ionian Sea", "Ionian Sea", ""]], army_man=batch)
    for player in ("Ben", "Cleo", None):
        moves = lay_out(asked, player, Draft(), setup=STANDARD)["moves"]
        assert [(row["destination"], row["carries"], row["seas"]) for row in moves] == [
            ("Ionian Sea", [2], []),
            ("Greece", [], ["Ionian Sea"]),
            ("Venice", [], []),
        ]
        assert moves[-1]["asks"] == ["Italy"]
