"""Steps back and forth: what turns one saved state into another, not the states themselves.

A deal takes cards off one end of a pile and puts them on the end of another, and a shuffle knows no new cards. So only
the middle of a list is noted where it changes, and a card that was there before by its place instead of its name: fifty
steps of a deck of a thousand cards are some kilobytes, kept and written with the deck in one row.
"""

import json
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Raw

from tabletop.rules import Json

MOST_STEPS = 50
_STEPS = msgspec.json.Decoder(list[Raw])
PILES = ("drawPile", "discardPile", "hand")


def difference(source: Json, target: Json) -> Json:
    """For each field that differs: [] takes it away, [value] sets it, [start, end, items] exchanges a list's middle."""
    changes: Json = {}
    places = {card: place for place, card in enumerate(_cards(source))}
    for field in sorted(source.keys() | target.keys()):
        if field not in target:
            changes[field] = []
        elif field not in source:
            changes[field] = [target[field]]
        elif source[field] != target[field] or type(source[field]) is not type(target[field]):
            changes[field] = _exchange(source[field], target[field])
            if field in PILES and len(changes[field]) == 3:
                start, end, items = changes[field]
                changes[field] = [start, end, [places.get(card, card) for card in items]]
    return changes


def apply(changes: Json, source: Json) -> Json:
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
    """The steps a row keeps, each as it is written: for one more nobody reads the others. None if they are no steps."""
    try:
        steps = _STEPS.decode(text)
    except ValueError:
        return []
    return steps if all(bytes(step).startswith(b"{") for step in steps) else []


def read(step: Raw) -> Json:
    changes: Json = json.loads(bytes(step))
    return changes


def pushed(steps: Sequence[Raw], step: Json) -> list[Raw]:
    """The latest steps with one more; the oldest is forgotten when there are too many."""
    return [*steps, Raw(json.dumps(step, separators=(",", ":")).encode())][-MOST_STEPS:]


def as_text(steps: Sequence[Raw]) -> str:
    return msgspec.json.encode(steps).decode()


def _cards(saved: Json) -> list[str]:
    """Every card of the deck, in the order of its piles. The rules save nothing but texts there."""
    return [card for pile in PILES for card in saved.get(pile, ())]


def _exchange(source: Any, target: Any) -> list[Any]:
    if not (isinstance(source, list) and isinstance(target, list)):
        return [target]
    shorter = min(len(source), len(target))
    start = next((index for index in range(shorter) if source[index] != target[index]), shorter)
    rest = shorter - start
    same_end = next((index for index in range(rest) if source[-1 - index] != target[-1 - index]), rest)
    return [start, len(source) - same_end, target[start : len(target) - same_end]]
