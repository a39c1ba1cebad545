"""Memory of a bot: grows only by the events addressed to its seat."""

from collections.abc import Iterable
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from cambio.bots.levels import Level
from cambio.rules.cards import CARDS_PER_PLAYER, Card
from tabletop.rules import Json

UNKNOWN = "?"
"""A card that the bot has not been shown."""
KEPT = "kept"
"""A card that its owner drew from the deck and kept: unseen, but probably low."""

Hands = tuple[tuple[str, ...], ...]


class Memory(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """Stored as JSON lists: a database may reorder the fields of an object, and stored tables are compared."""

    hands: Hands = ()
    """By seat and position: a card, UNKNOWN or KEPT."""
    held: str | None = None
    """The held card, as far as the bot knows it."""
    turns: int = 0
    """Number of turns that the bot has begun."""
    gone: tuple[Card, ...] | None = None
    """The discard pile; None for a bot that does not count cards."""


SomeMemory = TypeVar("SomeMemory", bound=Memory)


def recall(stored: msgspec.Raw, *, players: int) -> Memory:
    """Decodes a memory; a damaged one, or that of a bot that took over in mid-game, starts empty."""
    return recall_as(Memory, stored, players=players)


def recall_as(kind: type[SomeMemory], stored: msgspec.Raw, *, players: int) -> SomeMemory:
    """The same for a memory that may hold more."""
    try:
        memory = msgspec.json.decode(stored, type=kind)
    except msgspec.DecodeError:
        memory = kind()
    if len(memory.hands) == players and all(len(hand) == CARDS_PER_PLAYER for hand in memory.hands):
        return memory
    return kind(hands=((UNKNOWN,) * CARDS_PER_PLAYER,) * players)


def learn(stored: msgspec.Raw, heard: Iterable[Json], *, seat: int, players: int, level: Level) -> msgspec.Raw:
    """Returns the memory after these events; the table passes only events that the seat may see."""
    memory = recall(stored, players=players)
    seen = memory
    for event in heard:
        seen = remember_event(seen, event, me=seat, counts_cards=level == "hard")
    return stored if seen == memory else msgspec.Raw(msgspec.json.encode(seen))


def remember_event(  # noqa: PLR0911 - one for each event
    memory: SomeMemory, event: Json, *, me: int, counts_cards: bool
) -> SomeMemory:
    """What the bot in seat `me` remembers after an event; with `counts_cards` also what lies on the discard pile."""
    match event:
        case {"type": "GAME_STARTED", "discardTop": top}:
            return replace(memory, gone=(top,) if counts_cards else None)
        case {"type": "INITIAL_CARDS", "cards": cards}:
            for shown in cards:
                memory = _placed(memory, me, shown["position"], shown["card"])
            return memory
        case {"type": "TURN_STARTED", "playerId": seat} if seat == me:
            return replace(memory, turns=memory.turns + 1)
        case {"type": "CARD_DRAWN", "source": source}:
            memory = replace(memory, held=event.get("card", KEPT))
            return replace(memory, gone=memory.gone[:-1]) if memory.gone and source == "discard" else memory
        case {"type": "CARD_SWAPPED", "playerId": seat, "position": position, "discardedCard": card}:
            return _discarded(_placed(memory, seat, position, memory.held or UNKNOWN), card)
        case {"type": "CARD_DISCARDED", "card": card}:
            return _discarded(memory, card)
        case {"type": "TURN_FORFEITED", "card": str(card)}:
            return _discarded(memory, card)
        case {"type": "CARD_REVEALED", "ownerId": seat, "position": position, "card": card}:
            return _placed(memory, seat, position, card)
        case {"type": "SWAP_COMPLETED", "playerId": seat, "position": position}:
            return _exchanged(memory, (seat, position), (event["targetPlayerId"], event["targetPosition"]))
        case {"type": "DECK_RESHUFFLED", "discardTop": top}:
            return replace(memory, gone=(top,)) if memory.gone is not None else memory
    return memory


def _placed(memory: SomeMemory, seat: int, position: int, card: str) -> SomeMemory:
    """The memory with this card in this place."""
    hand = memory.hands[seat]
    hand = (*hand[:position], card, *hand[position + 1 :])
    return replace(memory, hands=(*memory.hands[:seat], hand, *memory.hands[seat + 1 :]))


def _discarded(memory: SomeMemory, card: Card) -> SomeMemory:
    return replace(memory, held=None, gone=None if memory.gone is None else (*memory.gone, card))


def _exchanged(memory: SomeMemory, one: tuple[int, int], other: tuple[int, int]) -> SomeMemory:
    first, second = memory.hands[one[0]][one[1]], memory.hands[other[0]][other[1]]
    return _placed(_placed(memory, *one, second), *other, first)
