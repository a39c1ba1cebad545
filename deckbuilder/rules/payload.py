"""Reading what comes with an action. None stands for a payload that is missing or of the wrong type."""

from typing import Any

from deckbuilder.rules.values import is_text


def text_of(payload: Any, name: str) -> str | None:
    value = payload.get(name) if isinstance(payload, dict) else None
    return value if is_text(value) else None
