"""THE write path: the only way to change a game.

One transaction: lock the game row (or, for a game that was loaded just now, compare its number as it is written),
refuse a stale request, apply the rules (which settle overdue deadlines first), save the rows that changed, append to
the log, set the next deadline; after the commit, announce. An acknowledged move is committed, and a move happens once.

The Deckbuilder is the exception (`deckbuilder.services`): its rules are total and solo, and its log is fifty steps
back, so it writes one row in two statements.
"""

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from tabletop import timebase
from tabletop.batch import Batch
from tabletop.engine import AnnouncedStep, Engine, Loaded, Move, Outdated, Receipt
from tabletop.kept_games import forget_game, keep_game, take_game
from tabletop.keys import logged_with_key, tied_key
from tabletop.live.announce import announce, reaches_others
from tabletop.models import Deadline, copy_row
from tabletop.operation.counts import COMMIT, LOAD, RULES, SAVE, running_watch, watched
from tabletop.rows import read_seq
from tabletop.rules import Event, Fault, Json, RuleViolation, Seat, Sentence, Shuffle, Step
from tabletop.shuffle import shuffle_at

SETTLE: Json = {"type": "settle"}
"""Logged when a deadline passes and nobody acted."""
UNDO: Json = {"type": "undo"}
"""Restores the position before the latest submission of the seat: no action of the rules."""

LOG_COLUMNS = ("game_id", "seq", "actor", "payload", "events", "key", "at", "engine_version")
DEADLINE_COLUMNS = ("game_slug", "game_id", "task", "due_at", "leased_until")

log = logging.getLogger(__name__)


def read(engine: Engine, game_id: UUID, *, load: Callable[..., Loaded[Any]] | None = None) -> Loaded[Any]:
    """The game as it is now. `load` is a page's own. Raises UnknownGame.

    Holds nobody up, but for two cases: overdue deadlines take effect first, with the lock and the news of `settle`, so
    that one number never stands for two positions; and a game that changes meanwhile is read with its row locked.
    """
    load = load or engine.store.load
    loaded = load(game_id)
    if _is_overdue(engine, loaded.state, now=timebase.now()):
        settle(engine, game_id)
        loaded = load(game_id)
    # A move between two of the statements would mix two positions: then read once more, with the row locked.
    if read_seq(engine.store.games, game_id) == loaded.row.seq:
        return loaded
    with transaction.atomic():
        return load(game_id, for_update=True)


@watched
def submit(
    engine: Engine, game_id: UUID, move: Move, *, known: Loaded[Any] | None = None, now: float | None = None
) -> Receipt:
    """Makes a player's move on the game as the caller knows it, or as this process keeps it, or else as it is loaded.

    Locks the game row and loads it where none is known, and to judge again a move that was refused or whose guarded
    write found another number than the known one.

    Raises UnknownGame; PermissionDenied for a person without a seat; what the `proof` raises; Outdated for a move with
    `if_still` that cannot be made on the known game; RuleViolation with nothing changed but overdue deadlines
    (`stale_state` if `expected_seq`, `shown_seq`, `expected_prompt` or the seat is outdated, `key_reused`). After the
    commit announces the game, the lists of the people at the table where the turn has passed, and the `topics`.
    """
    # `only_if` is asked under the lock.
    if known is None and move.only_if is None:
        known = take_game(engine, game_id)
    if known is not None:
        try:
            with transaction.atomic():
                receipt = _take_step(engine, known, move, now=now, is_locked=False)
            # Nothing was written, so nothing has shown whether the game is still current.
            if receipt.changed:
                return receipt
        except (Outdated, RuleViolation, PermissionDenied, IntegrityError):
            pass  # Perhaps because it is outdated: judged again as the game stands now.
        if move.if_still is not None:
            raise Outdated
    return _submit_locked(engine, game_id, move, now=now)


def _submit_locked(engine: Engine, game_id: UUID, move: Move, *, now: float | None) -> Receipt:
    """As `submit`, on the game as its rows are."""
    loaded: Loaded[Any] | None = None
    try:
        with transaction.atomic():
            loaded = engine.store.load(game_id, for_update=True)
            return _take_step(engine, loaded, move, now=now, is_locked=True)
    except Outdated:
        # The game was locked: it is the proof that has ceased to hold between the check and the write.
        if move.proof is not None:
            move.proof.check()
        raise
    except (RuleViolation, IntegrityError):
        # Perhaps this very request was accepted before and only its answer got lost. Asking here, not before every
        # move, saves a statement: the unique key in the log keeps a second effect out in any case.
        overdue = loaded is not None and _is_overdue(engine, loaded.state, now=timebase.now() if now is None else now)
        if move.key and (repeated := _find_repeated(engine, game_id, move, known=None if overdue else loaded)):
            return repeated
        # The refused step is rolled back as a whole; what time has brought about does not depend on it.
        if overdue:
            settle(engine, game_id, now=now)
        raise


