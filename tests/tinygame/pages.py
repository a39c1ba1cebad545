from dataclasses import dataclass
from typing import Any
from uuid import UUID

import msgspec

from tabletop.engine import Loaded, Receipt
from tabletop.errors import Malformed
from tabletop.live.loading import Loader
from tabletop.live.moves import PageMove
from tabletop.live.pages import TablePage
from tabletop.live.parts import EMPTY, Context, Line, NumberedLines, Part
from tabletop.rules import Json, Seat
from tabletop.tables.held_seats import kept_facts, names_of_held
from tabletop.tables.moves import act_at_table
from tabletop.tables.queries import public_facts
from tabletop.tables.waiting_room import RoomFacts, SeatFacts, WaitingRoom
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


@dataclass(frozen=True, kw_only=True)
class LoadedDuel(Loaded[Any]):
    kept_names: dict[str, str]


class DuelLoader(Loader):
    def load(self, game_id: UUID, *, for_update: bool = False) -> LoadedDuel:
        found = super().load(game_id, for_update=for_update)
        names = names_of_held("duel", game_id) if found.state.series.held else {}
        return LoadedDuel(
            row=found.row, state=found.state, sitters=found.sitters, read_at=found.read_at, kept_names=names
        )

    def follow(self, known: Loaded[Any], receipt: Receipt) -> Loaded[Any] | None:
        """The game after the move as the store would load it; None where seats change."""
        return None if receipt.before.state.game is None else receipt.loaded


class RoomView(RoomFacts, frozen=True, kw_only=True):
    seats: tuple[SeatFacts, ...]
    my_player_id: str | None


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
    room: RoomView | None = None
    """While the table waits."""
    lines: tuple[Line, ...] = ()
    """Of a list that grows, where a test shows one."""


def view(loaded: Loaded[Any], seat: Seat | None, now: float) -> DuelView:
    seen = table.view(loaded.state, seat, now=now)
    names = [loaded.names[seated["playerId"]] for seated in seen["seats"]]
    room: Json | None = None
    if seen["waiting"]:
        sitting = zip(seen["seats"], names, seen["away"], strict=True)
        seats = [seated | {"displayName": name, "isConnected": since is None} for seated, name, since in sitting]
        names_kept = loaded.kept_names if isinstance(loaded, LoadedDuel) else {}
        facts = public_facts(loaded.row, is_over=False) | kept_facts(loaded.state, names_kept)
        room = {**seen, **facts, "seats": seats}
    return msgspec.convert({**seen, "id": str(loaded.row.pk), "names": names, "room": room}, DuelView)


def move(game_id: UUID, pressed: PageMove) -> Receipt:
    at_table = act_at_table(tables, game_id, pressed)
    if at_table is not None:
        return at_table
    fields = pressed.fields
    try:
        kind = fields["type"]
        action: Json = {"type": kind} if kind == "undo" else {"type": kind, "card": int(str(fields["card"]))}
    except (KeyError, ValueError):
        raise Malformed from None
    return tables.act(game_id=game_id, person=pressed.person, action=action, key=pressed.key, expected_seq=pressed.seq)


def waiting(view: DuelView) -> Context:
    room = view.room
    if room is None:
        return EMPTY
    return WaitingRoom.build(table.plug, room, room.seats, me=room.my_player_id, colours=(1, 2))


def score(view: DuelView) -> Score:
    return Score(tricks=view.tricks, winner=view.winner, connected=view.connected, names=view.names)


def felt(view: DuelView) -> Felt:
    return Felt(led=view.led, deck_count=view.deck_count, card_counts=view.card_counts)


def log(view: DuelView) -> NumberedLines:
    return NumberedLines(lines=view.lines)


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
        Part(name="waiting", template="tables/_waiting.html", context=waiting),
    ),
    view=view,
    loader=DuelLoader(engine),
    moves={"move/": move},
)
