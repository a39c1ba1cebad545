"""Charts of a finished game: the points of the countries and the cash of the players, by round."""

from collections.abc import Callable, Mapping, Sequence
from math import ceil
from typing import TYPE_CHECKING

from msgspec.structs import replace

from imperial.pages.contexts.people import mark
from imperial.rules.money import to_dollars
from imperial.rules.state import State
from imperial.rules.taxation import MOST_POINTS
from tabletop.live.parts import Context

if TYPE_CHECKING:
    from imperial.store.reading import Moment

LEFT, RIGHT, TOP, BOTTOM = 40.0, 552.0, 24.0, 250.0
LABELS_AT = RIGHT + 12
LABEL_GAP = 22.0
STEPS_OF_POINTS = 5
STEPS_OF_CASH = 4
MOST_TICKS = 14
DASHES = ("", "d2", "d3", "d4")
"""A line is known by its dashes as well as by its colour."""

Column = tuple[int, Mapping[str, float]]
"""A round, and how everybody stood at its end."""


class Label(Context, frozen=True):
    name: str
    short: str
    css: str


class ChartLine(Context, frozen=True):
    label: Label
    values: tuple[float, ...]
    value: float
    path: str
    y: float
    dash: str
    label_y: float = 0.0


class GridLine(Context, frozen=True):
    y: float
    label: int


class Tick(Context, frozen=True):
    x: float
    label: int


class Chart(Context, frozen=True):
    lines: tuple[ChartLine, ...]
    grid: tuple[GridLine, ...]
    ticks: tuple[Tick, ...]
    right: float = RIGHT
    labels_at: float = LABELS_AT


class Charts(Context, frozen=True):
    rounds: tuple[int, ...]
    points: Chart
    cash: Chart


def charts(moments: "Sequence[Moment]", game: State, *, names: Mapping[str, str], colours: Mapping[str, int]) -> Charts:
    """`moments` are the positions in which the rounds began, that is the ends of those before them."""
    points: list[Column] = []
    cash: list[Column] = []
    ends: list[tuple[int, Moment | State]] = [(moment.round - 1, moment) for moment in moments]
    for number, moment in [*ends, (game.round, game)]:
        points.append((number, {name: country.points for name, country in moment.country_info.items()}))
        cash.append((number, {player: to_dollars(info.money) for player, info in moment.player_info.items()}))
    players = {
        player: _player(names.get(player, player), colours.get(player, seat))
        for seat, player in enumerate(game.player_info, start=1)
    }
    return Charts(
        rounds=tuple(number for number, _values in points),
        points=_chart(points, most=MOST_POINTS, steps=STEPS_OF_POINTS, label=_country),
        cash=_chart(cash, most=_most_cash(cash), steps=STEPS_OF_CASH, label=players.__getitem__),
    )


def _country(name: str) -> Label:
    known = mark(name)
    return Label(name=known.name, short=known.code, css=known.css)


def _player(name: str, colour: int) -> Label:
    return Label(name=name, short=name[:1].upper(), css=f"avatar--{colour}")


def _most_cash(columns: Sequence[Column]) -> int:
    """The end of the scale: a number that its steps divide."""
    highest = max(max(values.values()) for _number, values in columns)
    return STEPS_OF_CASH * max(1, ceil(highest / STEPS_OF_CASH))


def _chart(columns: Sequence[Column], *, most: int, steps: int, label: Callable[[str], Label]) -> Chart:
    """A line for each name, labelled by `label`, on a scale from 0 to `most` with so many `steps`."""
    first, last = columns[0][0], columns[-1][0]

    def across(number: int) -> float:
        return round(LEFT + (RIGHT - LEFT) * (number - first) / max(1, last - first), 1)

    def up(value: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * value / most, 1)

    lines = [
        ChartLine(
            label=label(name),
            values=tuple(values[name] for _number, values in columns),
            value=columns[-1][1][name],
            path="M" + "L".join(f"{across(number)} {up(values[name])}" for number, values in columns),
            y=up(columns[-1][1][name]),
            dash=DASHES[index % len(DASHES)],
        )
        for index, name in enumerate(columns[-1][1])
    ]
    heights = _keep_apart([line.y for line in lines])
    every = max(1, ceil((last - first) / MOST_TICKS))
    return Chart(
        lines=tuple(replace(line, label_y=height) for line, height in zip(lines, heights, strict=True)),
        grid=tuple(GridLine(y=up(most * step / steps), label=most * step // steps) for step in range(steps + 1)),
        ticks=tuple(Tick(x=across(number), label=number) for number in range(first, last + 1, every)),
    )


def _keep_apart(heights: Sequence[float]) -> list[float]:
    """Labels beside the ends of the lines, moved so that none covers another and all stay beside the chart."""
    apart = list(heights)
    upwards = sorted(range(len(apart)), key=lambda index: -apart[index])
    free_below = BOTTOM + LABEL_GAP
    for index in upwards:
        apart[index] = free_below = min(apart[index], free_below - LABEL_GAP)
    free_above = TOP - LABEL_GAP
    for index in reversed(upwards):
        apart[index] = free_above = max(apart[index], free_above + LABEL_GAP)
    return apart
