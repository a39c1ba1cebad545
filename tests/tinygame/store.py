import time
from collections.abc import Sequence
from typing import Any
from uuid import UUID

import msgspec
from django.utils import timezone

from tabletop.batch import Batch
from tabletop.engine import Loaded
from tabletop.rows import RowReader
from tabletop.rules import Event
from tabletop.table import SeatInfo, Table
from tabletop.tables.models import PlayerRow
from tabletop.tables.reading import choices_of, read_table_row, series_of, waits_of
from tabletop.tables.seats import Seats
from tabletop.tables.writing import insert_table_row, save_game_row, save_players, table_columns, uuid_of
from tests.tinygame.models import DuelAction, DuelGame, DuelSeat
from tests.tinygame.plug import Settings
from tests.tinygame.rules import State, from_json, is_over, to_json

games = DuelGame
actions = DuelAction


seats = Seats(players=DuelSeat, game="game", place_column="place", keyed_by_place=True)
unnumbered, unnumbered_of = seats.unnumbered, seats.unnumbered_of
ROW = RowReader(DuelGame)


def load(game_id: UUID, *, for_update: bool = False) -> Loaded[Table]:
    read_at = time.monotonic()
    row = read_table_row(ROW, game_id, for_update=for_update)
    players = list(DuelSeat.objects.filter(game=row).order_by("place").values())
    return Loaded(row=row, state=_table(row, players), sitters=seats.sitters(players), read_at=read_at)


def create(row: DuelGame, table: Table, *, host: PlayerRow) -> None:
    insert_table_row(row, _game_columns(table), {table.seats[0].seat_id: host})
    batch = Batch()
    save_players(batch, seats, row, before={}, after=_player_columns(table))
    batch.send()


def save(loaded: Loaded[Table], after: Table, _events: tuple[Event, ...], batch: Batch) -> None:
    row, before = loaded.row, loaded.state
    assert isinstance(row, DuelGame)
    columns = _game_columns(after)
    if before.game is not None and after.game is not None and after.game.plays > before.game.plays:
        columns["previous"] = to_json(before.game)
    if row.started_at is None and after.game is not None:
        columns |= {"started_at": timezone.now(), "opened_from": ""}
    if after.game is not None:
        # A play that is taken back lets the game go on.
        columns["completed_at"] = row.completed_at or timezone.now() if is_over(after.game) else None
    save_game_row(batch, row, columns)
    save_players(batch, seats, row, before=_player_columns(before), after=_player_columns(after))


def snapshot_before(loaded: Loaded[Table]) -> State | None:
    row = loaded.row
    assert isinstance(row, DuelGame)
    return None if row.previous is None else from_json(row.previous)


def _table(row: DuelGame, players: Sequence[Any]) -> Table:
    memories = msgspec.json.decode(row.bot_memories, type=dict[str, msgspec.Raw])
    game = None if row.game is None else from_json(row.game | {"hands": [player["hand"] for player in players]})
    return Table(
        max_players=row.max_players,
        seats=tuple(
            SeatInfo(
                seat_id=str(player["id"]),
                type=player["type"],
                bot_level=player["bot_level"],
                bot_memory=memories.get(str(player["id"]), msgspec.Raw(b"null")),
                away_since=player["away_since"],
            )
            for player in players
        ),
        host=row.host,
        choices=choices_of(row),
        waits=waits_of(row),
        series=series_of(row),
        settings=Settings(turn_seconds=row.turn_seconds),
        game=game,
        bot_due=row.bot_due,
        abandon_at=row.abandon_at,
        abandoned=row.abandoned,
        abandon_reason=row.abandon_reason,
    )


def _game_columns(table: Table) -> dict[str, Any]:
    game = None if table.game is None else {k: v for k, v in to_json(table.game).items() if k != "hands"}
    return table_columns(table) | {
        "host": table.host,
        "turn_seconds": table.settings.turn_seconds,
        "bot_due": table.bot_due,
        "bot_memories": msgspec.json.encode({info.seat_id: info.bot_memory for info in table.seats}).decode(),
        "abandon_at": table.abandon_at,
        "abandoned": table.abandoned,
        "abandon_reason": table.abandon_reason,
        "game": game,
    }


def _player_columns(table: Table) -> dict[UUID, dict[str, Any]]:
    return {
        uuid_of(info.seat_id): {
            "place": place,
            "type": info.type,
            "bot_level": info.bot_level,
            "away_since": info.away_since,
            "hand": [] if table.game is None else list(table.game.hands[place]),
        }
        for place, info in enumerate(table.seats)
    }
