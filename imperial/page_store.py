"""The tables as pages read them: with the end of the public log, and with what everybody has on the desk.

Fulfils `tabletop.play.Store` like `imperial.store`. Moves are written through that one, and pay for neither.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from uuid import UUID

import msgspec

from imperial import queries, store
from imperial.desk import Draft
from imperial.table import Table
from tabletop.play import Loaded, Receipt
from tabletop.rules import Seat

games = store.games
actions = store.actions
save = store.save


@dataclass(frozen=True, kw_only=True)
class LoadedPage(Loaded[Table]):
    lines: tuple[str, ...] = ()
    drafts: Mapping[Seat, Draft] = field(default_factory=dict)


def load(game_id: UUID, *, for_update: bool = False) -> LoadedPage:
    return with_page(store.load(game_id, for_update=for_update))


def told(receipt: Receipt) -> Receipt:
    """The receipt of a move, as the page shows it."""
    return replace(receipt, before=with_page(receipt.before), loaded=with_page(receipt.loaded))


def with_page(loaded: Loaded[Table]) -> LoadedPage:
    drafts = {seat: msgspec.convert(data, Draft) for seat, data in queries.drafts_of(loaded.row.pk).items()}
    lines = tuple(queries.recent_lines(loaded))
    return LoadedPage(row=loaded.row, state=loaded.state, people=loaded.people, lines=lines, drafts=drafts)


def with_draft(loaded: LoadedPage, seat: Seat, draft: Draft) -> LoadedPage:
    return replace(loaded, drafts={**loaded.drafts, seat: draft})
