"""The Maneuver action (rules 5), a folder because it is as long as all other actions together.

Planned in steps or as a batch on a virtual board, carried out at the end.
"""
