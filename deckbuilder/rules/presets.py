"""What makes a deck to choose from valid (rules 9)."""

import re
from collections.abc import Iterator
from typing import Any, TypedDict

from deckbuilder.rules.values import is_named

MAX_NAME_LENGTH = 50
MAX_DESCRIPTION_LENGTH = 200
_KEBAB_CASE = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


class Preset(TypedDict):
    id: str
    name: str
    description: str
    cards: list[str]


class Verdict(TypedDict):
    isValid: bool
    errors: list[str]


def validate_preset(data: Any) -> Verdict:
    """All problems at once, so that whoever writes a preset need not mend them one by one."""
    errors = list(_problems(data))
    return {"isValid": not errors, "errors": errors}


def _problems(data: Any) -> Iterator[str]:
    if not isinstance(data, dict):
        yield "A preset must be an object."
        return
    yield from _problems_of_id(data.get("id"))
    yield from _problems_of_text("name", data.get("name"), longest=MAX_NAME_LENGTH)
    yield from _problems_of_text("description", data.get("description"), longest=MAX_DESCRIPTION_LENGTH)
    yield from _problems_of_cards(data.get("cards"))


def _problems_of_id(preset_id: object) -> Iterator[str]:
    if not is_named(preset_id):
        yield "The id must be a text that is not blank."
    elif not _KEBAB_CASE.fullmatch(preset_id):
        yield "The id must be in kebab-case: lower-case letters and digits in groups joined by single hyphens."


def _problems_of_text(field: str, text: object, *, longest: int) -> Iterator[str]:
    if not is_named(text):
        yield f"The {field} must be a text that is not blank."
    elif len(text) > longest:
        yield f"The {field} must have at most {longest} characters, not {len(text)}."


def _problems_of_cards(cards: object) -> Iterator[str]:
    if not isinstance(cards, list):
        yield "The cards must be a list."
    elif not cards:
        yield "The cards must be at least one."
    else:
        for index, card in enumerate(cards):
            if not is_named(card):
                yield f"The card at index {index} must be a text that is not blank."
