"""What can be done with a table of Cambio. Every change goes through `tabletop.play.submit`."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from cambio import queries, store
from cambio.bots.levels import Level
from cambio.models import GameSession
from cambio.plug import Settings, table
from tabletop.accounts.models import User
from tabletop.engine import Engine, Loaded
from tabletop.rules import Json
from tabletop.table import Table
from tabletop.tables.models import PlayerRow
from tabletop.tables.seats import Entry, Terms
from tabletop.tables.services import TableServices

engine = Engine(slug="cambio", rules=table, store=store, version="2", keeps_state=True, follows_presence=True)

BOT_NAMES = ("Ruby", "Basil", "Hazel")


class CambioTables(TableServices):
    practice_options: ClassVar = {"player_count": 2, "bots": ("easy",)}

    def create_table(
        self,
        *,
        person: User,
        player_count: int,
        bots: Sequence[Level] = (),
        takeover: bool = False,
        display_name: str | None = None,
        terms: Terms | None = None,
    ) -> Entry:
        """The person is the host in seat 0, bots sit beside; raises and announces like `open_table`."""
        # Rules 4.1: two to four seats, of which at least one is a human's.
        self.check_seats(player_count=player_count, bot_count=len(bots))

        def insert(code: str, host: PlayerRow) -> tuple[GameSession, Table]:
            opening: Json = {"seatId": str(host.pk), "maxPlayers": player_count, "takeover": takeover}
            opened = build_table(opening)
            row = GameSession(room_code=code, max_players=player_count, takeover=takeover, opening=opening)
            store.create(row, opened, host=host)
            return row, opened

        return self.open_table(person=person, display_name=display_name, bots=bots, insert=insert, terms=terms)

    def options_of(self, finished: Loaded[Table]) -> Mapping[str, Any]:
        return {"player_count": finished.state.max_players, "takeover": finished.state.takeover}


def build_table(opening: Json) -> Table:
    """The table before its first action."""
    return table.new_table(
        seat_id=opening["seatId"], max_players=opening["maxPlayers"], takeover=opening["takeover"], settings=Settings()
    )


tables = CambioTables(engine, queries.seats, bot_names=BOT_NAMES)

create_table, join_table, practice, rematch = tables.create_table, tables.join_table, tables.practice, tables.rematch
act, add_bot, hand_to_bot = tables.act, tables.add_bot, tables.hand_to_bot
check_seats, remove_table, forget_person = tables.check_seats, tables.remove_table, tables.forget_person
