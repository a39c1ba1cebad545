"""The tables as pages read them: with the end of the public log, and with what everybody has on the desk.

Fulfils `tabletop.play.Store` like `imperial.store`. Moves are written through that one, and pay for neither.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from uuid import UUID

import msgspec

from imperial import queries, store
from imperial.decisions import Draft
from imperial.store.chronicle import Line
from imperial.table import Table
from tabletop.play import Loaded, Receipt
from tabletop.rules import Seat

games = store.games
actions = store.actions
save = store.save


@dataclass(frozen=True, kw_only=True)
class LoadedPage(Loaded[Table]):
    lines: tuple[Line, ...] = ()
    drafts: Mapping[Seat, Draft] = field(default_factory=dict)
    desks: Mapping[Seat, queries.Desk] = field(default_factory=dict)

    @property
    def turn_id(self) -> int:
        return 0 if self.state.game is None else self.state.game.turn_id

    def hints_for(self, seat: Seat | None) -> tuple[str, ...]:
        return () if seat is None else self.desks[seat].hints

    def seen_by(self, seat: Seat | None) -> int | None:
        return None if seat is None else self.desks[seat].seen_turn


def load(game_id: UUID, *, for_update: bool = False) -> LoadedPage:
    return with_page(store.load(game_id, for_update=for_update))


def told(receipt: Receipt) -> Receipt:
    """The receipt of a move, as the page shows it. What the log said before is not read: it is new in any case."""
    after = with_page(receipt.loaded)
    before = replace(after, row=receipt.before.row, state=receipt.before.state, people=receipt.before.people, lines=())
    return replace(receipt, before=before, loaded=after)


def with_page(loaded: Loaded[Table]) -> LoadedPage:
    game = loaded.state.game
    desks = queries.desks_of(loaded.row.pk)
    return LoadedPage(
        row=loaded.row,
        state=loaded.state,
        people=loaded.people,
        lines=() if game is None else tuple(queries.lines_before(loaded.row.pk, game.turn_id)),
        drafts={seat: msgspec.convert(desk.draft, Draft) for seat, desk in desks.items() if desk.draft is not None},
        desks=desks,
    )
