"""The finished table that a next one follows tells who comes (rules 5 of the table).

Who changes both locks the finished one first, so that two never wait for each other in a ring.
"""

from typing import Any
from uuid import UUID

from tabletop.engine import Engine, Move
from tabletop.live.announce import announce_after_commit
from tabletop.play import submit
from tabletop.table import Decline, PlayAgain


def lock_finished(engine: Engine, next_id: UUID) -> UUID | None:
    """Locks the table that this one follows, before this one itself is locked; None for a table that follows none."""
    games: Any = engine.store.games
    before = games._default_manager.select_for_update(no_key=True).filter(rematch=next_id)
    found: UUID | None = before.values_list("pk", flat=True).first()
    return found


def tell_who_comes(engine: Engine, finished_id: UUID, person: UUID) -> None:
    """The person has sat down at the next table, by whatever road; raises and announces like `submit`."""
    seat = engine.store.load(finished_id, for_update=True).seat_of(person=person)
    # Who only looked on was not asked.
    if seat is not None:
        submit(engine, finished_id, Move(action=PlayAgain(), seat=seat))


def tell_who_does_not(engine: Engine, finished_id: UUID, person: UUID) -> None:
    """The person's seat at the next table is free again; announces the finished table and the person's list."""
    loaded = engine.store.load(finished_id, for_update=True)
    seat = loaded.seat_of(person=person)
    if seat is not None:
        gone = Decline(seat_id=loaded.sitters[seat].seat_id)
        submit(engine, finished_id, Move(action=gone, topics=(f"person:{person}",)))


def tell_nobody_comes(engine: Engine, finished_id: UUID) -> None:
    """The next table is gone; announces the finished table and the lists of its people."""
    people = [f"person:{sitter.person}" for sitter in engine.store.load(finished_id).sitters.values() if sitter.person]
    submit(engine, finished_id, Move(action=Decline()))
    announce_after_commit(*people)
