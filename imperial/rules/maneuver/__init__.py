"""The maneuver (rules 5): planned unit by unit or as a whole on a virtual board, carried out at the end."""
