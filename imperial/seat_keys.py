"""Documents keyed by names <-> documents keyed by seat ids, for games that come from elsewhere."""

import re
from collections.abc import Mapping
from typing import Any

from imperial.rules import Setup

NAMES = {
    *("name", "player", "players", "bids", "voters", "undo", "bidBuyOrder", "swissSet", "leadership"),
    *("winner", "dictator"),
}
"""The fields that hold a player's key, or several."""
TEXTS = {"history", "description", "proposal"}
"""The fields that hold English texts."""


def with_seat_ids(document: Any, ids: Mapping[str, str], *, board: Setup, field: str = "") -> Any:
    """A game in the seed's schema with seat ids for names. A player may be called like a field or a word of the log:
    a name counts only where names stand, and in texts only as a word of its own that is not on the board.
    """
    if isinstance(document, dict):
        keys = ids if field == "playerInfo" else {}
        return {
            keys.get(key, key): with_seat_ids(value, ids, board=board, field="" if keys else key)
            for key, value in document.items()
        }
    if isinstance(document, list):
        return [with_seat_ids(item, ids, board=board, field=field) for item in document]
    if not isinstance(document, str):
        return document
    if field in NAMES:
        return ids.get(document, document)
    return _ids_in_text(document, ids, board=board) if field in TEXTS else document


def _ids_in_text(text: str, ids: Mapping[str, str], *, board: Setup) -> str:
    words = {*board.countries, *board.territories, *board.wheel}
    # The longest first: a name may be part of another.
    names = "|".join(re.escape(name) for name in sorted(ids.keys() - words, key=len, reverse=True))
    return re.sub(rf"(?<!\w)(?:{names})(?!\w)", lambda found: ids[found[0]], text) if names else text
