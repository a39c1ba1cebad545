"""THE write path: the only way to change a game.

One transaction: lock the game row, answer a repeated request, refuse a stale one, apply the rules (which settle
overdue deadlines first), save the rows that changed, append to the log, set the next deadline; after the commit,
announce. An acknowledged move is committed, and a move happens once.
"""

import time
from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from tabletop.live.announce import announce
from tabletop.models import Deadline, GameRow
from tabletop.rules import Event, Json, Rules, RuleViolation, Seat, Shuffle, Step
from tabletop.shuffle import shuffle_at

State = TypeVar("State")

SETTLE: Json = {"type": "settle"}
"""Logged when a deadline passes and nobody acted."""


class UnknownGame(LookupError):
    """There is no game with this id."""


@dataclass(frozen=True, kw_only=True)
class Loaded(Generic[State]):
    """A game as its rows tell it."""

    row: GameRow
    state: State
    """That of the rules; also while a table waits for players."""
    people: Mapping[Seat, UUID | None]
    """Who sits where; None for a bot or a person who left the site."""

    def with_state(self, state: State) -> "Loaded[State]":
        return Loaded(row=self.row, state=state, people=self.people)


class Store(Protocol):
    """Tables <-> state: the only room of a game that knows both."""

    @property
    def games(self) -> type[GameRow]: ...

    @property
    def actions(self) -> type[Any]:
        """The model of the log: an ActionRow with the foreign key `game`."""

    def load(self, game_id: UUID, /, *, for_update: bool = False) -> Loaded[Any]:
        """Raises UnknownGame. With `for_update` the game row is locked first."""

    def save(self, loaded: Loaded[Any], after: Any, events: tuple[Event, ...], /) -> None:
        """Writes the rows that changed, among them always `loaded.row`, whose `seq` has risen.

        `events` say how the state came about, for tables that keep a history besides the state.
        """


@dataclass(frozen=True, kw_only=True, eq=False)
class Engine:
    """A game's rules and tables, as the kernel uses them."""

    slug: str
    rules: Rules[Any]
    store: Store
    version: str
    """Written into the log, so that a replay knows which rules a game was played by."""
    arrived: Json | None = None
    """The action the rules take when the first socket of a seat opens."""
    left: Json | None = None
    """The action the rules take when a seat has had no socket for a while."""
    place: Callable[[Any], str] | None = None
    """Where in the game a state stands, for games that take back moves: the same place meets the same chance again.

    Without it the number of the action is the place.
    """
    saved: Callable[[Loaded[Any], Loaded[Any], Seat | None], None] | None = None
    """Hears of every change in its transaction, from the clock as well: the game before and after, and who acted."""
    follow: "Callable[[Loaded[Any], Receipt], Loaded[Any] | None] | None" = None
    """The game as its store would load it after this change, from what it loaded before; None if it must be read.

    What a process has just written it need not read again to show it; without this it does.
    """

    def place_of(self, loaded: Loaded[Any]) -> str:
        return str(loaded.row.seq + 1) if self.place is None else self.place(loaded.state)


@dataclass(frozen=True, kw_only=True)
class Receipt:
    """The answer to an accepted request."""

    seq: int
    before: Loaded[Any]
    loaded: Loaded[Any]
    """The game as it is now. `people` are those who sat there before: whoever changes seats reads again."""
    events: tuple[Json, ...] = ()
    at: float = 0.0
    """When it happened, as the rules were told."""
    changed: bool = True
    """False if there was nothing to do, or the request had been accepted before: nothing happened this time."""

    @property
    def state(self) -> Any:
        return self.loaded.state


def read(engine: Engine, game_id: UUID) -> Loaded[Any]:
    """The game as it is now, without holding anybody up. Raises UnknownGame.

    What time has brought about is made to happen first: one sequence number never stands for two positions.
    """
    loaded = engine.store.load(game_id)
    if _is_overdue(engine, loaded.state, now=time.time()):
        settle(engine, game_id)
        loaded = engine.store.load(game_id)
    # A move between two of the statements would mix two positions: then read once more, with the row locked.
    if engine.store.games._default_manager.filter(pk=game_id, seq=loaded.row.seq).exists():
        return loaded
    with transaction.atomic():
        return engine.store.load(game_id, for_update=True)


TakeStep = Callable[[Loaded[Any], float, Shuffle], Step[Any]]


def submit(
    engine: Engine,
    game_id: UUID,
    *,
    seat: Seat,
    action: Json,
    key: str | None = None,
    expected_seq: int | None = None,
    now: float | None = None,
) -> Receipt:
    """A player's action. Raises UnknownGame, or RuleViolation with nothing changed but deadlines that were due."""

    def apply_rules(loaded: Loaded[Any], now: float, shuffle: Shuffle) -> Step[Any]:
        return engine.rules.apply(loaded.state, seat, action, now=now, shuffle=shuffle)

    return transact(
        engine, game_id, actor=seat, payload=action, step=apply_rules, key=key, expected_seq=expected_seq, now=now
    )


def settle(engine: Engine, game_id: UUID, *, now: float | None = None) -> Receipt:
    """Lets deadlines that have passed take effect. Harmless when none has."""

    def settle_rules(loaded: Loaded[Any], now: float, shuffle: Shuffle) -> Step[Any]:
        return engine.rules.settle(loaded.state, now=now, shuffle=shuffle)

    return transact(engine, game_id, actor=None, payload=SETTLE, step=settle_rules, now=now)


