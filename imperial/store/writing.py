"""From a state to the tables: only the rows that changed, one statement for each table."""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

import msgspec
from django.utils import timezone
from msgspec.structs import replace

from imperial.models import CountryInfo, Game, GameHistory, PlayerInfo
from imperial.plug import Settings
from imperial.rules.events import Event as GameEvent
from imperial.rules.state import Country, Player, State
from imperial.store.reading import COUNTRY_FIELDS, GAME_TYPES, PLAYER_FIELDS
from tabletop.batch import Batch, rows_of
from tabletop.engine import Loaded
from tabletop.rules import Event
from tabletop.table import Table
from tabletop.tables.models import PlayerRow
from tabletop.tables.writing import new_player, save_game_row, set_columns

SEAT_FIELDS = ("seat", "type", "bot")
HISTORY_COLUMNS = ("game_id", "turn_id", "state", "lines", "sentences")


def create(row: Game, table: Table, *, people: Mapping[str, PlayerRow]) -> None:
    """A new table, waiting or imported in the middle of a game; `people` are the rows of the seats, by seat id."""
    set_columns(row, _game_columns(table) | _times(row, table))
    row.arriving = dict(people)
    row.save(force_insert=True)
    batch = Batch()
    _save_players(batch, row, before=None, after=table)
    if table.game is not None:
        _begin(batch, row, table.game)
    batch.send()


def save(loaded: Loaded[Table], after: Table, events: tuple[Event, ...], batch: Batch) -> None:
    row, before = loaded.row, loaded.state
    assert isinstance(row, Game)  # noqa: S101 - this store loaded it
    save_game_row(batch, row, _game_columns(after) | _times(row, after))
    _save_players(batch, row, before=before, after=after)
    if after.game is None:
        return
    if before.game is None:
        _begin(batch, row, after.game, events)
    else:
        _save_countries(batch, row, before.game, after.game)
        _save_history(batch, row, before.game, after.game, events)


def _times(row: Game, table: Table) -> dict[str, Any]:
    game, now = table.game, timezone.now()
    is_over = game is not None and game.mode == "game-over"
    return {
        "started_at": row.started_at if game is None else row.started_at or now,
        "completed_at": row.completed_at or now if is_over else None,
    }


def _save_players(batch: Batch, row: Game, *, before: Table | None, after: Table) -> None:
    old = set() if before is None else {info.seat_id for info in before.seats}
    new = {info.seat_id: place for place, info in enumerate(after.seats)}
    gone = old - new.keys()
    for seat_id in gone:
        batch.delete(PlayerInfo, ("id", "=", UUID(seat_id)))
    arrived = [
        new_player(PlayerInfo, row, UUID(seat_id), {"game": row, **_seat_columns(after, place)})
        for seat_id, place in new.items()
        if seat_id not in old
    ]
    if arrived:
        batch.insert(*rows_of(arrived))
    if before is None:
        return
    if gone:
        # Seats move up one after another, so that no two are ever the same.
        for seat_id, place in new.items():
            batch.update(PlayerInfo, _seat_columns(after, place), ("id", "=", UUID(seat_id)))
        return
    changed = [seat_id for seat_id in new if seat_id in old and _player_changed(before, after, new[seat_id])]
    # The one who gives the investor card away is written before the one who gets it.
    changed.sort(key=lambda seat_id: after.game is not None and after.game.player_info[seat_id].investor)
    if changed:
        rows = [PlayerInfo(pk=UUID(seat_id), game=row, **_seat_columns(after, new[seat_id])) for seat_id in changed]
        batch.upsert(*rows_of(rows), update=(*SEAT_FIELDS, *PLAYER_FIELDS))


def _player_changed(before: Table, after: Table, place: int) -> bool:
    seat_id = after.seats[place].seat_id
    if before.seats[place] != after.seats[place]:
        return True
    if before.game is None or after.game is None:
        return after.game is not None
    return bool(after.game.player_info[seat_id] != before.game.player_info[seat_id])


def _begin(batch: Batch, row: Game, game: State, events: tuple[Event, ...] = ()) -> None:
    """The first position: all countries, and the log so far. Nothing came before that could be taken back."""
    countries = [
        (row.pk, name, *_columns(country, COUNTRY_FIELDS).values()) for name, country in game.country_info.items()
    ]
    batch.insert(CountryInfo, ("game_id", "name", *COUNTRY_FIELDS), countries)
    lines, sentences = list(game.history), _text_of_sentences(events)
    batch.insert(GameHistory, HISTORY_COLUMNS, [(row.pk, game.turn_id - 1, None, lines, sentences)])


def _save_countries(batch: Batch, row: Game, before: State, after: State) -> None:
    countries = [
        (row.country_ids[name], row.pk, name, *_columns(country, COUNTRY_FIELDS).values())
        for name, country in after.country_info.items()
        if country != before.country_info[name]
    ]
    batch.upsert(CountryInfo, ("id", "game_id", "name", *COUNTRY_FIELDS), countries, update=COUNTRY_FIELDS)


def _save_history(batch: Batch, row: Game, before: State, after: State, events: tuple[Event, ...]) -> None:
    """Rules 2.1: a submission leaves the position before it; rules 11: taken back, it leaves nothing."""
    if after.turn_id < before.turn_id:
        batch.delete(GameHistory, ("game_id", "=", row.pk), ("turn_id", ">=", after.turn_id))
    elif after.turn_id > before.turn_id:
        # The log is stored line by line, not in the position.
        position = msgspec.json.encode(replace(before, history=())).decode()
        lines, sentences = list(after.history[len(before.history) :]), _text_of_sentences(events)
        batch.insert(GameHistory, HISTORY_COLUMNS, [(row.pk, before.turn_id, position, lines, sentences)])


def _game_columns(table: Table) -> dict[str, Any]:
    """The columns of the game that the table knows, and those of the rules once the game has begun."""
    game, settings = table.game, table.settings
    assert isinstance(settings, Settings)  # noqa: S101 - a table of Imperial
    columns = {
        "max_players": table.max_players,
        "is_open": table.is_open,
        "host": table.host,
        "bot_due": table.bot_due,
        "timer": msgspec.to_builtins(settings.clock if game is None else game.timer),
    }
    return columns if game is None else columns | _columns(game, GAME_TYPES)


def _seat_columns(table: Table, place: int) -> dict[str, Any]:
    """The columns of a player that the table knows, and those of the rules once the game has begun."""
    info = table.seats[place]
    columns = {"seat": place, "type": info.type, "bot": info.bot_level}
    return columns if table.game is None else columns | _columns(table.game.player_info[info.seat_id], PLAYER_FIELDS)


def _columns(record: State | Player | Country, fields: Iterable[str]) -> dict[str, Any]:
    return {name: msgspec.to_builtins(getattr(record, name)) for name in fields}


def _text_of_sentences(events: Iterable[Event]) -> str | None:
    """What the events add to the public log."""
    told = [sentence for event in events if isinstance(event, GameEvent) and (sentence := event.sentence)]
    return msgspec.json.encode(told).decode() if told else None
