"""The charts of a finished game."""

from itertools import pairwise

from imperial.pages.contexts.chart import BOTTOM, LABEL_GAP, TOP, charts
from tests.imperial.rules.positions import position


def test_labels_of_players_with_the_same_cash_stay_apart_and_beside_the_chart() -> None:
    names = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Flo")
    for money in (0, 7, 30):
        lines = charts((), position(players=names, money=money), names={}, colours={}).cash.lines
        labels = sorted(line.label_y for line in lines)
        assert len(labels) == len(names)
        assert labels[0] >= TOP
        assert labels[-1] <= BOTTOM
        assert all(lower - upper >= LABEL_GAP for upper, lower in pairwise(labels))


def test_a_player_is_labelled_by_name_and_not_by_seat_id() -> None:
    lines = charts((), position(players=("1f", "2e")), names={"1f": "Ann", "2e": "Ben"}, colours={"1f": 4}).cash.lines
    assert [(line.label.name, line.label.short) for line in lines] == [("Ann", "A"), ("Ben", "B")]
