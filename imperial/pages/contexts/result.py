"""The result of a finished game."""

from imperial.decisions.ending import GameOver, Score
from imperial.pages.contexts.people import Mark, mark
from imperial.pages.view import PublicView, TableView
from tabletop.live.parts import EMPTY, Context
from tabletop.tables.faces import Face
from tabletop.tables.manners import SeriesScore


class CountryPoints(Context, frozen=True):
    country: Mark
    points: int


class Value(Context, frozen=True):
    country: Mark
    stock: int
    times: int
    value: int


class ScoreRow(Context, frozen=True):
    face: Face
    score: float
    bonds: int
    cash: float
    modifier: int
    values: tuple[Value, ...]


class Result(Context, frozen=True):
    game_id: str
    table_url: str
    winner: str
    second: str
    lead: float
    decided_by: str
    clocked: bool
    country: Mark
    countries: tuple[CountryPoints, ...]
    rows: tuple[ScoreRow, ...]
    series: SeriesScore | None


def result(view: TableView) -> Context:
    decision, public = view.decision, view.public
    if not isinstance(decision, GameOver):
        return EMPTY
    return Result(
        game_id=public.game_id,
        table_url=public.table_url,
        winner=public.faces[decision.winner].name,
        second=public.faces[decision.second].name,
        lead=decision.lead,
        decided_by=decision.decided_by,
        clocked=any(score.modifier for score in decision.scores),
        country=mark(decision.country),
        countries=tuple(
            CountryPoints(country=mark(name), points=info.points) for name, info in public.game.country_info.items()
        ),
        rows=tuple(_row(public, score) for score in decision.scores),
        series=view.series,
    )


def again(view: TableView) -> Context:
    return view.again or EMPTY


def _row(public: PublicView, score: Score) -> ScoreRow:
    return ScoreRow(
        face=public.faces[score.player],
        score=score.score,
        bonds=score.bonds,
        cash=score.cash,
        modifier=score.modifier,
        values=tuple(
            Value(country=mark(value.country), stock=value.stock, times=value.times, value=value.value)
            for value in score.values
        ),
    )