def transact(
    engine: Engine,
    game_id: UUID,
    *,
    actor: Seat | None,
    payload: Json,
    step: TakeStep,
    key: str | None = None,
    expected_seq: int | None = None,
    now: float | None = None,
    topics: tuple[str, ...] = (),
) -> Receipt:
    """The write path for any change; `step` may also change rows the rules do not know, such as seats being taken.

    A step that does so tells an event: without an event and with the state unchanged nothing is recorded.
    `topics` are announced besides the game's own (see `tabletop.live.announce`).
    """
    try:
        return _attempt(
            engine,
            game_id,
            actor=actor,
            payload=payload,
            step=step,
            key=key,
            expected_seq=expected_seq,
            now=now,
            topics=topics,
        )
    except (RuleViolation, IntegrityError):
        # Perhaps this very request was accepted before and only its answer got lost. Asking here, not before every
        # move, saves a statement: the unique key in the log keeps a second effect out in any case.
        if key and (repeated := _find_repeated(engine, game_id, actor=actor, payload=payload, key=key)):
            return repeated
        raise


def _attempt(
    engine: Engine,
    game_id: UUID,
    *,
    actor: Seat | None,
    payload: Json,
    step: TakeStep,
    key: str | None,
    expected_seq: int | None,
    now: float | None,
    topics: tuple[str, ...],
) -> Receipt:
    overdue = False
    try:
        with transaction.atomic():
            loaded = engine.store.load(game_id, for_update=True)
            # The time is taken under the lock: a move that had to wait is later than the one it waited for.
            now = time.time() if now is None else now
            if expected_seq not in (None, loaded.row.seq):
                raise moved_on()
            overdue = payload != SETTLE and _is_overdue(engine, loaded.state, now=now)
            shuffle = shuffle_at(bytes(loaded.row.shuffle_seed), engine.place_of(loaded))
            after, events = step(loaded, now, shuffle)
            return _record(engine, loaded, after, events, actor=actor, payload=payload, key=key, now=now, topics=topics)
    except RuleViolation:
        # The refused step is rolled back as a whole; what time has brought about does not depend on it.
        if overdue:
            settle(engine, game_id, now=now)
        raise


def moved_on() -> RuleViolation:
    """For a request that was made for another position, or by who sits elsewhere now."""
    return RuleViolation("stale_state", _("The table has moved on. Here is how it stands now."))


def _is_overdue(engine: Engine, state: Any, *, now: float) -> bool:
    due = engine.rules.next_deadline(state)
    return due is not None and due <= now


def _find_repeated(engine: Engine, game_id: UUID, *, actor: Seat | None, payload: Json, key: str) -> Receipt | None:
    logged = engine.store.actions._default_manager.filter(game=game_id, key=key).first()
    if logged is None:
        return None
    if (logged.actor, logged.payload) != (actor, payload):
        raise RuleViolation("key_reused", _("This request was used for something else before. Reload the page."))
    loaded = read(engine, game_id)
    return Receipt(seq=logged.seq, before=loaded, loaded=loaded, events=tuple(logged.events), changed=False)


def _record(
    engine: Engine,
    loaded: Loaded[Any],
    after: Any,
    events: tuple[Event, ...],
    *,
    actor: Seat | None,
    payload: Json,
    key: str | None,
    now: float,
    topics: tuple[str, ...],
) -> Receipt:
    row = loaded.row
    if not events and after == loaded.state:
        return Receipt(seq=row.seq, before=loaded, loaded=loaded, changed=False)
    before = Loaded(row=copy(row), state=loaded.state, people=loaded.people)
    row.seq += 1
    engine.store.save(loaded, after, events)
    told = [event.to_json() | {"audience": event.audience} for event in events]
    engine.store.actions(
        game=row, seq=row.seq, actor=actor, payload=payload, events=told, key=key, at=now, engine_version=engine.version
    ).save(force_insert=True)
    _set_deadline(engine, row.pk, before=loaded.state, after=after)
    now_loaded = loaded.with_state(after)
    if engine.saved is not None:
        engine.saved(before, now_loaded, actor)
    receipt = Receipt(seq=row.seq, before=before, loaded=now_loaded, events=tuple(told), at=now)
    rung = (f"{engine.slug}:{row.pk}", *topics, *_people_to_tell(engine, loaded, after))
    transaction.on_commit(lambda: announce(topics=rung, seq=receipt.seq, receipt=receipt), robust=True)
    return receipt


def _set_deadline(engine: Engine, game_id: UUID, *, before: Any, after: Any) -> None:
    due = engine.rules.next_deadline(after)
    # A row nobody needs any more costs a move nothing: the clock takes it away when its time comes.
    if due is not None and due != engine.rules.next_deadline(before):
        Deadline.set(game_slug=engine.slug, game_id=game_id, task=SETTLE["type"], due_at=due)


def _people_to_tell(engine: Engine, loaded: Loaded[Any], after: Any) -> tuple[str, ...]:
    """Whose list of tables on the home page changes: everybody's at this table when the turn passes."""

    def turn(state: Any) -> Any:
        return engine.rules.players_to_act(state), engine.rules.is_over(state)

    if turn(loaded.state) == turn(after):
        return ()
    return tuple(f"person:{person}" for person in loaded.people.values() if person)
