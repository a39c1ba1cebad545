"""Answering somebody else's plan."""

from imperial.decisions import Draft, build_decision
from imperial.decisions.voting import PeaceDecision
from imperial.rules.state import State, UnitKind
from tests.imperial.rules.positions import STANDARD, do, position


def sacrifices(asked: State) -> tuple[UnitKind, ...]:
    decision = build_decision(asked, "Ben", Draft(), setup=STANDARD)
    assert isinstance(decision, PeaceDecision)
    return decision.sacrifices


def test_only_units_that_are_left_after_the_moves_so_far_can_be_given_in_a_fight() -> None:
    bonds = {"Austria": {"Ann": [5]}, "Italy": {"Ben": [5]}}
    state = position(
        bonds=bonds, armies={"Austria": ["Trieste", "Vienna"], "Italy": ["Venice"]}, fleets={"Italy": ["Venice"]}
    )
    state = do(state, "Ann", "propose", wheel_spot="L-Maneuver")
    peace = ("Vienna", "Venice", "peace")
    asked = do(state, "Ann", "maneuver_batch", army_man=[peace, ("Trieste", "Trieste", "")])
    assert sacrifices(asked) == ("army", "fleet")
    fight = ("Trieste", "Venice", "war Italy fleet")
    asked = do(state, "Ann", "maneuver_batch", army_man=[fight, peace])
    assert sacrifices(asked) == ()
