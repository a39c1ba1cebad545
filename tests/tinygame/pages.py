from typing import Any
from uuid import UUID

from tabletop.engine import Loaded, Receipt
from tabletop.errors import Malformed
from tabletop.live.moves import PageMove
from tabletop.live.pages import TablePage
from tabletop.live.parts import Part, View
from tabletop.rules import Json, Seat
from tests.tinygame import store
from tests.tinygame.plug import table
from tests.tinygame.services import engine, tables


def follow(known: Loaded[Any], receipt: Receipt) -> Loaded[Any] | None:
    """The game after the move as the store would load it; None where seats change."""
    return None if receipt.before.state.game is None else receipt.loaded


def view(loaded: Loaded[Any], seat: Seat | None, now: float) -> View:
    names = list(loaded.names.values())
    return {**table.view(loaded.state, seat, now=now), "id": str(loaded.row.pk), "names": names}


def move(game_id: UUID, pressed: PageMove) -> Receipt:
    fields = pressed.fields
    try:
        kind = fields["type"]
        action: Json = {"type": kind} if kind == "undo" else {"type": kind, "card": int(str(fields["card"]))}
    except (KeyError, ValueError):
        raise Malformed from None
    return tables.act(game_id=game_id, person=pressed.person, action=action, key=pressed.key, expected_seq=pressed.seq)


def _pick(*names: str) -> Any:
    return lambda view: {name: view.get(name) for name in names}


page = TablePage(
    engine=engine,
    template="tinygame/table.html",
    parts=(
        Part(name="score", template="tinygame/_score.html", context=_pick("tricks", "winner", "connected", "names")),
        Part(name="table", template="tinygame/_table.html", context=_pick("led", "deckCount", "cardCounts")),
        Part(
            name="actions",
            template="tinygame/_actions.html",
            context=_pick("id", "mySeat", "turn", "myHand", "mayRedraw", "mayUndo", "waiting"),
        ),
    ),
    view=view,
    load=store.load,
    follow=follow,
    moves={"move/": move},
    watchable=True,
)
