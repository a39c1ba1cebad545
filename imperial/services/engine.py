from typing import Any

from imperial import store
from imperial.decisions.draft import asked_since
from imperial.models import Game
from imperial.notifications import tell_whose_turn_it_is
from imperial.plug import chance_key, table
from imperial.services.drafts import forget_drafts
from tabletop.engine import Engine, Loaded
from tabletop.rules import Seat
from tabletop.table import Table


def _prompt_of(state: Table) -> int | None:
    return None if state.game is None else asked_since(state.game)


def _after_save(before: Loaded[Any], after: Loaded[Any], actor: Seat | None) -> None:
    was, game, row = before.state.game, after.state.game, after.row
    assert isinstance(row, Game)  # noqa: S101 - our store loaded it
    if was is not None and game is not None and game.turn_id < was.turn_id:
        forget_drafts(row, seat=actor, since=asked_since(game))
    tell_whose_turn_it_is(before, after, actor)


def _snapshot_before(loaded: Loaded[Any]) -> Any:
    game = loaded.state.game
    return None if game is None else store.snapshot(loaded.row.pk, game.turn_id - 1)


engine = Engine(
    slug="imperial",
    rules=table,
    store=store,
    version="2",
    chance_key=chance_key,
    prompt_of=_prompt_of,
    snapshot_before=_snapshot_before,
    saved=_after_save,
)
