"""The ten questions of CONTRIBUTING: each search finds the one file that answers it."""

import re
import subprocess

import pytest

from tests.docs.documents import ROOT

PACKAGES = ("tabletop", "cambio", "imperial", "deckbuilder")
ROW = re.compile(r"^\| (?P<question>[^|]+\?) \| `(?P<search>[^|]+)` \| `(?P<file>[^|`]+)` \| [^|]+ \|$", re.M)
ROWS = [
    (found["question"], found["search"], found["file"])
    for found in ROW.finditer((ROOT / "CONTRIBUTING.md").read_text())
]


def files_with(search: str) -> list[str]:
    command = ["git", "grep", "--fixed-strings", "--files-with-matches", "-e", search, "--", *PACKAGES]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout.split()


def test_there_are_ten() -> None:
    assert len(ROWS) == 10


@pytest.mark.parametrize(("question", "search", "file"), ROWS, ids=[question for question, _search, _file in ROWS])
def test_one_search_finds_one_file(question: str, search: str, file: str) -> None:
    assert files_with(search) == [file], question


def test_a_search_for_nothing_finds_nothing() -> None:
    assert files_with("no line of the " + "product says this") == []
