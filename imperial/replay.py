"""Opening, seed and log give the stored state: how an audit works."""

from msgspec.structs import replace

from imperial import store, table
from imperial.models import Game
from imperial.openings import opened_table
from imperial.services.moves import UNDO
from imperial.table import Table
from tabletop.play import SETTLE
from tabletop.shuffle import shuffle_at


class BrokenLog(Exception):
    """The log has a gap, or tells something else than the rows."""


def replay(row: Game) -> Table:
    """The table with its whole public log."""
    state = opened_table(row.opening, setup=store.setup_text(row.setup_id))
    seed = bytes(row.shuffle_seed)
    submitted: list[Table] = []
    """The table before each submission that has not been taken back: what an undo goes back to."""
    for number, entry in enumerate(row.actions.order_by("seq"), start=1):
        if entry.seq != number:
            raise BrokenLog(f"The log has a gap before {entry.seq}.")
        before, shuffle = state, shuffle_at(seed, table.place(state))
        if entry.payload == SETTLE:
            state, events = table.settle(state, now=entry.at, shuffle=shuffle)
        elif entry.payload == UNDO:
            state, events = table.undo(state, entry.actor, submitted.pop().game, now=entry.at)
        else:
            state, events = table.apply(state, entry.actor, entry.payload, now=entry.at, shuffle=shuffle)
        if before.game is not None and state.game is not None and state.game.turn_id > before.game.turn_id:
            submitted.append(before)
        told = [event.to_json() | {"audience": event.audience and list(event.audience)} for event in events]
        if told != entry.events:
            raise BrokenLog(f"Action {entry.seq} tells something else when it is repeated.")
    return state


def verify(row: Game) -> None:
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
    lines = [] if replayed.game is None else list(replayed.game.history)
    if lines != store.lines(row.pk):
        raise BrokenLog("The public log differs from what the log of actions says.")
    if replayed.game is not None:
        replayed = replace(replayed, game=replace(replayed.game, history=()))
    if replayed != loaded.state:
        raise BrokenLog("The rows differ from what the log says.")
