"""The maneuver (rules 5): planned unit by unit or as a whole on a virtual board, carried out at the end."""

from imperial.rules.maneuver.answers import answer_as_dictator, answer_by_vote
from imperial.rules.maneuver.batch import take_batch
from imperial.rules.maneuver.carrying_out import carry_out
from imperial.rules.maneuver.entering import enter
from imperial.rules.maneuver.menu import menu
from imperial.rules.maneuver.planner import actions_at, reachable
from imperial.rules.maneuver.step import take_step

__all__ = [
    "actions_at",
    "answer_as_dictator",
    "answer_by_vote",
    "carry_out",
    "enter",
    "menu",
    "reachable",
    "take_batch",
    "take_step",
]
