"""Tables of Imperial: how they are opened, and what their seats keep besides the game."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from imperial import queries, rules, setups, store
from imperial.bots import DEFAULT as DEFAULT_LEVEL
from imperial.models import Game, Setup
from imperial.plug import Clock, Settings, table
from imperial.services.drafts import hints_for
from imperial.services.engine import engine
from tabletop.accounts.models import User
from tabletop.engine import Loaded
from tabletop.rules import Json
from tabletop.table import Choices, SeatInfo, Table
from tabletop.tables.models import PlayerRow
from tabletop.tables.opening import from_opening, to_opening
from tabletop.tables.seats import Entry, Terms
from tabletop.tables.services import TableServices

BOT_NAMES = ("Ottilie", "Konrad", "Amalia", "Viktor", "Helene")


class ImperialTables(TableServices):
    practice_options: ClassVar = {"player_count": 3, "bots": (DEFAULT_LEVEL, DEFAULT_LEVEL)}

    def new_player(self, person: User, **columns: Any) -> PlayerRow:
        return super().new_player(person, hints=hints_for(person), **columns)

    def create_table(
        self,
        *,
        person: User,
        player_count: int,
        bots: Sequence[str] = (),
        clock: Clock | None = None,
        choices: Choices | None = None,
        setup: str = setups.STANDARD,
        display_name: str | None = None,
        terms: Terms | None = None,
    ) -> Entry:
        """The person is the host, bots sit beside. Raises UnknownSetup; raises and announces like `open_table`."""
        self.check_seats(player_count=player_count, bot_count=len(bots))
        version = setups.latest(setup)

        def insert(code: str, host: PlayerRow) -> tuple[Game, Table]:
            opening: Json = {
                "seatId": str(host.pk),
                "maxPlayers": player_count,
                **to_opening(choices),
                "clock": clock and {"increment": clock.increment, "banked": clock.banked},
            }
            opened = build_table(opening, setup=version.data)
            return insert_table(code, opened, opening, people={str(host.pk): host}, setup=version), opened

        return self.open_table(person=person, display_name=display_name, bots=bots, insert=insert, terms=terms)

    def options_of(self, finished: Loaded[Table]) -> Mapping[str, Any]:
        assert isinstance(finished.row, Game)  # noqa: S101 - our store loaded it
        state = finished.state
        return {
            "player_count": state.max_players,
            "clock": state.settings.clock,
            "choices": state.choices,
            "setup": finished.row.setup.name,
        }


def insert_table(code: str, opened: Table, opening: Json, *, people: Mapping[str, PlayerRow], setup: Setup) -> Game:
    """Inserts table, seats and, of an imported game, its position; `people` by seat id.

    Raises IntegrityError if the code is taken. Announces nothing.
    """
    row = Game(room_code=code, setup=setup, opening=opening)
    store.create(row, opened, people=people)
    return row


tables = ImperialTables(engine, queries.seats, bot_names=BOT_NAMES)


def build_table(opening: Json, *, setup: str) -> Table:
    """The table before its first action."""
    if "imported" in opening:
        return _imported(rules.from_json(msgspec.json.decode(opening["imported"])), setup=setup)
    clock = None if opening["clock"] is None else msgspec.convert(opening["clock"], Clock)
    return table.new_table(
        seat_id=opening["seatId"],
        max_players=opening["maxPlayers"],
        choices=from_opening(opening),
        settings=Settings(setup=setup, clock=clock),
    )


def _imported(game: rules.State, *, setup: str) -> Table:
    timer = game.timer
    clock = Clock(increment=timer.increment, banked=timer.banked) if timer.timed else None
    seats = tuple(SeatInfo(seat_id=seat_id) for seat_id in game.player_info)
    return Table(
        max_players=len(seats),
        seats=seats,
        host=seats[0].seat_id,
        settings=Settings(setup=setup, clock=clock),
        game=game,
    )
