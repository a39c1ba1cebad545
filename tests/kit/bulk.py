"""How much of the bulk a run plays: random games, examples, deals, races.

A tenth by default, everything with `--long`, more with `--bulk=20`. What a test proves does not depend on it, only how
hard it tries.
"""

import os


def bulk(whole: int, *, least: int = 1) -> int:
    """The share of `whole` that this run plays, but not less than `least`: what a test needs to mean anything."""
    return max(round(whole * float(os.environ.get("TEST_BULK", "0.1"))), min(least, whole))


def is_long() -> bool:
    """Whether this run plays everything."""
    return float(os.environ.get("TEST_BULK", "0.1")) >= 1
