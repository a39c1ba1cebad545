"""The time of a turn as pages tell it: in minutes from two on, wherever it stands."""

import pytest

from tabletop.tables.turn_times import turn_time, whole_minutes


@pytest.mark.parametrize(
    ("seconds", "minutes", "words"),
    [
        (30, None, "30 s a turn"),
        (60, None, "60 s a turn"),
        (90, None, "90 s a turn"),
        (120, 2, "2 min a turn"),
        (150, None, "150 s a turn"),
        (300, 5, "5 min a turn"),
    ],
)
def test_whole_minutes_are_told_from_two_on(seconds: int, minutes: int | None, words: str) -> None:
    assert (whole_minutes(seconds), turn_time(seconds)) == (minutes, words)
