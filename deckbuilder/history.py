"""Undo and redo steps, kept with the deck in one row: only the Deckbuilder has no log to go back in.

A difference lists only the changed middle of each list, and names a card that was in the deck before by its index: a
deal moves cards between the ends of piles, and a shuffle brings no new cards. Fifty steps of a deck of a thousand cards
take some kilobytes.
"""

import json
from typing import Any

import msgspec
from msgspec import Raw

from tabletop.rules import Json

MOST_STEPS = 50
PILES = ("drawPile", "discardPile", "hand")
_STEPS = msgspec.json.Decoder(list[Raw])


def difference(source: Json, target: Json) -> Json:
    """Maps each changed field to [] (delete), [value] (set) or [start, end, items] (replace a slice of a list)."""
    changes: Json = {}
    places = {card: place for place, card in enumerate(_cards(source))}
    for field in sorted(source.keys() | target.keys()):
        if field not in target:
            changes[field] = []
        elif field not in source:
            changes[field] = [target[field]]
        elif source[field] != target[field] or type(source[field]) is not type(target[field]):
            changes[field] = _replacement(source[field], target[field])
            if field in PILES and len(changes[field]) == 3:
                start, end, items = changes[field]
                changes[field] = [start, end, [places.get(card, card) for card in items]]
    return changes


def apply(changes: Json, source: Json) -> Json:
    """Raises LookupError, TypeError or ValueError for changes that do not fit the source."""
    target, cards = dict(source), _cards(source)
    for field, change in changes.items():
        if not change:
            del target[field]
        elif len(change) == 1:
            target[field] = change[0]
        else:
            start, end, items = change
            if field in PILES:
                items = [cards[item] if isinstance(item, int) else item for item in items]
            target[field] = [*source[field][:start], *items, *source[field][end:]]
    return target


def steps_in(text: str) -> list[Raw]:
    """Leaves the steps undecoded, because most callers add or remove one; unreadable text holds no steps."""
    try:
        steps = _STEPS.decode(text)
    except ValueError:
        return []
    return steps if all(bytes(step).startswith(b"{") for step in steps) else []


def pushed(text: str, step: Json) -> str:
    """Appends a step; the oldest is dropped beyond the limit."""
    added = Raw(json.dumps(step, separators=(",", ":")).encode())
    return msgspec.json.encode([*steps_in(text), added][-MOST_STEPS:]).decode()


def popped(text: str) -> tuple[Json | None, str]:
    """Returns the latest step, None if there is none, and the text without it."""
    steps = steps_in(text)
    latest = json.loads(bytes(steps.pop())) if steps else None
    return latest, msgspec.json.encode(steps).decode()


def _cards(saved: Json) -> list[str]:
    return [card for pile in PILES for card in saved.get(pile, ())]


def _replacement(source: Any, target: Any) -> list[Any]:
    if not (isinstance(source, list) and isinstance(target, list)):
        return [target]
    shorter = min(len(source), len(target))
    start = next((index for index in range(shorter) if source[index] != target[index]), shorter)
    rest = shorter - start
    same_end = next((index for index in range(rest) if source[-1 - index] != target[-1 - index]), rest)
    return [start, len(source) - same_end, target[start : len(target) - same_end]]
