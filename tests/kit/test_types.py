"""Where `Json` may stand in the rooms that mypy holds to `disallow_any_explicit`: the `Any` in it mypy does not see."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.documents import ROOT

EDGES = {
    "cambio/pages/view.py": "the view of the rules and the events of the log are JSON; they are typed here",
    "cambio/table_view.py": "adds to the view of the rules, which is JSON; pages and programs get it",
    "imperial/pages/moves.py": "a request that is sent again stands for what the log has of it, as JSON",
    "imperial/pages/view.py": "the view of a table that waits is JSON; it is typed here",
}
"""The files in which JSON has not become a type yet, and why."""
UNTYPED = {"Json", "dict[str, object]", "Mapping[str, object]"}


def strict_modules() -> list[str]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    overrides = settings["tool"]["mypy"]["overrides"]
    return [module for room in overrides if room.get("disallow_any_explicit") for module in room["module"]]


def strict_files() -> Iterator[Path]:
    for module in strict_modules():
        place = ROOT / module.removesuffix(".*").replace(".", "/")
        yield from sorted(place.rglob("*.py")) if module.endswith(".*") else [place.with_suffix(".py")]


def untyped(source: str) -> set[str]:
    """What is left of a JSON object in the annotations and aliases of a file."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Name | ast.Subscript):
            found.add(ast.unparse(node))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found |= {name for name in UNTYPED if name == node.value}
    return found & UNTYPED


def test_json_is_typed_at_the_edge() -> None:
    found = {str(file.relative_to(ROOT)): untyped(file.read_text()) for file in strict_files()}
    assert len(found) > 40
    assert {file: names for file, names in found.items() if names and file not in EDGES} == {}
    assert sorted(file for file in EDGES if not found[file]) == []


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("def build(seen: Json) -> Room: ...", {"Json"}),
        ("def build(rows: Sequence[Json]) -> Room: ...", {"Json"}),
        ('def build(seen: "Json") -> Room: ...', {"Json"}),
        ("def context() -> dict[str, object]: ...", {"dict[str, object]"}),
        ("shown: Callable[[], Mapping[str, object]]", {"Mapping[str, object]"}),
        ("def build(seen: dict[str, str]) -> Room: ...", set()),
    ],
)
def test_a_json_object_is_found(source: str, names: set[str]) -> None:
    assert untyped(source) == names
