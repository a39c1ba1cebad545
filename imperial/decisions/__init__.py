"""The decision that a player faces: the question, the possible answers, and the effect of each.

Pure, like the rules: a function of the state, the player and the player's draft. Sentences are left to the pages to
translate.
"""

from imperial.decisions.decision import build_decision
from imperial.decisions.draft import Draft

__all__ = ["Draft", "build_decision"]
