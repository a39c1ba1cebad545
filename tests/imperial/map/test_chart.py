"""The charts of a finished game."""

from itertools import pairwise

from imperial.pages.contexts.chart import BOTTOM, LABEL_GAP, TOP, charts
from tests.imperial.rules.positions import position


def test_labels_of_players_with_the_same_cash_stay_apart_and_beside_the_chart() -> None:
    names = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Flo")
    for money in (0, 7, 30):
        lines = charts((), position(players=names, money=money), names={}).cash.lines
        labels = sorted(line.label_y for line in lines)
        assert len(labels) == len(names)
        assert labels[0] >= TOP
        assert labels[-1] <= BOTTOM
        assert all(lower - upper >= LABEL_GAP for upper, lower in pairwise(labels))
