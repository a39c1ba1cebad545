"""What the documents link to and what they name exists: files, headings, commands, environment variables."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.core.management import get_commands

from tests.docs.documents import FENCE, ROOT, anchors, name_of, source_files

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
QUOTED = re.compile(r"`([^`\n]+)`")
INDENTED = re.compile(r"^ {4}.*$", re.M)
PATH = re.compile(r"[\w.\-]+(?:/[\w.\-]+)*(?:/|\.(?:py|md|toml|lock|html|css|js|json|png)|(?<=/)[\w\-]+)")
GAMES = ("cambio", "imperial", "deckbuilder")
MADE_LATER = ("var/", "locale/")
"""What a running site or a translator makes."""
PAPERS = source_files(".md")
NAMES = [name_of(path) for path in PAPERS]


def links(path: Path) -> list[str]:
    return LINK.findall(FENCE.sub("", path.read_text()))


def broken_links(path: Path) -> list[str]:
    found = []
    for target in links(path):
        parts = urlsplit(target)
        if parts.scheme:
            continue
        file = (path.parent / parts.path).resolve() if parts.path else path
        missing = not file.exists() or (parts.fragment and file.suffix == ".md" and parts.fragment not in anchors(file))
        if missing:
            found.append(target)
    return found


def named_paths(text: str) -> Iterator[str]:
    for quoted in QUOTED.findall(INDENTED.sub("", FENCE.sub("", text))):
        if PATH.fullmatch(quoted) and not quoted.startswith(MADE_LATER):
            yield quoted


def exists(name: str) -> bool:
    """From the root, or, in a text about the rooms of every game, in one of them or its rules."""
    return any((ROOT / folder / name).exists() for game in GAMES for folder in ("", game, f"{game}/rules"))


@pytest.mark.parametrize("name", NAMES)
def test_no_link_leads_nowhere(name: str) -> None:
    assert broken_links(ROOT / name) == []


@pytest.mark.parametrize("name", NAMES)
def test_every_file_that_is_named_exists(name: str) -> None:
    assert [named for named in named_paths((ROOT / name).read_text()) if not exists(named)] == []


def test_a_broken_link_is_found(tmp_path: Path) -> None:
    paper = tmp_path / "paper.md"
    paper.write_text(
        "# One heading\n[a](#one-heading) [b](#another) [c](paper.md#one-heading) [d](gone.md) [e](https://x.y)"
    )
    assert broken_links(paper) == ["#another", "gone.md"]


def test_a_file_that_is_gone_is_found() -> None:
    text = (
        "`tabletop/play.py`, `tabletop/plays.py`, `rules/`, `roles/`, `manage.py clock`, `var/x.py`\n\n    `a/b.py`\n"
    )
    assert [name for name in named_paths(text) if not exists(name)] == ["tabletop/plays.py", "roles/"]


def test_the_operations_page_lists_every_environment_variable() -> None:
    settings = (ROOT / "tabletop/settings.py").read_text()
    read = set(re.findall(r"\w\(['\"]([A-Z_]{4,})['\"]", settings))
    listed = set(QUOTED.findall(_section("Environment variables", first_cell_only=True)))
    assert listed == read - {"OPTIONS"}, "OPTIONS is a key of Django's"


def test_the_operations_page_lists_every_management_command() -> None:
    ours = {name for name, app in get_commands().items() if str(app).split(".")[0] in ("tabletop", *GAMES)}
    listed = set(QUOTED.findall(_section("Management commands", first_cell_only=True)))
    assert listed == ours | {"createsuperuser"}


def _section(title: str, *, first_cell_only: bool) -> str:
    text = (ROOT / "docs/operations.md").read_text().split(f"## {title}\n")[1].split("\n## ")[0]
    rows = [line for line in text.splitlines() if line.startswith("| `")]
    return "\n".join(row.split(" | ")[0] if first_cell_only else row for row in rows)
