"""A planned maneuver after some of its moves are made: steps, and plans the board has overtaken."""

import pytest
from msgspec.structs import replace

from imperial.decisions import Draft
from imperial.decisions.draft import with_plan
from imperial.decisions.editing import edit_draft
from imperial.decisions.plan import FirstStep, moves_so_far
from imperial.decisions.submission import build_action
from imperial.rules.actions import ManeuverStep
from imperial.rules.state import State
from tabletop.rules import RuleViolation
from tests.imperial.decisions.plans import batch_of, decision_of, draft_of, maneuver, planned, problems
from tests.imperial.rules.positions import STANDARD, do


def test_everybody_sees_what_is_committed_and_who_is_asked() -> None:
    bonds = {"Austria": {"Ann": [5]}, "Italy": {"Ben": [5]}}
    state = maneuver(
        bonds=bonds, fleets={"Austria": ["Ionian Sea"]}, armies={"Austria": ["Trieste", "Vienna"], "Italy": ["Venice"]}
    )
    batch = [["Trieste", "Greece", ""], ["Vienna", "Venice", "peace"]]
    asked = do(state, "Ann", "maneuver_batch", fleet_man=[["Ionian Sea", "Ionian Sea", ""]], army_man=batch)
    moves = moves_so_far(asked, setup=STANDARD)
    assert [(row.destination, row.carries, row.seas) for row in moves] == [
        ("Ionian Sea", (2,), ()),
        ("Greece", (), ("Ionian Sea",)),
        ("Venice", (), ()),
    ]
    assert moves[-1].asks == ("Italy",)


def test_one_move_made_now_is_the_first_of_the_plan_and_the_rest_stays() -> None:
    state = maneuver(fleets={"Austria": ["Trieste"]}, armies={"Austria": ["Vienna", "Vienna", "Prague"]})
    plan = draft_of(
        state,
        fleet_man=(("Trieste", "Ionian Sea", ""),),
        army_man=(("Vienna", "Romania", ""), ("Vienna", "Tunis", ""), ("Prague", "Munich", "hostile")),
    )
    assert taken(state, plan) == ("Trieste", "Ionian Sea", "")
    state = stepped(state, plan)
    decision = planned(state, plan)
    assert [row.destination for row in decision.committed] == ["Ionian Sea"]
    assert [row.destination for row in decision.rows] == ["Romania", "Tunis", "Munich"]
    # Two armies left the same place: it is the second one whose move is still planned.
    state = stepped(state, plan)
    assert [row.destination for row in planned(state, plan).rows] == ["Tunis", "Munich"]
    state = stepped(state, plan)
    last = planned(state, plan)
    assert ([row.destination for row in last.rows], last.step) == (["Munich"], None)
    assert stepped(state, plan).current_maneuver is None


def test_what_is_changed_after_a_step_is_changed_in_the_rest_of_the_plan() -> None:
    state = maneuver(armies={"Austria": ["Prague", "Prague", "Prague"]})
    plan = draft_of(state, army_man=(("Prague", "Munich", "hostile"),) * 3, in_hand=2)
    after = stepped(state, plan)
    assert planned(after, plan).in_hand is None
    changed = edit_draft(after, "Ann", plan, {"row": ["1"], "destination": ["Vienna"]}, setup=STANDARD)
    rows = planned(after, changed).rows
    assert [row.destination for row in rows] == ["Munich", "Vienna"]
    # A step that is taken back is a row of the plan again.
    undone = planned(state, changed).rows
    assert [row.destination for row in undone] == ["Munich", "Munich", "Vienna"]


def test_a_step_that_asks_for_peace_says_so_and_leaves_the_plan_as_it_is() -> None:
    bonds = {"Austria": {"Ann": [5]}, "Italy": {"Ben": [5]}}
    state = maneuver(bonds=bonds, armies={"Austria": ["Vienna", "Prague"], "Italy": ["Venice"]})
    plan = draft_of(state, army_man=(("Vienna", "Venice", "peace"), ("Prague", "Munich", "hostile")))
    assert planned(state, plan).step == FirstStep(problem=None, asks="Italy")
    state = do(stepped(state, plan), "Ben", "dictator_peace", accept=False)
    decision = planned(state, plan)
    assert [(row.destination, row.action) for row in decision.committed] == [("Venice", "war Italy army")]
    assert [row.destination for row in decision.rows] == ["Munich"]


