"""The decision that a player faces. A room of its own because Imperial's answers are planned before they are sent.

The question, the possible answers, and the effect of each.

Pure, like the rules: a function of the state, the player and the player's draft. Sentences are left to the pages to
translate.
"""

from imperial.decisions.decision import build_decision
from imperial.decisions.draft import Draft

__all__ = ["Draft", "build_decision"]
