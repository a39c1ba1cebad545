"""What becomes of seats, noted for the public history of games that keep theirs by turns."""

from collections.abc import Sequence

from msgspec.structs import replace

from tabletop.rules import Event
from tabletop.table.events import OfferWithdrawn, SeatOffered, SeatTaken, SeatTakenBack, SeatTakenOver
from tabletop.table.plug import GamePlug
from tabletop.table.state import SeatNote, Table

MOST_NOTES = 40
SeatEvent = SeatTakenOver | SeatTakenBack | SeatOffered | OfferWithdrawn | SeatTaken


def with_seat_notes(plug: GamePlug, table: Table, events: Sequence[Event]) -> Table:
    """The table with notes of these events, the oldest forgotten; an offer says by itself that a bot plays on."""
    told = [event for event in events if isinstance(event, SeatEvent)]
    turn = None if table.game is None or not told else plug.last_turn(table.game)
    if turn is None:
        return table
    offered = {event.player_id for event in told if isinstance(event, SeatOffered)}
    notes = list(table.waits.seat_notes)
    for event in told:
        if isinstance(event, SeatTakenOver) and event.player_id in offered:
            continue
        number = notes[-1].number + 1 if notes else 1
        what = str(type(event).__struct_config__.tag)
        notes.append(SeatNote(number=number, seat_id=event.player_id, what=what, turn=turn))
    return replace(table, waits=replace(table.waits, seat_notes=tuple(notes[-MOST_NOTES:])))


def with_notes_of_the_past(plug: GamePlug, table: Table) -> Table:
    """After an undo: what became of seats since then stays, as if it had been in the turn that is the last one now."""
    turn, notes = plug.last_turn(table.game), table.waits.seat_notes
    if turn is None or not notes or notes[-1].turn <= turn:
        return table
    notes = tuple(replace(note, turn=min(note.turn, turn)) for note in notes)
    return replace(table, waits=replace(table.waits, seat_notes=notes))
