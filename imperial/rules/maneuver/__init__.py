"""The Maneuver action (rules 5): planned in steps or as a batch on a virtual board, carried out at the end."""
