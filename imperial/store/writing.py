"""From a state to the tables: only the rows that changed, one statement for each table."""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

import msgspec
from django.utils import timezone
from msgspec.structs import replace

from imperial.models import CountryInfo, Game, GameHistory
from imperial.plug import Settings
from imperial.rules.events import Event as GameEvent
from imperial.rules.state import Country, Player, State
from imperial.store.reading import COUNTRY_FIELDS, GAME_TYPES, PLAYER_FIELDS, seats
from tabletop.batch import Batch
from tabletop.engine import Loaded
from tabletop.rules import Event
from tabletop.table import Table
from tabletop.tables.models import PlayerRow
from tabletop.tables.writing import insert_table_row, save_game_row, save_players, table_columns, uuid_of

COUNTRY_COLUMNS = ("game_id", "name", *COUNTRY_FIELDS)
HISTORY_COLUMNS = ("game_id", "turn_id", "state", "lines", "sentences")


def create(row: Game, table: Table, *, people: Mapping[str, PlayerRow]) -> None:
    """A new table, waiting or imported in the middle of a game; `people` are the rows of the seats, by seat id."""
    insert_table_row(row, _game_columns(table) | _times(row, table), people)
    batch = Batch()
    save_players(batch, seats, row, before={}, after=_player_columns(table))
    if table.game is not None:
        _begin(batch, row, table.game)
    batch.send()


def save(loaded: Loaded[Table], after: Table, events: tuple[Event, ...], batch: Batch) -> None:
    """Adds the rows that changed to the batch, the game's first: it is the guard."""
    row, before = loaded.row, loaded.state
    assert isinstance(row, Game)  # noqa: S101 - this store loaded it
    save_game_row(batch, row, _game_columns(after) | _times(row, after))
    if not batch.writes:
        return
    save_players(batch, seats, row, before=_player_columns(before), after=_player_columns(after))
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
        "opened_from": row.opened_from if game is None else "",
        "completed_at": row.completed_at or now if is_over else None,
    }


def _begin(batch: Batch, row: Game, game: State, events: tuple[Event, ...] = ()) -> None:
    """The first position: all countries, and the log so far. Nothing came before that could be taken back."""
    countries = [
        (row.pk, name, *_columns(country, COUNTRY_FIELDS).values()) for name, country in game.country_info.items()
    ]
    batch.insert(CountryInfo, COUNTRY_COLUMNS, countries)
    lines, sentences = list(game.history), _text_of_sentences(events)
    batch.insert(GameHistory, HISTORY_COLUMNS, [(row.pk, game.turn_id - 1, None, lines, sentences)])


def _save_countries(batch: Batch, row: Game, before: State, after: State) -> None:
    """Adds the countries that changed."""
    countries = [
        (row.pk, name, *_columns(country, COUNTRY_FIELDS).values())
        for name, country in after.country_info.items()
        if country != before.country_info[name]
    ]
    batch.upsert(CountryInfo, COUNTRY_COLUMNS, countries, update=COUNTRY_FIELDS, unique=COUNTRY_COLUMNS[:2])


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
    columns = table_columns(table) | {
        "host": table.host,
        "bot_due": table.bot_due,
        "abandoned": table.abandoned,
        "abandon_reason": table.abandon_reason,
        "timer": msgspec.to_builtins(settings.clock if game is None else game.timer),
    }
    return columns if game is None else columns | _columns(game, GAME_TYPES)


def _player_columns(table: Table) -> dict[UUID, dict[str, Any]]:
    """For each player's row what the table knows, and what the rules know once the game has begun."""
    rows = {
        info.seat_id: {"seat": seat, "type": info.type, "bot": info.bot_level} for seat, info in enumerate(table.seats)
    }
    if table.game is not None:
        players = table.game.player_info
        # The one who gives the investor card away is written before the one who gets it.
        rows = {
            seat_id: rows[seat_id] | _columns(players[seat_id], PLAYER_FIELDS)
            for seat_id in sorted(rows, key=lambda seat_id: players[seat_id].investor)
        }
    return {uuid_of(seat_id): columns for seat_id, columns in rows.items()}


def _columns(record: State | Player | Country, fields: Iterable[str]) -> dict[str, Any]:
    return {name: msgspec.to_builtins(getattr(record, name)) for name in fields}


def _text_of_sentences(events: Iterable[Event]) -> str | None:
    """What the events add to the public log."""
    sentences = [sentence for event in events if isinstance(event, GameEvent) and (sentence := event.sentence)]
    return msgspec.json.encode(sentences).decode() if sentences else None