def test_a_factory_is_not_blown_up_before_the_others_are_there() -> None:
    bonds = {"Austria": {"Ann": [5]}, "Italy": {"Ben": [5]}}
    state = maneuver(
        bonds=bonds, countries={"Italy": {"factories": ("Rome", "Venice")}}, armies={"Austria": ["Trieste"] * 3}
    )
    first, others = ("Trieste", "Venice", "blow up Italy"), (("Trieste", "Venice", "hostile"),) * 2
    decision = decision_of(state, army_man=(first, *others))
    assert problems(decision) == []
    assert decision.step is not None
    assert "three armies" in str(decision.step.problem)


def test_a_plan_that_was_overtaken_keeps_its_rows_and_tells_why_each_cannot_go() -> None:
    """Rules 5.10: a fleet that was lost carries nobody."""
    bonds = {"Austria": {"Ann": [5]}, "Italy": {"Ben": [5]}}
    state = maneuver(
        bonds=bonds,
        fleets={"Austria": ["Trieste"], "Italy": ["Ionian Sea"]},
        armies={"Austria": ["Vienna", "Prague", "Budapest"]},
    )
    plan = draft_of(
        state,
        fleet_man=(("Trieste", "Ionian Sea", "peace"),),
        army_man=(("Vienna", "Tunis", ""), ("Prague", "Munich", "hostile"), ("Budapest", "Romania", "")),
    )
    batch = batch_of(state, plan)
    asked = do(state, "Ann", "maneuver_batch", fleet_man=batch.fleet_man, army_man=batch.army_man)
    state = do(asked, "Ben", "dictator_peace", accept=False)
    decision = planned(state, plan)
    assert [row.destination for row in decision.rows] == ["Tunis", "Munich", "Romania"]
    assert [row.problem and "Tunis" in str(row.problem) for row in decision.rows] == [True, None, None]
    assert decision.overtaken
    with pytest.raises(RuleViolation, match=r"Your plan is kept; row 2 needs a new place\."):
        build_action(state, "Ann", plan, {"type": "maneuver_batch"}, setup=STANDARD)
    # The plan has been changed since: now it is the player's own doing.
    changed = edit_draft(state, "Ann", plan, {"up": ["1"]}, setup=STANDARD)
    assert not planned(state, changed).overtaken
    with pytest.raises(RuleViolation, match=r"stale: Row 3 needs a new place\.$"):
        build_action(state, "Ann", changed, {"type": "maneuver_batch"}, setup=STANDARD)


def test_a_plan_submitted_elsewhere_counts_more_than_the_draft_it_overtook() -> None:
    bonds = {"Austria": {"Ann": [5]}, "Italy": {"Ben": [5]}}
    state = maneuver(bonds=bonds, armies={"Austria": ["Vienna", "Prague", "Budapest"], "Italy": ["Venice"]})
    old = draft_of(state, army_man=(("Prague", "Munich", "hostile"),))
    sent = [["Vienna", "Venice", "peace"], ["Budapest", "Romania", ""], ["Prague", "Prague", ""]]
    state = do(do(state, "Ann", "maneuver_batch", army_man=sent), "Ben", "dictator_peace", accept=True)
    rows = planned(state, old).rows
    assert [(row.origin, row.destination) for row in rows] == [("Budapest", "Romania"), ("Prague", "Prague")]
    # A step would discard it, so the plan that is shown is written down.
    kept = with_plan(state, old)
    after = planned(stepped(state, kept), kept)
    assert [row.destination for row in after.rows] == ["Prague"]


def test_a_draft_is_for_one_maneuver() -> None:
    state = maneuver(armies={"Austria": ["Vienna"]})
    plan = draft_of(state, army_man=(("Vienna", "Romania", ""),))
    later = replace(state, round=state.round + 1)
    assert planned(later, plan).rows[0].destination == "Vienna"


def taken(state: State, plan: Draft) -> tuple[str, str, str]:
    step = build_action(state, "Ann", plan, {"type": "maneuver_step"}, setup=STANDARD)
    assert isinstance(step, ManeuverStep)
    return str(step.origin), step.destination, step.action


def stepped(state: State, plan: Draft) -> State:
    origin, destination, action = taken(state, plan)
    return do(state, "Ann", "maneuver_step", origin=origin, destination=destination, action=action)
