from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from imperial import store
from imperial.models import Game
from imperial.plug import table
from imperial.rules.state import Tally
from imperial.services import engine
from imperial.services.tables import build_table
from tabletop import replay
from tabletop.engine import Engine
from tabletop.models import ActionRow
from tabletop.play import UNDO
from tabletop.replay import BrokenLog
from tabletop.rules import Shuffle, Step
from tabletop.table import Table


def verify(row: Game) -> None:
    """Raises BrokenLog unless the replayed table is the stored one, with its whole public log."""
    replay.verify(engine, row, lambda: _without_lines(row, _replayed(row)))


def _replayed(row: Game) -> Table:
    submitted: list[Table] = []
    """The table before each submission that has not been taken back: what an undo goes back to."""
    proposed: dict[str, str] = {}
    """The last proposals of a leader and of an opposition, as they were described."""

    def step(engine: Engine, before: Table, entry: ActionRow, shuffle: Shuffle) -> Step[Any]:
        """Repeats an entry of the log; an undo takes back the table before the last submitted turn."""
        if entry.payload == UNDO:
            return table.undo(before, entry.actor, submitted.pop().game, now=entry.at)
        after, events = replay.repeat_step(engine, before, entry, shuffle)
        if before.game is not None and after.game is not None and after.game.turn_id > before.game.turn_id:
            submitted.append(before)
        proposed.update({event["role"]: event["description"] for event in entry.events if event["type"] == "proposed"})
        return _with_logged_words(after, entry, proposed), events

    opened = build_table(row.opening, setup=store.setup_text(row.setup_id))
    replayed: Table = replay.replay(engine, row, opened, step=step)
    return replayed


def _with_logged_words(after: Table, entry: ActionRow, proposed: Mapping[str, str]) -> Table:
    """The public log, and what voters are asked, stay as they were written, whatever words this version would use."""
    said = tuple(event["line"] for event in entry.events if "line" in event)
    if after.game is None or not said:
        return after
    voting = after.game.voting and replace(
        after.game.voting,
        proposal_1=_as_described(after.game.voting.proposal_1, proposed.get("leader")),
        proposal_2=_as_described(after.game.voting.proposal_2, proposed.get("opposition")),
    )
    history = (*after.game.history[: -len(said)], *said)
    return replace(after, game=replace(after.game, history=history, voting=voting))


def _as_described(tally: Tally, description: str | None) -> Tally:
    """Of a vote in an imported game there may be no description in the log."""
    return tally if description is None else replace(tally, proposal=description)


def _without_lines(row: Game, replayed: Table) -> Table:
    """As the store loads a table: the public log has rows of its own."""
    if (() if replayed.game is None else replayed.game.history) != tuple(store.lines(row.pk)):
        raise BrokenLog("The public log differs from what the log of actions says.")
    return replayed if replayed.game is None else replace(replayed, game=replace(replayed.game, history=()))
