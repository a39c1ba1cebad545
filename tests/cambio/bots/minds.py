"""A bot's situation set up by hand: what it remembers, what it sees, and what it does."""

from collections.abc import Sequence
from typing import Any

import msgspec

from cambio import bots, rules
from cambio.bots.levels import Level
from cambio.bots.memory import Memory
from cambio.rules import Action

OWN = ("Ah", "Ad", "Ac", "As")
THEIRS = ("2h", "2d", "2c", "2s")
UNKNOWN_HAND = ("?", "?", "?", "?")


def choice(
    level: Level,
    remembered: Sequence[Sequence[str]],
    *,
    turns: int = 0,
    gone: tuple[str, ...] | None = None,
    power: str | None = None,
    **position: Any,
) -> Action:
    """What the bot in seat 0 does. `power`: a card it has just let go, with that card's power open."""
    hands = [OWN, THEIRS, ("3h", "3d", "3c", "3s"), ("4h", "4d", "4c", "4s")][: len(remembered)]
    position = {"hands": hands, "deck": ("5h", "5d", "5c", "5s"), "discard": ("10c",), "held": power} | position
    game = rules.arrange(**position)
    if power is not None:
        game, _events = rules.apply(game, 0, {"type": "discard"}, now=0.0, shuffle=list)
    memory = Memory(hands=tuple(tuple(hand) for hand in remembered), turns=turns, gone=gone)
    menu = rules.legal_actions(game, 0, now=0.0)
    chosen = bots.decide(rules.view(game, 0, now=0.0), msgspec.Raw(msgspec.json.encode(memory)), menu, level=level)
    assert chosen in menu
    return chosen
