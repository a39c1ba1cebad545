"""Steps back and forth: what turns one saved state into another, not the states themselves.

A deal takes cards off one end of a pile and puts them on the end of another. So fifty steps of a deck of a thousand
cards are a few kilobytes, kept and written with the deck in one row.
"""

from collections.abc import Sequence
from typing import Any

from tabletop.rules import Json

MOST_STEPS = 50


def difference(source: Json, target: Json) -> Json:
    """For each field that differs: [] takes it away, [value] sets it, [start, end, items] exchanges a list's middle."""
    changes: Json = {}
    for field in sorted(source.keys() | target.keys()):
        if field not in target:
            changes[field] = []
        elif field not in source:
            changes[field] = [target[field]]
        elif source[field] != target[field] or type(source[field]) is not type(target[field]):
            changes[field] = _exchange(source[field], target[field])
    return changes


def apply(changes: Json, source: Json) -> Json:
    target = dict(source)
    for field, change in changes.items():
        if not change:
            del target[field]
        elif len(change) == 1:
            target[field] = change[0]
        else:
            start, end, items = change
            target[field] = [*source[field][:start], *items, *source[field][end:]]
    return target


def pushed(steps: Sequence[Json], step: Json) -> list[Json]:
    """The latest steps with one more; the oldest is forgotten when there are too many."""
    return [*steps, step][-MOST_STEPS:]


def _exchange(source: Any, target: Any) -> list[Any]:
    if not (isinstance(source, list) and isinstance(target, list)):
        return [target]
    shorter = min(len(source), len(target))
    start = next((index for index in range(shorter) if source[index] != target[index]), shorter)
    rest = shorter - start
    same_end = next((index for index in range(rest) if source[-1 - index] != target[-1 - index]), rest)
    return [start, len(source) - same_end, target[start : len(target) - same_end]]
