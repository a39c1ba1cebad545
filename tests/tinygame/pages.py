from typing import Any
from uuid import UUID

import msgspec

from tabletop.engine import Loaded, Receipt
from tabletop.errors import Malformed
from tabletop.live.moves import PageMove
from tabletop.live.pages import TablePage
from tabletop.live.parts import Context, Line, Lines, Part
from tabletop.rules import Json, Seat
from tests.tinygame import store
from tests.tinygame.plug import table
from tests.tinygame.services import engine, tables


class Winner(Context, frozen=True):
    winner: int


class Score(Context, frozen=True):
    tricks: tuple[int, ...] | None
    winner: Winner | None
    connected: tuple[bool, ...] | None
    names: tuple[str, ...]


class Felt(Context, frozen=True):
    led: int | str | None
    """A text only where a test shows one."""
    deck_count: int | None
    card_counts: tuple[int, ...] | None


class Actions(Context, frozen=True):
    id: str
    my_seat: int | None
    turn: int | None
    my_hand: tuple[int, ...] | None
    may_redraw: bool | None
    may_undo: bool | None
    waiting: bool


def follow(known: Loaded[Any], receipt: Receipt) -> Loaded[Any] | None:
    """The game after the move as the store would load it; None where seats change."""
    return None if receipt.before.state.game is None else receipt.loaded


class DuelView(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    id: str
    names: tuple[str, ...]
    waiting: bool
    my_seat: int | None
    my_hand: tuple[int, ...] | None = None
    card_counts: tuple[int, ...] | None = None
    deck_count: int | None = None
    led: int | str | None = None
    turn: int | None = None
    tricks: tuple[int, ...] | None = None
    may_undo: bool | None = None
    may_redraw: bool | None = None
    connected: tuple[bool, ...] | None = None
    winner: Winner | None = None
    lines: tuple[Line, ...] = ()
    """Of a list that grows, where a test shows one."""


def view(loaded: Loaded[Any], seat: Seat | None, now: float) -> DuelView:
    seen = table.view(loaded.state, seat, now=now)
    return msgspec.convert({**seen, "id": str(loaded.row.pk), "names": list(loaded.names.values())}, DuelView)


def move(game_id: UUID, pressed: PageMove) -> Receipt:
    fields = pressed.fields
    try:
        kind = fields["type"]
        action: Json = {"type": kind} if kind == "undo" else {"type": kind, "card": int(str(fields["card"]))}
    except (KeyError, ValueError):
        raise Malformed from None
    return tables.act(game_id=game_id, person=pressed.person, action=action, key=pressed.key, expected_seq=pressed.seq)


def score(view: DuelView) -> Score:
    return Score(tricks=view.tricks, winner=view.winner, connected=view.connected, names=view.names)


def felt(view: DuelView) -> Felt:
    return Felt(led=view.led, deck_count=view.deck_count, card_counts=view.card_counts)


def log(view: DuelView) -> Lines:
    return Lines(lines=view.lines)


LOG = Part(name="log", template="tinygame/_line.html", context=log, grows=True)
"""Not on the page: for tests."""


def actions(view: DuelView) -> Actions:
    return Actions(
        id=view.id,
        my_seat=view.my_seat,
        turn=view.turn,
        my_hand=view.my_hand,
        may_redraw=view.may_redraw,
        may_undo=view.may_undo,
        waiting=view.waiting,
    )


page = TablePage(
    engine=engine,
    template="tinygame/table.html",
    parts=(
        Part(name="score", template="tinygame/_score.html", context=score),
        Part(name="table", template="tinygame/_table.html", context=felt),
        Part(name="actions", template="tinygame/_actions.html", context=actions),
    ),
    view=view,
    load=store.load,
    follow=follow,
    moves={"move/": move},
    watchable=True,
)
