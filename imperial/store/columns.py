"""What stands in the columns for a given state: pure functions, so that comparing two states finds the changed rows."""

from collections.abc import Iterable
from typing import Any

import msgspec

from imperial.plug import Settings
from imperial.rules.events import Event as GameEvent
from imperial.rules.state import Country, Player, State
from tabletop.rules import Event
from tabletop.table import Table

PLAYER_FIELDS = tuple(name for name in Player.__struct_fields__ if name != "email")
"""An address stands in the row of the seat alone."""
OBJECTS = ("proposal_1", "proposal_2", "voting", "current_maneuver", "peace_vote")
WAITING: dict[str, Any] = {
    "mode": "waiting",
    "country_up": "",
    "round": 1,
    "turn_id": 0,
    "same_turn": False,
    "undo": None,
    "bid_buy_order": [],
    "swiss_set": None,
    **dict.fromkeys(OBJECTS),
}


def game_columns(table: Table) -> dict[str, Any]:
    game, settings = table.game, table.settings
    assert isinstance(settings, Settings)  # noqa: S101 - a table of Imperial
    return {
        "max_players": table.max_players,
        "is_open": table.is_open,
        "host": table.host,
        "bot_due": table.bot_due,
        "timer": msgspec.to_builtins(settings.clock if game is None else game.timer),
        **(WAITING if game is None else _state_columns(game)),
    }


def _state_columns(game: State) -> dict[str, Any]:
    return {
        "mode": game.mode,
        "country_up": game.country_up,
        "round": game.round,
        "turn_id": game.turn_id,
        "same_turn": game.same_turn,
        "undo": game.undo,
        "bid_buy_order": list(game.bid_buy_order),
        "swiss_set": None if game.swiss_set is None else list(game.swiss_set),
        **{name: msgspec.to_builtins(getattr(game, name)) for name in OBJECTS},
    }


def seat_columns(table: Table, place: int) -> dict[str, Any]:
    """The columns of a player that the table knows, and those of the rules once the game has begun."""
    info = table.seats[place]
    columns = {"seat": place, "type": info.type, "bot": info.bot_level}
    return columns if table.game is None else columns | record_columns(table.game.player_info[info.seat_id])


def record_columns(record: Player | Country) -> dict[str, Any]:
    fields = PLAYER_FIELDS if isinstance(record, Player) else record.__struct_fields__
    return {name: msgspec.to_builtins(getattr(record, name)) for name in fields}


def snapshot_of(game: State) -> str:
    """The position without the log, whose lines stand in rows of their own."""
    return msgspec.json.encode(msgspec.structs.replace(game, history=())).decode()


def state_of_snapshot(text: str) -> State:
    return msgspec.json.decode(text, type=State)


def text_of_sentences(events: Iterable[Event]) -> str | None:
    """What the events add to the public log."""
    told = [event.sentence for event in events if isinstance(event, GameEvent) and event.sentence]
    return msgspec.json.encode(told).decode() if told else None
