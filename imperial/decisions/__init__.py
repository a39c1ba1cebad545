"""The decision of a player: what is asked now, what can be answered, and what each answer would do.

Pure, like the rules it asks: a function of the state, the player and the player's draft. Pages draw it; nothing here
decides anything.
"""

from imperial.decisions.decision import build_decision
from imperial.decisions.draft import Draft

__all__ = ["Draft", "build_decision"]
