"""Opening, seed and log give the stored state again: how an audit works."""

from collections.abc import Callable, Iterable
from typing import Any

from tabletop.engine import Engine
from tabletop.models import ActionRow, GameRow
from tabletop.play import SETTLE
from tabletop.rules import Fault, Json, Shuffle, Step
from tabletop.shuffle import shuffle_at

WORDS = {"line", "description"}
"""What an event says to people. A later version may say the same otherwise, so it is the facts that are compared."""


class BrokenLog(Exception):
    """The log has a gap, or tells something else than the rows."""


RepeatStep = Callable[[Engine, Any, ActionRow, Shuffle], Step[Any]]


def repeat_step(engine: Engine, state: Any, entry: ActionRow, shuffle: Shuffle) -> Step[Any]:
    """What the rules made of this entry of the log."""
    if entry.payload == SETTLE:
        return engine.rules.settle(state, now=entry.at, shuffle=shuffle)
    actor: Any = entry.actor  # none of somebody who sits down
    return engine.rules.apply(state, actor, entry.payload, now=entry.at, shuffle=shuffle)


def replay(engine: Engine, row: GameRow, opened: Any, *, step: RepeatStep = repeat_step) -> Any:
    """The state after the whole log, from the one before its first action. Raises BrokenLog."""
    state, seed = opened, bytes(row.shuffle_seed)
    log = engine.store.actions._default_manager.filter(game=row.pk)
    for number, entry in enumerate(log.order_by("seq"), start=1):
        if entry.seq != number:
            raise BrokenLog(f"The log has a gap before {entry.seq}.")
        place = str(entry.seq) if engine.chance_key is None else engine.chance_key(state)
        state, events = step(engine, state, entry, shuffle_at(seed, place))
        events = tuple(event for event in events if not isinstance(event, Fault))
        told = [event.to_json() | {"audience": event.audience and list(event.audience)} for event in events]
        if _facts(told) != _facts(entry.events):
            raise BrokenLog(f"Action {entry.seq} tells something else when it is repeated.")
    return state


def _facts(events: Iterable[Json]) -> list[Json]:
    return [{name: fact for name, fact in event.items() if name not in WORDS} for event in events]


def verify(engine: Engine, row: GameRow, replayed: Callable[[], Any]) -> None:
    """Raises BrokenLog unless the replayed state is the stored one."""
    loaded = engine.store.load(row.pk)
    if engine.store.actions._default_manager.filter(game=row.pk).count() != loaded.row.seq:
        raise BrokenLog("The log does not end where the table stands.")
    try:
        state = replayed()
    except BrokenLog:
        raise
    except Exception as error:
        raise BrokenLog(f"The log cannot be repeated: {error}") from error
    if state != loaded.state:
        raise BrokenLog("The rows differ from what the log says.")
