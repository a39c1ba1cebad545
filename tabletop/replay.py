"""Opening, seed and log give the stored state again: how an audit works, and how a process follows another one."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import msgspec

from tabletop.batch import Unwritten
from tabletop.engine import AnnouncedStep, Engine, Loaded, Receipt, fingerprint
from tabletop.models import ActionRow, GameRow, copy_row
from tabletop.play import SETTLE, UNDO, shuffle_for
from tabletop.rows import read_seq
from tabletop.rules import Event, Fault, Json, Shuffle, Step
from tabletop.shuffle import shuffle_at
from tabletop.table import Table

PROSE = {"line", "description"}
"""What an event says to people. A later version may say the same otherwise, so it is the facts that are compared."""


class BrokenLog(Exception):
    """The log has a gap, or tells something else than the rows."""


RepeatStep = Callable[[Engine, Any, ActionRow, Shuffle], Step[Any]]


def repeat_step(engine: Engine, state: Any, entry: ActionRow | AnnouncedStep, shuffle: Shuffle) -> Step[Any]:
    """What the rules made of this entry of the log."""
    if entry.payload == SETTLE:
        return engine.rules.settle(state, now=entry.at, shuffle=shuffle)
    actor: Any = entry.actor  # None for a person who takes a seat in this step
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
        logged = [event.to_json() | {"audience": event.audience and list(event.audience)} for event in _without(events)]
        if _facts(logged) != _facts(entry.events):
            raise BrokenLog(f"Action {entry.seq} tells something else when it is repeated.")
    return state


def follow_step(engine: Engine, known: Loaded[Any], step: AnnouncedStep) -> Receipt | None:
    """The receipt of a step that another process has made on this very position, as its rows would tell it.

    None where it does not follow from the position alone: in a waiting room, and when a move is taken back. None as
    well where it leads to another state here than there. Times that the other process took from the clock as it wrote
    (`updated_at`) are those of this call.
    """
    waits = known.state.game is None
    if step.seq != known.row.seq + 1 or step.version != engine.version or waits or step.payload == UNDO:
        return None
    state, events = repeat_step(engine, known.state, step, shuffle_for(engine, known))
    happened, row = _without(events), copy_row(known.row)
    row.seq = step.seq
    after = replace(known, row=row, state=engine.as_loaded(state))
    if fingerprint(after) != step.fingerprint:
        return None
    # Sets the columns of the row.
    engine.store.save(replace(known, row=row), state, happened, Unwritten())
    logged = tuple(event.to_json() | {"audience": event.audience} for event in happened)
    return Receipt(
        seq=step.seq, before=known, loaded=after, seat=step.actor, events=logged, happened=happened, at=step.at
    )


def _without(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events without failures, which the log does not keep."""
    return tuple(event for event in events if not isinstance(event, Fault))


def _facts(events: Iterable[Json]) -> list[Json]:
    return [{name: fact for name, fact in event.items() if name not in PROSE} for event in events]


def verify(engine: Engine, row: GameRow, replayed: Callable[[], Any]) -> None:
    """Raises BrokenLog unless the replayed state is the stored one. Looks again if the game goes on meanwhile."""
    while True:
        loaded = engine.store.load(row.pk)
        try:
            return _compare(engine, loaded, replayed)
        except BrokenLog:
            if read_seq(engine.store.games, row.pk) == loaded.row.seq:
                raise


def _cannot_tell_waits(engine: Engine, log: Any, stored: Any) -> bool:
    """Whether a part of the log was written by a version that kept `waits` otherwise, or not at all."""
    return isinstance(stored, Table) and log.filter(engine_version__in=engine.versions_without_waits).exists()


def _compare(engine: Engine, loaded: Loaded[Any], replayed: Callable[[], Any]) -> None:
    log, stored = engine.store.actions._default_manager.filter(game=loaded.row.pk), loaded.state
    if log.count() != loaded.row.seq:
        raise BrokenLog("The log does not end where the table stands.")
    try:
        state = replayed()
    except BrokenLog:
        raise
    except Exception as error:
        raise BrokenLog(f"The log cannot be repeated: {error}") from error
    if state != stored and _cannot_tell_waits(engine, log, stored):
        state = msgspec.structs.replace(state, waits=stored.waits)
    if state != stored:
        raise BrokenLog("The rows differ from what the log says.")
