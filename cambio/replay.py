"""Opening, seed and log give the stored state: how an audit works."""

from cambio import store, table
from cambio.models import GameSession
from cambio.services import open_table
from cambio.table import Table
from tabletop.play import SETTLE
from tabletop.shuffle import shuffle_at


class BrokenLog(Exception):
    """The log has a gap, or tells something else than the rows."""


def replay(row: GameSession) -> Table:
    state = open_table(row.opening)
    seed = bytes(row.shuffle_seed)
    for number, entry in enumerate(row.actions.order_by("seq"), start=1):
        if entry.seq != number:
            raise BrokenLog(f"The log has a gap before {entry.seq}.")
        shuffle = shuffle_at(seed, str(entry.seq))
        if entry.payload == SETTLE:
            state, events = table.settle(state, now=entry.at, shuffle=shuffle)
        else:
            state, events = table.apply(state, entry.actor, entry.payload, now=entry.at, shuffle=shuffle)
        told = [event.to_json() | {"audience": event.audience and list(event.audience)} for event in events]
        if told != entry.events:
            raise BrokenLog(f"Action {entry.seq} tells something else when it is repeated.")
    return state


def verify(row: GameSession) -> None:
    """Raises BrokenLog unless the replayed table is the stored one."""
    loaded = store.load(row.pk)
    if row.actions.count() != loaded.row.seq:
        raise BrokenLog("The log does not end where the table stands.")
    try:
        replayed = replay(row)
    except BrokenLog:
        raise
    except Exception as error:
        raise BrokenLog(f"The log cannot be repeated: {error}") from error
    if replayed != loaded.state:
        raise BrokenLog("The rows differ from what the log says.")
