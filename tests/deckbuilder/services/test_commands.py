"""`check_presets` lists every preset with all its problems."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

GOOD = {"id": "mine", "name": "Mine", "description": "A deck of my own.", "cards": ["A", "B"]}


def write(folder: Path, name: str, data: Any) -> Path:
    path = folder / name
    path.write_text(data if isinstance(data, str) else json.dumps(data))
    return path


def check(*files: Path) -> tuple[str, str, str | None]:
    """Runs the command; returns its output, its errors and the message of its failure."""
    out, err = StringIO(), StringIO()
    try:
        call_command("check_presets", file=list(files), stdout=out, stderr=err)
    except CommandError as error:
        return out.getvalue(), err.getvalue(), str(error)
    return out.getvalue(), err.getvalue(), None


def test_all_shipped_presets_are_listed_and_good() -> None:
    told, complaints, failure = check()
    assert told.splitlines() == [
        "colours-and-numbers.json: Colours and Numbers, 40 cards",
        "full-pack.json: Full Pack, 52 cards",
        "major-arcana.json: Major Arcana, 22 cards",
        "starter-deck.json: Starter Deck, 20 cards",
    ]
    assert (complaints, failure) == ("", None)


def test_a_given_file_is_checked_alone(tmp_path: Path) -> None:
    assert check(write(tmp_path, "mine.json", GOOD)) == (f"{tmp_path}/mine.json: Mine, 2 cards\n", "", None)


def test_every_problem_of_every_file_is_listed_and_the_command_fails(tmp_path: Path) -> None:
    told, complaints, failure = check(
        write(tmp_path, "mine.json", GOOD),
        write(tmp_path, "bad.json", {**GOOD, "id": "Bad", "name": "", "cards": ["A", 7]}),
        write(tmp_path, "text.json", "no JSON"),
    )
    assert told == f"{tmp_path}/mine.json: Mine, 2 cards\n"
    assert complaints.splitlines()[:5] == [
        f"{tmp_path}/bad.json:",
        "  The id must be in kebab-case: lower-case letters and digits in groups joined by single hyphens.",
        "  The name must be a text that is not blank.",
        "  The card at index 1 must be a text that is not blank.",
        f"{tmp_path}/text.json:",
    ]
    assert failure == "2 of 3 presets cannot be used."


def test_two_files_of_one_name_in_two_folders_are_both_checked(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    _told, complaints, failure = check(write(tmp_path, "mine.json", GOOD), write(tmp_path / "other", "mine.json", GOOD))
    assert f"The id is that of {tmp_path}/mine.json too." in complaints
    assert failure == "1 of 2 presets cannot be used."


def test_a_failure_is_exit_code_1(tmp_path: Path) -> None:
    with pytest.raises(CommandError) as refused:
        call_command("check_presets", file=[write(tmp_path, "bad.json", {})], stderr=StringIO())
    assert refused.value.returncode == 1


def test_an_id_that_a_shipped_preset_has_is_taken(tmp_path: Path) -> None:
    _told, complaints, failure = check(write(tmp_path, "mine.json", {**GOOD, "id": "starter-deck"}))
    assert "The id is that of starter-deck.json too." in complaints
    assert failure == "1 of 1 presets cannot be used."


def test_a_file_that_replaces_a_shipped_preset_may_have_its_id(tmp_path: Path) -> None:
    assert check(write(tmp_path, "starter-deck.json", {**GOOD, "id": "starter-deck"}))[2] is None


@pytest.mark.parametrize("name", ["missing.json", "."])
def test_a_file_that_cannot_be_read_fails_with_the_reason(tmp_path: Path, name: str) -> None:
    _told, _complaints, failure = check(tmp_path / name)
    assert "cannot be read" in str(failure)
