"""What a coach explains, each thing once: when it first matters to the seat (rules 18.1).

Follows the events that are addressed to the seat, as bots do, and knows nothing else.
"""

from collections.abc import Collection, Iterable, Iterator

import msgspec
from msgspec.structs import replace

from cambio.bots.memory import Memory, recall_as, remember_event
from cambio.bots.player import MEAN_POINTS
from cambio.rules.cards import POINTS, POWERS
from tabletop.rules import Json

LESSONS = (
    *("look", "turn", "points", "pile", "call"),
    *("peek_own", "peek_opponent", "blind_swap", "look_own"),
    *("their_look", "their_swap", "called", "final"),
)
WORTH_CALLING_POINTS = 12.0
CALL_IS_TOLD_BY_TURN = 4
OWN_STEPS = {
    "INITIAL_VIEW_CONFIRMED",
    "CARD_DRAWN",
    "CARD_SWAPPED",
    "CARD_DISCARDED",
    "POWER_USED",
    "POWER_SKIPPED",
    "CAMBIO_CALLED",
}
"""A player who has gone on has read what was explained before."""


class CoachMemory(Memory, frozen=True, kw_only=True, array_like=True):
    """All that the best bot would remember in this seat, and what has been explained."""

    told: tuple[str, ...] = ()
    telling: str | None = None
    """One of LESSONS: what is explained now."""


def learn(
    stored: msgspec.Raw, heard: Iterable[Json], *, seat: int, players: int, told: Collection[str] = ()
) -> msgspec.Raw:
    """Returns the memory after these events; `told` is what was explained at earlier tables."""
    memory = recall_as(CoachMemory, stored, players=players)
    events, after = list(heard), memory
    for event in events:
        after = remember_event(after, event, me=seat, counts_cards=True)
    new = next((lesson for lesson in _lessons(after, events, seat) if lesson not in (*told, *after.told)), None)
    if new is not None:
        after = replace(after, told=(*after.told, new), telling=new)
    elif any(_is_own_step(event, seat) for event in events):
        after = replace(after, telling=None)
    return stored if after == memory else msgspec.Raw(msgspec.json.encode(after))


def now_told(stored: msgspec.Raw, *, players: int) -> str | None:
    """The lesson that matters now."""
    return recall_as(CoachMemory, stored, players=players).telling


def all_told(stored: msgspec.Raw, *, players: int) -> tuple[str, ...]:
    return recall_as(CoachMemory, stored, players=players).told


def _is_own_step(event: Json, me: int) -> bool:
    return event["type"] in OWN_STEPS and event.get("playerId", event.get("callerId")) == me


def _lessons(memory: Memory, heard: Iterable[Json], me: int) -> Iterator[str]:
    """What these events give reason to explain, the most urgent first."""
    for event in heard:
        match event:
            case {"type": "INITIAL_CARDS"}:
                yield "look"
            case {"type": "CARD_DRAWN", "playerId": seat, "source": source, "card": card} if seat == me:
                yield "pile" if source == "discard" else POWERS[card] or "points"
            case {"type": "SWAP_COMPLETED", "playerId": seat} if seat != me:
                yield "their_swap"
            case {"type": "POWER_USED", "playerId": seat, "powerType": kind} if seat != me and kind != "blind_swap":
                yield "their_look"
            case {"type": "CAMBIO_CALLED", "callerId": seat}:
                yield "called" if seat == me else "final"
            case {"type": "TURN_STARTED", "playerId": seat, "phase": "playing"} if seat == me:
                yield "turn"
                if memory.turns >= CALL_IS_TOLD_BY_TURN or _expected(memory, me) <= WORTH_CALLING_POINTS:
                    yield "call"


def _expected(memory: Memory, seat: int) -> float:
    return sum(POINTS.get(place, MEAN_POINTS) for place in memory.hands[seat])
