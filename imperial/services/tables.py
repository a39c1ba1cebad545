"""Tables that come from other tables, or from nothing but the wish to play."""

from dataclasses import replace
from uuid import UUID

from django.db import transaction

from imperial import bots as bot_kinds
from imperial import queries
from imperial.models import Game
from imperial.services.engine import engine
from imperial.services.moves import act
from imperial.services.seats import create_table, join_table
from imperial.table import Table
from imperial.table.refusals import refusal
from tabletop.accounts.models import User
from tabletop.play import Loaded
from tabletop.rules import Seat
from tabletop.tables import services as tables
from tabletop.tables.seats import Entry

PRACTICE_BOTS = 2


def rematch(*, game_id: UUID, person: User) -> Entry:
    """The first who wants it opens the next table, with the same bots; the others sit down there."""

    def open_next(finished: Loaded[Table], seat: Seat) -> Entry:
        assert isinstance(finished.row, Game)  # noqa: S101 - our store loaded it
        state = finished.state
        return create_table(
            person=person,
            player_count=len(state.seats),
            bots=[info.bot or bot_kinds.DEFAULT for info in state.seats if info.type == "bot"],
            clock=state.clock,
            is_open=False,
            setup=finished.row.setup.name,
            display_name=str(seat),
        )

    return tables.rematch(
        engine,
        queries.seats,
        game_id=game_id,
        person=person,
        refusal=refusal,
        open_next=open_next,
        join=join_table,
    )


@transaction.atomic
def practice(*, person: User) -> Entry:
    """A game against two bots that begins at once."""
    kinds = [bot_kinds.DEFAULT] * PRACTICE_BOTS
    entry = create_table(person=person, player_count=1 + PRACTICE_BOTS, bots=kinds, is_open=False)
    return replace(entry, receipt=act(game_id=entry.game_id, seat=entry.seat, action={"type": "start_game"}))
