"""What is saved of a deck, and loading it again (rules 8)."""

from typing import Any

from deckbuilder.rules.repair import repaired
from deckbuilder.rules.state import State, to_json
from deckbuilder.rules.values import parse_json
from tabletop.rules import Json

NOT_SAVED = ("selectedCardIds", "isDealing")
WRAPPER_FIELDS = frozenset({"version", "timestamp", "state"})


def serialize(state: State) -> Json:
    data = to_json(state)
    for name in NOT_SAVED:
        del data[name]
    return data


def deserialize(data_or_text: Any) -> State | None:
    """The state of a save of any age, repaired where it is wrong; None if it is no save at all."""
    data = data_or_text
    if isinstance(data, str):
        try:
            data = parse_json(data)
        except ValueError:
            return None
    if isinstance(data, dict) and data.keys() >= WRAPPER_FIELDS:
        data = data["state"]
    return repaired(data) if isinstance(data, dict) else None
