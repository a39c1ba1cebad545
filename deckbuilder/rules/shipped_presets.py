"""The presets shipped with the game: one JSON file each, read at import."""

from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from typing import Any, NamedTuple

from deckbuilder.rules import messages
from deckbuilder.rules.presets import Preset, validate_preset
from deckbuilder.rules.values import parse_json


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
