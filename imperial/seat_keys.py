"""Documents keyed by names <-> documents keyed by seat ids, for games that come from elsewhere."""

import re
from collections.abc import Mapping
from typing import Any

NAMES = {
    *("name", "player", "players", "bids", "voters", "undo", "bidBuyOrder", "swissSet", "leadership"),
    *("winner", "dictator"),
}
"""The fields that hold a player's key, or several."""
TEXTS = {"history", "description", "proposal"}
"""The fields that hold English texts."""


def with_seat_ids(document: Any, ids: Mapping[str, str], field: str = "") -> Any:
    """A game in the seed's schema with seat ids for names. A player may be called like a field or a word of the log:
    a name counts only where names stand, and in texts only as a word of its own.
    """
    if isinstance(document, dict):
        if field == "playerInfo":
            return {ids.get(name, name): with_seat_ids(value, ids) for name, value in document.items()}
        return {key: with_seat_ids(value, ids, key) for key, value in document.items()}
    if isinstance(document, list):
        return [with_seat_ids(item, ids, field) for item in document]
    if not isinstance(document, str):
        return document
    if field in NAMES:
        return ids.get(document, document)
    return ids_in_text(document, ids) if field in TEXTS else document


def ids_in_text(text: str, ids: Mapping[str, str]) -> str:
    # The longest first: a name may be part of another.
    names = "|".join(re.escape(name) for name in sorted(ids, key=len, reverse=True))
    return re.sub(rf"(?<!\w)(?:{names})(?!\w)", lambda found: ids[found[0]], text) if names else text
