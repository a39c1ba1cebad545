"""Answering somebody else's plan."""

from imperial.decisions import Draft, build_decision
from tests.imperial.rules.positions import STANDARD, do, position


def test_only_units_that_are_left_after_the_moves_so_far_can_be_given_in_a_fight() -> None:
    bonds = {"Austria": {"Ann": [5]}, "Italy": {"Ben": [5]}}
    state = position(
        bonds=bonds, armies={"Austria": ["Trieste", "Vienna"], "Italy": ["Venice"]}, fleets={"Italy": ["Venice"]}
    )
    state = do(state, "Ann", "propose", wheel_spot="L-Maneuver")
    peace = ("Vienna", "Venice", "peace")
    asked = do(state, "Ann", "maneuver_batch", army_man=[peace, ("Trieste", "Trieste", "")])
    assert build_decision(asked, "Ben", Draft(), setup=STANDARD)["sacrifices"] == ["army", "fleet"]
    fight = ("Trieste", "Venice", "war Italy fleet")
    asked = do(state, "Ann", "maneuver_batch", army_man=[fight, peace])
    assert build_decision(asked, "Ben", Draft(), setup=STANDARD)["sacrifices"] == []