def _take_step(engine: Engine, loaded: Loaded[Any], move: Move, *, now: float | None, is_locked: bool) -> Receipt:
    """Judges the move by the game as `loaded`, and writes it.

    Relies on the caller for the transaction, and either for the lock or for another try: without the lock the game may
    be outdated, so the write is guarded by its number, and always by the proof. Raises Outdated where the guard fails,
    what the proof raises, PermissionDenied, RuleViolation, and IntegrityError for a key that was used before.
    """
    running_watch().mark(LOAD)
    # The time is taken under the lock: a move that had to wait is later than the one it waited for.
    now = timebase.now() if now is None else now
    if move.proof is not None and is_locked:
        move.proof.check()
    seat = _actor(loaded, move)
    if move.shown_seq is not None and move.shown_seq > loaded.row.seq:
        raise moved_on()
    asked = None if engine.prompt_of is None else engine.prompt_of(loaded.state)
    if move.expected_seq not in (None, loaded.row.seq) or move.expected_prompt not in (None, asked):
        raise moved_on()
    if move.only_if is not None and not move.only_if():
        return Receipt(seq=loaded.row.seq, before=loaded, loaded=loaded, seat=seat, changed=False)
    try:
        step = _apply(engine, loaded, seat, move, now=now)
    except RuleViolation as refusal:
        if isinstance(refusal.sentence, Sentence) and refusal.sentence.values:
            raise RuleViolation(refusal.code, refusal.sentence.with_names(loaded.names)) from None
        raise
    # A write that finds a row it does not expect is judged again under the lock, and so is a proof that does not hold.
    proven = None if move.proof is None else move.proof.condition()
    batch = Batch(conditions=[condition for condition in (proven, move.if_still) if condition])
    return _record(engine, loaded, step, batch=batch, seat=seat, now=now, move=move)


@watched
def settle(engine: Engine, game_id: UUID, *, now: float | None = None) -> Receipt:
    """Lets overdue deadlines take effect; harmless when there are none.

    Locks the game row; raises UnknownGame; announces like `submit`.
    """
    with transaction.atomic():
        loaded = engine.store.load(game_id, for_update=True)
        running_watch().mark(LOAD)
        now = timebase.now() if now is None else now
        step = engine.rules.settle(loaded.state, now=now, shuffle=shuffle_for(engine, loaded))
        return _record(engine, loaded, step, batch=Batch(), seat=None, now=now, move=Move(action=SETTLE))


def _actor(loaded: Loaded[Any], move: Move) -> Seat | None:
    if move.person is None and move.seat_id is None:
        return move.seat
    seat = loaded.seat_of(person=move.person, seat_id=move.seat_id)
    if seat is None and move.person is not None:
        raise PermissionDenied
    if seat is None or move.seat not in (None, seat) or move.owner not in (None, loaded.sitters[seat].person):
        raise moved_on()
    return seat


def moved_on() -> RuleViolation:
    return RuleViolation("stale_state", _("The table has moved on. Here is how it stands now."))


def _apply(engine: Engine, loaded: Loaded[Any], seat: Seat | None, move: Move, *, now: float) -> Step[Any]:
    """The state after the move and what happened, by the rules; nothing is written.

    Raises RuleViolation; relies on the database for a person who takes two seats at once. Puts the row of a newcomer
    where the store looks for it as it saves.
    """
    rules, state = engine.rules, loaded.state
    step: Step[Any]
    if move.action == UNDO and engine.snapshot_before is not None:
        step = rules.undo(state, seat, engine.snapshot_before(loaded), now=now)
        return step
    if move.arriving is not None:
        person = move.arriving.user_id
        if state.game is None and person is not None and loaded.seat_of(person=person) is not None:
            raise rules.refusal("already_in_game")
        loaded.row.arriving[str(move.arriving.pk)] = move.arriving  # type: ignore[attr-defined] # a TableRow
    step = rules.apply(state, seat, move.action, now=now, shuffle=shuffle_for(engine, loaded))
    return step


def _payload(engine: Engine, move: Move) -> Json:
    """The action as the log keeps it."""
    payload: Json = move.action if isinstance(move.action, dict) else engine.rules.action_to_json(move.action)
    return payload


def shuffle_for(engine: Engine, loaded: Loaded[Any]) -> Shuffle:
    key = str(loaded.row.seq + 1) if engine.chance_key is None else engine.chance_key(loaded.state)
    return shuffle_at(bytes(loaded.row.shuffle_seed), key)


