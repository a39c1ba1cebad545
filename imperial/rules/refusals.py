"""Refusals: a stable code (rules 8) and a sentence that names the broken rule."""

from typing import Literal

from tabletop.rules import Filling, RuleViolation, say

Code = Literal[
    "invalid_request",
    "not_your_turn",
    "wrong_mode",
    "illegal_bid",
    "unavailable_stock",
    "off_limits",
    "cannot_afford",
    "bad_return",
    "illegal_spot",
    "illegal_place",
    "limit",
    "unreachable",
    "no_convoy",
    "illegal_action",
    "wrong_units",
    "stale",
    "nothing_to_undo",
]


def refusal(code: Code, template: str, /, **values: Filling) -> RuleViolation:
    return RuleViolation(code, say(template, **values))
