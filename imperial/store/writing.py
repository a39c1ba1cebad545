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
from tabletop.engine import Loaded, Outdated
from tabletop.rules import Event
from tabletop.table import Table
from tabletop.tables.models import PlayerRow
from tabletop.tables.writing import new_player, set_columns, upsert

SEAT_FIELDS = ("seat", "type", "bot")


def create(row: Game, table: Table, *, people: Mapping[str, PlayerRow]) -> None:
    """A new table, waiting or imported in the middle of a game; `people` are the rows of the seats, by seat id."""
    set_columns(row, _game_columns(table))
    row.arriving = dict(people)
    _set_times(row, table)
    row.save(force_insert=True)
    _save_players(row, before=None, after=table)
    if table.game is not None:
        _begin(row, table.game)


def save(loaded: Loaded[Table], after: Table, events: tuple[Event, ...]) -> None:
    row, before = loaded.row, loaded.state
    assert isinstance(row, Game)  # noqa: S101 - this store loaded it
    columns = _game_columns(after)
    set_columns(row, columns)
    _set_times(row, after)
    row.updated_at = timezone.now()
    more = ("started_at", "completed_at", "seq", "updated_at")
    stored = Game.objects.filter(pk=row.pk, seq=row.seq - 1)
    if not stored.update(**columns, **{name: getattr(row, name) for name in more}):
        raise Outdated
    _save_players(row, before=before, after=after)
    if after.game is None:
        return
    if before.game is None:
        _begin(row, after.game, events)
    else:
        _save_countries(row, before.game, after.game)
        _save_history(row, before.game, after.game, events)


def _set_times(row: Game, table: Table) -> None:
    if table.game is not None and row.started_at is None:
        row.started_at = timezone.now()
    if row.mode != "game-over":
        row.completed_at = None
    elif row.completed_at is None:
        row.completed_at = timezone.now()


def _save_players(row: Game, *, before: Table | None, after: Table) -> None:
    old = set() if before is None else {info.seat_id for info in before.seats}
    new = {info.seat_id: place for place, info in enumerate(after.seats)}
    if gone := old - new.keys():
        PlayerInfo.objects.filter(pk__in=gone).delete()
    if arrived := new.keys() - old:
        PlayerInfo.objects.bulk_create(
            new_player(PlayerInfo, row, UUID(seat_id), {"game": row, **_seat_columns(after, place)})
            for seat_id, place in new.items()
            if seat_id in arrived
        )
    if before is None:
        return
    if gone:
        # Seats move up one after another, so that no two are ever the same.
        for seat_id, place in new.items():
            PlayerInfo.objects.filter(pk=seat_id).update(**_seat_columns(after, place))
        return
    changed = [seat_id for seat_id in new if seat_id in old and _player_changed(before, after, new[seat_id])]
    # The one who gives the investor card away is written before the one who gets it.
    changed.sort(key=lambda seat_id: after.game is not None and after.game.player_info[seat_id].investor)
    if changed:
        rows = [PlayerInfo(pk=UUID(seat_id), game=row, **_seat_columns(after, new[seat_id])) for seat_id in changed]
        upsert(rows, (*SEAT_FIELDS, *PLAYER_FIELDS))


def _player_changed(before: Table, after: Table, place: int) -> bool:
    seat_id = after.seats[place].seat_id
    if before.seats[place] != after.seats[place]:
        return True
    if before.game is None or after.game is None:
        return after.game is not None
    return bool(after.game.player_info[seat_id] != before.game.player_info[seat_id])


def _begin(row: Game, game: State, events: tuple[Event, ...] = ()) -> None:
    """The first position: all countries, and the log so far. Nothing came before that could be taken back."""
    CountryInfo.objects.bulk_create(
        CountryInfo(game=row, name=name, **_columns(country, COUNTRY_FIELDS))
        for name, country in game.country_info.items()
    )
    lines, sentences = list(game.history), _text_of_sentences(events)
    GameHistory(game=row, turn_id=game.turn_id - 1, lines=lines, sentences=sentences).save(force_insert=True)


def _save_countries(row: Game, before: State, after: State) -> None:
    changed = [name for name, country in after.country_info.items() if country != before.country_info[name]]
    if changed:
        rows = [
            CountryInfo(
                pk=row.country_ids[name], game=row, name=name, **_columns(after.country_info[name], COUNTRY_FIELDS)
            )
            for name in changed
        ]
        upsert(rows, COUNTRY_FIELDS)


def _save_history(row: Game, before: State, after: State, events: tuple[Event, ...]) -> None:
    """Rules 2.1: a submission leaves the position before it; rules 11: taken back, it leaves nothing."""
    if after.turn_id < before.turn_id:
        GameHistory.objects.filter(game=row, turn_id__gte=after.turn_id).delete()
    elif after.turn_id > before.turn_id:
        # The log is stored line by line, not in the position.
        position = msgspec.json.encode(replace(before, history=())).decode()
        lines, sentences = list(after.history[len(before.history) :]), _text_of_sentences(events)
        GameHistory(game=row, turn_id=before.turn_id, state=position, lines=lines, sentences=sentences).save(
            force_insert=True
        )


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
