from typing import Any

from tabletop.engine import Loaded
from tabletop.live.pages import TablePage
from tabletop.live.parts import Part, View
from tabletop.rules import Seat
from tests.tinygame import rules, store
from tests.tinygame.services import engine


def view(loaded: Loaded[Any], seat: Seat | None, now: float) -> View:
    return {**rules.view(loaded.state, seat, now=now), "id": str(loaded.row.pk)}


def _pick(*names: str) -> Any:
    return lambda view: {name: view[name] for name in names}


page = TablePage(
    engine=engine,
    template="tinygame/table.html",
    parts=(
        Part(name="score", template="tinygame/_score.html", context=_pick("tricks", "winner", "connected")),
        Part(name="table", template="tinygame/_table.html", context=_pick("led", "deckCount", "cardCounts")),
        Part(
            name="actions",
            template="tinygame/_actions.html",
            context=_pick("id", "mySeat", "turn", "myHand", "mayRedraw"),
        ),
    ),
    view=view,
    load=store.load,
    watchable=True,
)
