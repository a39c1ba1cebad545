"""Who is at the table. A seat is present while a socket of its is open in any process.

A reload closes one socket and opens another: only a seat without a socket for GRACE_SECONDS is away. A killed process
cannot say goodbye, so its rows go stale and the clock sweeps them up.
"""

import logging
from typing import Any
from uuid import UUID

import msgspec

from tabletop import play
from tabletop.games import get_engine
from tabletop.models import Deadline, Presence
from tabletop.play import Engine, Loaded
from tabletop.rules import Json, RuleViolation, Seat, Shuffle, Step

GRACE_SECONDS = 3.0
STALE_SECONDS = 15.0
AWAY = "away:"
POLLING = UUID(int=0)
"""Stands for all pages that live without a socket."""

log = logging.getLogger(__name__)


def arrive(engine: Engine, game_id: UUID, seat: Seat, *, process: UUID, now: float) -> None:
    """The first socket of this seat in this process has opened."""
    Presence.objects.bulk_create(
        [Presence(game_slug=engine.slug, game_id=game_id, seat=as_text(seat), process=process, seen_at=now)],
        update_conflicts=True,
        unique_fields=["game_slug", "game_id", "seat", "process"],
        update_fields=["seen_at"],
    )
    if engine.left is not None:
        Deadline.objects.filter(game_slug=engine.slug, game_id=game_id, task=AWAY + as_text(seat)).delete()
    _tell_rules(engine, game_id, seat, engine.arrived, here=True, now=now)


def leave(engine: Engine, game_id: UUID, seat: Seat, *, process: UUID, now: float) -> None:
    """The last socket of this seat in this process has closed."""
    Presence.objects.filter(game_slug=engine.slug, game_id=game_id, seat=as_text(seat), process=process).delete()
    _ask_again_later(engine, game_id, as_text(seat), now=now)


def polled(engine: Engine, game_id: UUID, seat: Seat, *, now: float) -> None:
    """A page without a socket has asked for news: as long as it goes on asking, its seat is taken."""
    mine = Presence.objects.filter(game_slug=engine.slug, game_id=game_id, seat=as_text(seat), process=POLLING)
    if not mine.update(seen_at=now):
        arrive(engine, game_id, seat, process=POLLING, now=now)


def reconcile(here: set[tuple[str, UUID, Seat]], *, process: UUID, now: float) -> None:
    """Makes the rows of a process agree with its sockets, whatever went wrong between: (slug, game, seat) of each."""
    Presence.objects.filter(process=process).update(seen_at=now)
    rows = {(row.game_slug, row.game_id, from_text(row.seat)) for row in Presence.objects.filter(process=process)}
    for slug, game_id, seat in rows - here:
        leave(get_engine(slug), game_id, seat, process=process, now=now)
    for slug, game_id, seat in here - rows:
        arrive(get_engine(slug), game_id, seat, process=process, now=now)


def sweep(*, now: float) -> None:
    """Forgets the sockets of processes that have died, and pages that have stopped to ask."""
    stale = Presence.objects.filter(seen_at__lt=now - STALE_SECONDS)
    for row in list(stale):
        if stale.filter(pk=row.pk).delete()[0]:
            _ask_again_later(get_engine(row.game_slug), row.game_id, row.seat, now=now)


def confirm_absence(engine: Engine, deadline: Deadline, *, now: float) -> None:
    """The grace is over: if the seat is really empty, the rules hear of it."""
    seat = from_text(deadline.task.removeprefix(AWAY))
    _tell_rules(engine, deadline.game_id, seat, engine.left, here=False, now=now)
    deadline.remove_unless_moved()


def _tell_rules(engine: Engine, game_id: UUID, seat: Seat, action: Json | None, *, here: bool, now: float) -> None:
    if action is None:
        return

    def apply_if_still_true(loaded: Loaded[Any], now: float, shuffle: Shuffle) -> Step[Any]:
        # Asked under the game's lock, so that of an arrival and an absence at once the later one wins.
        if is_present(engine, game_id, seat, now=now) is not here:
            return loaded.state, ()
        return engine.rules.apply(loaded.state, seat, action, now=now, shuffle=shuffle)

    try:
        play.transact(engine, game_id, actor=seat, payload=action, step=apply_if_still_true, now=now)
    except RuleViolation as refusal:
        # A game that is over may have no use for it; asking again would not help.
        log.info("the rules do not take %s of seat %s: %s", action, seat, refusal)


def is_present(engine: Engine, game_id: UUID, seat: Seat, *, now: float) -> bool:
    return Presence.objects.filter(
        game_slug=engine.slug, game_id=game_id, seat=as_text(seat), seen_at__gte=now - STALE_SECONDS
    ).exists()


def as_text(seat: Seat) -> str:
    return msgspec.json.encode(seat).decode()


def from_text(text: str) -> Seat:
    return msgspec.json.decode(text, type=int | str)


def _ask_again_later(engine: Engine, game_id: UUID, seat: str, *, now: float) -> None:
    # To some rules it makes no difference who is away: no clock need ask for them.
    if engine.left is None or Presence.objects.filter(game_slug=engine.slug, game_id=game_id, seat=seat).exists():
        return
    Deadline.set(game_slug=engine.slug, game_id=game_id, task=AWAY + seat, due_at=now + GRACE_SECONDS)
