"""Validates preset decks (rules 9)."""

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
    """Lists all problems at once, so that an author can mend a preset in one go."""
    errors = list(_problems(data))
    return {"isValid": not errors, "errors": errors}


def _problems(data: Any) -> Iterator[str]:
    if not isinstance(data, dict):
        yield "A preset must be an object."
        return
    for field, longest in (("id", None), ("name", MAX_NAME_LENGTH), ("description", MAX_DESCRIPTION_LENGTH)):
        text = data.get(field)
        if not is_named(text):
            yield f"The {field} must be a text that is not blank."
        elif longest is None and not _KEBAB_CASE.fullmatch(text):
            yield "The id must be in kebab-case: lower-case letters and digits in groups joined by single hyphens."
        elif longest is not None and len(text) > longest:
            yield f"The {field} must have at most {longest} characters, not {len(text)}."
    yield from _problems_of_cards(data.get("cards"))


def _problems_of_cards(cards: object) -> Iterator[str]:
    if not isinstance(cards, list):
        yield "The cards must be a list."
    elif not cards:
        yield "The cards must be at least one."
    else:
        for index, card in enumerate(cards):
            if not is_named(card):
                yield f"The card at index {index} must be a text that is not blank."
