"""Seat ids out, names in: what pages, answers, mails and exports show instead of the ids that log and rules know."""

import re
from collections.abc import Mapping
from typing import Any

SEAT_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
SEAT_ID_LENGTH = 36
KEEP_ID = {
    *("playerId", "playerIds", "byPlayerId", "hostPlayerId", "myPlayerId", "offeredPlayerIds", "series"),
    *("gameId", "rematchGameId", "joinUrl", "shuffleSeed"),
}
"""Fields that hold ids for programs, which send them back; `series` is keyed by ids. Pages show none of them."""


def with_display_names(data: Any, names: Mapping[str, str]) -> Any:
    """The same data with names in the fields called `displayName`, all other ids as they are."""
    if isinstance(data, list | tuple):
        return [with_display_names(item, names) for item in data]
    if not isinstance(data, dict):
        return data
    return {
        key: names.get(value, value)
        if key == "displayName"
        else with_display_names(value, names)
        if isinstance(value, dict | list | tuple)
        else value
        for key, value in data.items()
    }


def with_names(data: Any, names: Mapping[str, str]) -> Any:
    """The same data with names for seat ids: as keys, as values, and within texts."""
    if isinstance(data, str):
        return name_in_text(data, names) if len(data) >= SEAT_ID_LENGTH else data
    if isinstance(data, dict):
        return {
            (names.get(key, key) if len(key) == SEAT_ID_LENGTH else key): value
            if key in KEEP_ID
            else with_names(value, names)
            for key, value in data.items()
        }
    if isinstance(data, list | tuple):
        return [with_names(item, names) for item in data]
    return data


def name_in_text(text: str, names: Mapping[str, str]) -> str:
    return names.get(text) or SEAT_ID.sub(lambda found: names.get(found[0], found[0]), text)
