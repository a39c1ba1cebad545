from typing import Any

from tabletop.engine import Loaded, Receipt
from tabletop.live.pages import TablePage
from tabletop.live.parts import Part, View
from tabletop.rules import Seat
from tests.tinygame import store
from tests.tinygame.plug import table
from tests.tinygame.services import engine


def follow(known: Loaded[Any], receipt: Receipt) -> Loaded[Any] | None:
    """The game after the move as the store would load it; None where seats change."""
    return None if receipt.before.state.game is None else receipt.loaded


def view(loaded: Loaded[Any], seat: Seat | None, now: float) -> View:
    names = list(loaded.names.values())
    return {**table.view(loaded.state, seat, now=now), "id": str(loaded.row.pk), "names": names}


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
    watchable=True,
)
