"""What can be done with a table of Cambio. Every change goes through `tabletop.play.submit`."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

import msgspec

from cambio import queries, store
from cambio.bots.levels import Level
from cambio.models import GameSession
from cambio.plug import Settings, table
from tabletop.accounts.models import User
from tabletop.engine import Engine, Loaded
from tabletop.rules import Json
from tabletop.table import Choices, Table
from tabletop.tables.chair_wishes import tell_of_chairs
from tabletop.tables.models import PlayerRow
from tabletop.tables.opening import from_opening, to_opening
from tabletop.tables.seats import Entry, Terms
from tabletop.tables.services import TableServices

engine = Engine(
    slug="cambio",
    rules=table,
    store=store,
    version="3",
    # 1 kept none, and 2 not from the first, and the offers of a game that was over.
    versions_without_waits=frozenset({"1", "2"}),
    keeps_state=True,
    follows_presence=True,
    saved=partial(tell_of_chairs, "cambio"),
)

BOT_NAMES = ("Ruby", "Basil", "Hazel")


class CambioTables(TableServices):
    practice_options: ClassVar = {"player_count": 2, "bots": ("easy",), "coached": True}

    def create_table(
        self,
        *,
        person: User,
        player_count: int,
        bots: Sequence[Level] = (),
        choices: Choices | None = None,
        coached: bool = False,
        display_name: str | None = None,
        terms: Terms | None = None,
    ) -> Entry:
        """The person is the host in seat 0, bots sit beside; raises and announces like `open_table`.

        With a coach (rules 18.1) the person is told nothing that was explained at an earlier table.
        """
        # Rules 4.1: two to four seats, of which at least one is a human's.
        self.check_seats(player_count=player_count, bot_count=len(bots))
        own: Json = {"coached": True, "told": queries.lessons_told_to(person)} if coached else {}
        if coached or (terms is not None and terms.seals_first):
            own["sealed"] = True

        def insert(code: str, host: PlayerRow) -> tuple[GameSession, Table]:
            opening: Json = {"seatId": str(host.pk), "maxPlayers": player_count} | to_opening(choices) | own
            opened = build_table(opening)
            row = GameSession(room_code=code, opening=opening)
            store.create(row, opened, host=host)
            return row, opened

        return self.open_table(person=person, display_name=display_name, bots=bots, insert=insert, terms=terms)

    def options_of(self, finished: Loaded[Table]) -> Mapping[str, Any]:
        state = finished.state
        return {"player_count": state.max_players, "choices": state.choices, "coached": state.settings.coached}


def build_table(opening: Json) -> Table:
    """The table before its first action."""
    return table.new_table(
        seat_id=opening["seatId"],
        max_players=opening["maxPlayers"],
        choices=from_opening(opening),
        settings=msgspec.convert(opening, Settings),
    )


tables = CambioTables(engine, queries.seats, bot_names=BOT_NAMES)

create_table, join_table, practice, rematch = tables.create_table, tables.join_table, tables.practice, tables.rematch
act, add_bot, hand_to_bot = tables.act, tables.add_bot, tables.hand_to_bot
check_seats, remove_table, forget_person = tables.check_seats, tables.remove_table, tables.forget_person
