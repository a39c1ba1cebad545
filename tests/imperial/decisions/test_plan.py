"""Planning a maneuver row by row."""

import pytest

from imperial.decisions import Draft
from imperial.decisions.draft import UNDECIDED, planned_rows
from imperial.decisions.editing import edit_draft
from imperial.decisions.plan import best_action
from imperial.decisions.records import Choice
from imperial.decisions.submission import build_action
from imperial.rules.actions import ManeuverBatch
from tabletop.rules import RuleViolation
from tests.imperial.decisions.plans import batch_of, decision_of, draft_of, maneuver, planned, problems
from tests.imperial.rules.positions import STANDARD, do


def test_every_unit_has_a_row_and_stays_until_told_otherwise() -> None:
    state = maneuver(fleets={"Austria": ["Trieste"]}, armies={"Austria": ["Vienna", "Vienna"]})
    rows = decision_of(state).rows
    assert [(row.unit, row.origin, row.destination) for row in rows] == [
        ("fleet", "Trieste", "Trieste"),
        ("army", "Vienna", "Vienna"),
        ("army", "Vienna", "Vienna"),
    ]
    assert all(row.problem is None for row in rows)


def test_the_unit_in_hand_lights_where_it_can_go() -> None:
    state = maneuver(armies={"Austria": ["Vienna"]})
    decision = decision_of(state, in_hand=0)
    places = {entry.place for entry in decision.destinations}
    assert {"Munich", "Romania", "Venice", "Vienna"} <= places
    assert "Rome" not in places
    # The others can be asked about.
    assert {"Rome", "Ionian Sea"} <= set(decision.out_of_reach)
    assert len(places) + len(decision.out_of_reach) == len(STANDARD.territories)
    assert decision_of(state).out_of_reach == ()


@pytest.mark.parametrize(
    ("units", "destination"),
    [
        ({"armies": {"Austria": ["Vienna"], "Italy": ["Venice"]}}, "Venice"),
        ({"fleets": {"Austria": ["Trieste"], "Italy": ["Ionian Sea"]}}, "Ionian Sea"),
    ],
)
def test_nobody_fights_by_accident(units: dict[str, dict[str, list[str]]], destination: str) -> None:
    state = maneuver(**units)
    rows = planned_rows(state.current_maneuver, Draft())  # type: ignore[arg-type]
    assert best_action(state, "Ann", rows, 0, destination, setup=STANDARD) == UNDECIDED


def test_the_player_says_what_a_unit_does() -> None:
    """Rules T31: nobody occupies, or enters in peace, by accident."""
    state = maneuver(armies={"Austria": ["Vienna", "Prague"]})
    draft = edit_draft(state, "Ann", None, {"row": ["0"], "destination": ["Venice"]}, setup=STANDARD)
    decision = planned(state, draft)
    first, second = decision.rows
    assert (first.destination, first.undecided, first.problem) == ("Venice", True, None)
    assert first.actions == (Choice(action="peace", chosen=False), Choice(action="hostile", chosen=False))
    assert not second.undecided
    assert decision.step is not None
    assert str(decision.step.problem) == "Choose first what it does there."
    for kind in ("maneuver_batch", "maneuver_step"):
        with pytest.raises(RuleViolation, match=r"Row 1 waits for a choice\."):
            build_action(state, "Ann", draft, {"type": kind}, setup=STANDARD)
    chosen = edit_draft(state, "Ann", draft, {"action": ["0 hostile"]}, setup=STANDARD)
    assert not planned(state, chosen).rows[0].undecided
    assert build_action(state, "Ann", chosen, {"type": "maneuver_batch"}, setup=STANDARD) == ManeuverBatch(
        army_man=(("Vienna", "Venice", "hostile"), ("Prague", "Prague", ""))
    )


def test_units_that_wait_for_a_choice_count_where_they_go() -> None:
    bonds = {"Austria": {"Ann": [5]}, "Italy": {"Ben": [5]}}
    state = maneuver(
        bonds=bonds,
        countries={"Italy": {"factories": ("Rome", "Venice")}},
        armies={"Austria": ["Vienna", "Trieste", "Trieste"]},
    )
    draft = None
    for row in ("0", "1", "2"):
        draft = edit_draft(state, "Ann", draft, {"row": [row], "destination": ["Venice"]}, setup=STANDARD)
    rows = planned(state, draft or Draft()).rows
    assert [row.undecided for row in rows] == [True, True, True]
    assert all(Choice(action="blow up Italy", chosen=False) in row.actions for row in rows)


def test_a_row_without_a_choice_that_is_out_of_reach_says_so() -> None:
    state = maneuver(fleets={"Austria": ["Ionian Sea"]}, armies={"Austria": ["Trieste"]})
    (_fleet, army) = decision_of(
        state, fleet_man=(("Ionian Sea", "Eastern Med", ""),), army_man=(("Trieste", "Naples", "?"),)
    ).rows
    assert not army.undecided
    assert "Naples" in str(army.problem)


def test_a_place_out_of_reach_is_refused_with_the_reason() -> None:
    state = maneuver(armies={"Austria": ["Vienna"]})
    rows = planned_rows(state.current_maneuver, Draft())  # type: ignore[arg-type]
    with pytest.raises(RuleViolation, match="cannot reach Moscow"):
        best_action(state, "Ann", rows, 0, "Moscow", setup=STANDARD)


