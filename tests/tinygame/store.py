from typing import Any
from uuid import UUID

import msgspec

from tabletop.batch import Batch, rows_of
from tabletop.engine import Loaded, Sitter, UnknownGame
from tabletop.rules import Event, Seat
from tabletop.table import SeatInfo, Table
from tabletop.tables.models import PlayerRow
from tabletop.tables.writing import new_player, save_game_row, set_columns
from tests.tinygame.models import DuelAction, DuelGame, DuelSeat
from tests.tinygame.plug import Settings
from tests.tinygame.rules import State, from_json, to_json

games = DuelGame
actions = DuelAction


def load(game_id: UUID, *, for_update: bool = False) -> Loaded[Table]:
    rows = DuelGame.objects.select_for_update(no_key=True) if for_update else DuelGame.objects.all()
    try:
        row = rows.get(pk=game_id)
    except DuelGame.DoesNotExist:
        raise UnknownGame(game_id) from None
    row.arriving = {}
    seats = list(DuelSeat.objects.filter(game=row).order_by("place"))
    sitters: dict[Seat, Sitter] = {
        seat.place: Sitter(seat_id=str(seat.pk), person=seat.user_id, display_name=seat.display_name) for seat in seats
    }
    return Loaded(row=row, state=_table(row, seats), sitters=sitters)


def create(row: DuelGame, table: Table, *, host: PlayerRow) -> None:
    set_columns(row, _game_columns(table))
    row.arriving = {table.seats[0].seat_id: host}
    row.save(force_insert=True)
    batch = Batch()
    _add(batch, row, table, [0])
    batch.send()


def save(loaded: Loaded[Table], after: Table, _events: tuple[Event, ...], batch: Batch) -> None:
    row, before = loaded.row, loaded.state
    assert isinstance(row, DuelGame)
    columns = _game_columns(after)
    if before.game is not None and after.game is not None and after.game.plays > before.game.plays:
        columns["previous"] = to_json(before.game)
    save_game_row(batch, row, columns)
    old = {info.seat_id for info in before.seats}
    new = [info.seat_id for info in after.seats]
    gone = old - set(new)
    for seat_id in gone:
        batch.delete(DuelSeat, ("id", "=", UUID(seat_id)))
    _add(batch, row, after, [place for place, seat_id in enumerate(new) if seat_id not in old])
    for place, seat_id in enumerate(new):
        if seat_id in old and (gone or _seat_columns(after, place) != _seat_columns(before, place)):
            batch.update(DuelSeat, _seat_columns(after, place), ("id", "=", UUID(seat_id)))


def snapshot_before(loaded: Loaded[Table]) -> State | None:
    row = loaded.row
    assert isinstance(row, DuelGame)
    return None if row.previous is None else from_json(row.previous)


def _add(batch: Batch, row: DuelGame, table: Table, places: list[int]) -> None:
    for place in places:
        columns = {"game": row, **_seat_columns(table, place)}
        batch.insert(*rows_of([new_player(DuelSeat, row, UUID(table.seats[place].seat_id), columns)]))


def _table(row: DuelGame, seats: list[DuelSeat]) -> Table:
    memories = msgspec.json.decode(row.bot_memories, type=dict[str, msgspec.Raw])
    game = None if row.game is None else from_json(row.game | {"hands": [seat.hand for seat in seats]})
    return Table(
        max_players=row.max_players,
        seats=tuple(
            SeatInfo(
                seat_id=str(seat.pk),
                type=seat.type,  # type: ignore[arg-type]
                bot_level=seat.bot_level,
                bot_memory=memories.get(str(seat.pk), msgspec.Raw(b"null")),
                away_since=seat.away_since,
            )
            for seat in seats
        ),
        host=row.host,
        takeover=row.takeover,
        settings=Settings(turn_seconds=row.turn_seconds),
        game=game,
        bot_due=row.bot_due,
        abandon_at=row.abandon_at,
        abandoned=row.abandoned,
    )


def _game_columns(table: Table) -> dict[str, Any]:
    game = None if table.game is None else {k: v for k, v in to_json(table.game).items() if k != "hands"}
    return {
        "max_players": table.max_players,
        "host": table.host,
        "takeover": table.takeover,
        "turn_seconds": table.settings.turn_seconds,
        "bot_due": table.bot_due,
        "bot_memories": msgspec.json.encode({info.seat_id: info.bot_memory for info in table.seats}).decode(),
        "abandon_at": table.abandon_at,
        "abandoned": table.abandoned,
        "game": game,
    }


def _seat_columns(table: Table, place: int) -> dict[str, Any]:
    info = table.seats[place]
    return {
        "place": place,
        "type": info.type,
        "bot_level": info.bot_level,
        "away_since": info.away_since,
        "hand": [] if table.game is None else list(table.game.hands[place]),
    }
