"""The maneuver (rules 5): planned unit by unit or as a whole on a virtual board, carried out at the end."""

from imperial.rules.maneuver.carrying_out import carry_out
from imperial.rules.maneuver.entering import enter

__all__ = ["carry_out", "enter"]