def test_a_row_that_has_become_illegal_stays_and_says_why() -> None:
    state = maneuver(fleets={"Austria": ["Ionian Sea"]}, armies={"Austria": ["Trieste"]})
    crossing = (("Trieste", "Greece", ""),)
    carried = decision_of(state, fleet_man=(("Ionian Sea", "Ionian Sea", ""),), army_man=crossing).rows
    assert carried[1].problem is None
    assert (carried[1].rail, carried[1].seas) == ((), ("Ionian Sea",))
    assert carried[0].carries == (2,)
    gone = decision_of(state, fleet_man=(("Ionian Sea", "Eastern Med", ""),), army_man=(("Trieste", "Tunis", ""),))[
        "rows"
    ]
    assert "Tunis" in str(gone[1].problem)
    assert gone[1].destination == "Tunis"


def test_an_army_goes_by_rail_to_where_it_boards() -> None:
    state = maneuver(fleets={"Austria": ["Ionian Sea"]}, armies={"Austria": ["Lemberg"]})
    army = decision_of(state, army_man=(("Lemberg", "Tunis", ""),)).rows[1]
    assert army.rail == ("Budapest", "Trieste")
    assert army.seas == ("Ionian Sea",)


def test_a_peaceful_entry_names_who_will_be_asked() -> None:
    bonds = {"Austria": {"Ann": [5]}, "Italy": {"Ben": [5]}}
    state = maneuver(bonds=bonds, armies={"Austria": ["Vienna"], "Italy": ["Venice"]})
    decision = decision_of(state, army_man=(("Vienna", "Venice", "peace"),))
    assert decision.asks == ("Italy",)


def test_blowing_up_with_too_few_armies_is_marked_in_its_row() -> None:
    bonds = {"Austria": {"Ann": [5]}, "Italy": {"Ben": [5]}}
    state = maneuver(
        bonds=bonds,
        countries={"Italy": {"factories": ("Rome", "Venice")}},
        armies={"Austria": ["Vienna", "Trieste", "Trieste"]},
    )
    moves = (("Vienna", "Venice", "hostile"), ("Trieste", "Venice", "hostile"), ("Trieste", "Venice", "blow up Italy"))
    assert problems(decision_of(state, army_man=moves)) == []
    fewer = (moves[0], ("Trieste", "Trieste", ""), moves[2])
    (problem,) = problems(decision_of(state, army_man=fewer))
    assert "three armies" in problem


def test_the_plan_as_shown_is_what_is_submitted() -> None:
    state = maneuver(armies={"Austria": ["Vienna", "Prague"]})
    draft = draft_of(state, army_man=(("Prague", "Munich", "hostile"),))
    batch = batch_of(state, draft)
    assert batch.army_man == (("Prague", "Munich", "hostile"), ("Vienna", "Vienna", ""))
    after = do(state, "Ann", "maneuver_batch", army_man=[list(move) for move in batch.army_man])
    assert {army.territory for army in after.country_info["Austria"].armies} == {"Vienna", "Munich"}


def test_plans_for_units_that_are_gone_are_dropped() -> None:
    state = maneuver(armies={"Austria": ["Vienna"]})
    draft = draft_of(state, army_man=(("Prague", "Munich", "hostile"), ("Vienna", "Munich", "hostile")))
    assert batch_of(state, draft).army_man == (("Vienna", "Munich", "hostile"),)


def test_the_country_to_be_asked_first_can_be_chosen() -> None:
    bonds = {"Austria": {"Ann": [5]}, "Italy": {"Ben": [5]}, "France": {"Cleo": [5]}}
    state = maneuver(bonds=bonds, fleets={"Austria": ["Trieste"], "Italy": ["Ionian Sea"], "France": ["Ionian Sea"]})
    moves = (("Trieste", "Ionian Sea", "peace"),)
    assert decision_of(state, fleet_man=moves).asked_together == ("Italy", "France")
    chosen = draft_of(state, fleet_man=moves, peace_order=("France",))
    assert planned(state, chosen).asks == ("France", "Italy")
    assert batch_of(state, chosen).peace_order == ("France",)


def test_where_nobody_is_left_to_make_peace_with_or_to_fight_a_unit_just_goes() -> None:
    bonds = {"Austria": {"Ann": [5]}, "Italy": {"Ben": [5]}}
    state = maneuver(bonds=bonds, fleets={"Austria": ["Trieste"] * 3, "Italy": ["Ionian Sea"]})
    way = ("Trieste", "Ionian Sea")
    plan = draft_of(state, fleet_man=((*way, "war Italy fleet"), (*way, "peace"), (*way, "war Italy fleet")))
    decision = planned(state, plan)
    assert [row.action for row in decision.rows] == ["war Italy fleet", "", ""]
    assert problems(decision) == []
    assert batch_of(state, plan).fleet_man[1:] == ((*way, ""), (*way, ""))


def test_a_row_with_another_choice_to_make_stays_and_offers_it() -> None:
    """Rules T16: with the war gone the question is open again, and nobody occupies by accident."""
    bonds = {"Austria": {"Ann": [5]}, "Italy": {"Ben": [5]}}
    state = maneuver(bonds=bonds, armies={"Austria": ["Vienna", "Trieste"], "Italy": ["Venice"]})
    fights = (("Vienna", "Venice", "war Italy army"), ("Trieste", "Venice", "war Italy army"))
    first, second = decision_of(state, army_man=fights).rows
    assert first.problem is None
    assert "no army of Italy to fight" in str(second.problem)
    assert [choice.action for choice in second.actions] == ["peace", "hostile"]
