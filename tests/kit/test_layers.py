"""What the import contracts cannot see, as every room may import Django: who talks to the database and to the web."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("tabletop", "cambio", "imperial", "deckbuilder")
WEB = ("django.http", "django.shortcuts", "django.views")
DATABASE = ("django.db",)


def modules(*rooms: str) -> Iterator[Path]:
    """The files of these rooms in every app: `views.py` as well as everything in `views/`."""
    for package in PACKAGES:
        for file in sorted((ROOT / package).rglob("*.py")):
            if set(rooms) & {file.stem, *file.relative_to(ROOT).parts}:
                yield file


def imported(source: str) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names


def queries(source: str) -> set[str]:
    """`Model.objects.something(...)`, whatever the something is, but for the manager's plain helper functions."""
    chains = {ast.unparse(node) for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Attribute)}
    return {chain for chain in chains if ".objects." in chain and not chain.endswith(".normalize_email")}


def offences(source: str, *, forbidden: tuple[str, ...]) -> set[str]:
    return {name for name in imported(source) if any(f"{name}.".startswith(f"{package}.") for package in forbidden)}


def moves(source: str) -> set[str]:
    """`rules.apply(...)`, `table.apply(...)`: a move made there is in no log."""
    calls = (node.func for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    return {ast.unparse(call) for call in calls if isinstance(call, ast.Attribute) and call.attr == "apply"}


def test_pages_programs_and_consumers_ask_no_query_and_make_no_move_themselves() -> None:
    found = {}
    for file in modules("views", "consumers", "pages", "api"):
        source = file.read_text()
        found[str(file.relative_to(ROOT))] = offences(source, forbidden=DATABASE) | queries(source) | moves(source)
    assert {name: words for name, words in found.items() if words} == {}


def test_services_queries_and_stores_know_nothing_of_the_web() -> None:
    found = {
        str(file.relative_to(ROOT)): offences(file.read_text(), forbidden=WEB)
        for file in modules("services", "queries", "store", "models")
    }
    assert {name: words for name, words in found.items() if words} == {}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("from django.db import connection", {"django.db", "django.db.connection"}),
        ("import django.db.models", {"django.db.models"}),
        ("from django.dbx import y", set()),
    ],
)
def test_a_forbidden_import_is_noticed(source: str, expected: set[str]) -> None:
    assert offences(source, forbidden=DATABASE) == expected


def test_a_move_past_the_log_is_noticed() -> None:
    assert moves("after, events = rules.apply(state, 0, action)") == {"rules.apply"}
    assert not moves("applied(services.act(game_id=game_id))")


def test_a_query_is_noticed() -> None:
    assert queries("game = Game.objects.filter(pk=1).first()")
    assert not queries("User.objects.normalize_email(given)")
