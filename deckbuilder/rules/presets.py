"""Preset decks (rules 9): their validation, and those shipped with the game, one JSON file each, read at import."""

import re
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from typing import Any, NamedTuple, TypedDict

from deckbuilder.rules import messages
from deckbuilder.rules.parsing import is_named, parse_json

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


class PresetFile(NamedTuple):
    name: str
    data: Any
    problems: tuple[str, ...]


def checked_files(contents: Mapping[str, bytes]) -> tuple[PresetFile, ...]:
    """Validates files by name; of two presets with one id the later file has the problem."""
    checked: list[PresetFile] = []
    for name, content in contents.items():
        try:
            data = parse_json(content.decode())
        except ValueError as error:
            checked.append(PresetFile(name, None, (f"The file is no JSON: {error}",)))
            continue
        problems = validate_preset(data)["errors"]
        problems += [f"The id is that of {other.name} too." for other in _with_id(checked, _id_of(data))]
        checked.append(PresetFile(name, data, tuple(problems)))
    return tuple(checked)


def preset_or_error(preset_id: str) -> tuple[Preset | None, str | None]:
    """Returns the preset, or None and the reason."""
    for file in _with_id(PRESET_FILES, preset_id):
        return (None, messages.preset_unusable(file.problems)) if file.problems else (file.data, None)
    return None, messages.preset_not_found(preset_id)


def _with_id(checked: Iterable[PresetFile], preset_id: Any) -> list[PresetFile]:
    return [file for file in checked if preset_id is not None and _id_of(file.data) == preset_id]


def _id_of(data: Any) -> Any:
    return data.get("id") if isinstance(data, dict) else None


def shipped_contents() -> dict[str, bytes]:
    folder = files("deckbuilder") / "data" / "presets"
    return {file.name: file.read_bytes() for file in sorted(folder.iterdir(), key=lambda file: file.name)}


class Presets(tuple[Preset, ...]):
    """Hands out copies, because presets never change at run time (rules 9)."""

    def __iter__(self) -> Iterator[Preset]:
        return ({**preset, "cards": [*preset["cards"]]} for preset in super().__iter__())

    def __getitem__(self, place: Any) -> Any:
        return tuple(self)[place]


PRESET_FILES = checked_files(shipped_contents())
PRESETS = Presets(
    sorted((file.data for file in PRESET_FILES if not file.problems), key=lambda preset: len(preset["cards"]))
)
"""Valid presets, the smallest deck first."""
PRESET_NAMES = {preset["id"]: preset["name"] for preset in PRESETS}