def _is_overdue(engine: Engine, state: Any, *, now: float) -> bool:
    due = engine.rules.next_deadline(state)
    return due is not None and due <= now


def _find_repeated(engine: Engine, game_id: UUID, move: Move, *, known: Loaded[Any] | None) -> Receipt | None:
    """Checks the idempotency key: the answer to the same request, if it was accepted before.

    `known` is the game as it was locked, if no deadline was overdue. Raises `key_reused` if another request had the
    key.
    """
    loaded = known or read(engine, game_id)
    seat = _actor(loaded, move)
    found = logged_with_key(engine, loaded, seat, move.key)
    logged = next((action for action in found if action.payload == _payload(engine, move)), None)
    if not found:
        return None
    if logged is None:
        raise RuleViolation("key_reused", _("This request was used for something else before. Reload the page."))
    return Receipt(seq=logged.seq, before=loaded, loaded=loaded, seat=seat, events=tuple(logged.events), changed=False)


def _record(
    engine: Engine, loaded: Loaded[Any], step: Step[Any], *, batch: Batch, seat: Seat | None, now: float, move: Move
) -> Receipt:
    """Saves the step, logs it, sets the deadline, and announces it after the commit. Raises Outdated."""
    watch, (after, events), payload = running_watch(), step, _payload(engine, move)
    watch.mark(RULES)
    events = _report_faults(engine, loaded, events)
    if not events and after == loaded.state:
        return Receipt(seq=loaded.row.seq, before=loaded, loaded=loaded, seat=seat, changed=False)
    row = copy_row(loaded.row)
    row.seq += 1
    engine.store.save(replace(loaded, row=row), after, events, batch)
    logged = [event.to_json() | {"audience": event.audience} for event in events]
    key = move.key if loaded.state.game is not None else tied_key(loaded, seat, move.key)
    entry = (row.pk, row.seq, seat, payload, logged, key, now, engine.version)
    batch.insert_where_proven(engine.store.actions, LOG_COLUMNS, entry)
    due = engine.rules.next_deadline(after)
    if due is not None and not _is_awaited(due, engine.rules.next_deadline(loaded.state), now=now):
        deadline = (engine.slug, row.pk, SETTLE["type"], due, 0.0)
        batch.upsert(Deadline, DEADLINE_COLUMNS, [deadline], update=DEADLINE_COLUMNS[3:], unique=DEADLINE_COLUMNS[:3])
    batch.send()
    now_loaded = Loaded(row=row, state=engine.as_loaded(after), sitters=loaded.sitters, read_at=loaded.read_at)
    if engine.saved is not None:
        engine.saved(loaded, now_loaded, seat)
    watch.mark(SAVE)
    receipt = Receipt(
        seq=row.seq, before=loaded, loaded=now_loaded, seat=seat, events=tuple(logged), happened=events, at=now
    )
    rung = (f"{engine.slug}:{row.pk}", *move.topics, *_people_to_tell(engine, loaded, after))

    def after_commit() -> None:
        watch.mark(COMMIT)
        if move.changes_hands:
            # Nothing may follow from the people as they were: every process reads the rows.
            forget_game(rung[0])
            announce(topics=rung, seq=receipt.seq)
        else:
            keep_game(engine, now_loaded)
            step_taken = AnnouncedStep.of(receipt, payload, version=engine.version) if reaches_others() else None
            announce(topics=rung, seq=receipt.seq, change=receipt, step=step_taken)
        watch.count(payload["type"])

    transaction.on_commit(after_commit, robust=True)
    return receipt


def _is_awaited(due: float, stored: float | None, *, now: float) -> bool:
    """Whether the clock looks at the game by then without being told.

    It moves a deadline that it finds too early and deletes one that is not due any more: that saves a statement for
    most moves. A stored one that is over is held by the clock that is about to settle it.
    """
    return stored is not None and now < stored <= due


def _report_faults(engine: Engine, loaded: Loaded[Any], events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Logs failures that did not hold up the players; the other events."""
    for fault in events:
        if isinstance(fault, Fault):
            where = (engine.slug, loaded.row.pk, loaded.row.seq + 1)
            log.error("%s (%s %s, action %s)", fault.what, *where, exc_info=fault.error)
    return tuple(event for event in events if not isinstance(event, Fault))


def _people_to_tell(engine: Engine, loaded: Loaded[Any], after: Any) -> tuple[str, ...]:
    """Topics of the home pages that change: everybody's at this table when the turn passes."""
    rules, before = engine.rules, loaded.state
    if rules.players_to_act(before) == rules.players_to_act(after) and rules.is_over(before) == rules.is_over(after):
        return ()
    return tuple(f"person:{sitter.person}" for sitter in loaded.sitters.values() if sitter.person)
