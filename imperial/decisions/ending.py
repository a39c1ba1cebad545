"""The result: the winner, and the parts of every score (rules 9)."""

from typing import Literal

from imperial.decisions.records import Record
from imperial.rules.money import to_dollars
from imperial.rules.scoring import POINTS_PER_MULTIPLE, ranked_players, score_cents, standing
from imperial.rules.state import State
from imperial.rules.stock import stock_of


class StockValue(Record, frozen=True):
    country: str
    stock: int
    times: int
    value: int


class Score(Record, frozen=True):
    player: str
    score: float
    bonds: int
    cash: float
    modifier: int
    values: tuple[StockValue, ...]


class GameOver(Record, frozen=True):
    country: str
    winner: str
    lead: float
    second: str
    decided_by: str
    scores: tuple[Score, ...]
    """The best first."""
    screen: Literal["over"] = "over"


class Closed(Record, frozen=True):
    """A table that was given up: nothing is asked of anybody."""

    country: str
    reason: str | None
    """Why the staff closed it."""
    screen: Literal["closed"] = "closed"


def game_over(state: State) -> GameOver:
    scores = tuple(_score(state, player) for player in ranked_players(state))
    first, second = scores[:2]
    return GameOver(
        country=max(state.country_info, key=lambda name: state.country_info[name].points),
        winner=first.player,
        lead=first.score - second.score,
        second=second.player,
        decided_by=_decided_by(state, first.player, second.player),
        scores=scores,
    )


def _decided_by(state: State, first: str, second: str) -> str:
    """Returns the first criterion that separates the winner from the second."""
    pairs = zip(("score", "shares", "cash", "seat"), standing(state, first), standing(state, second), strict=True)
    return next(reason for reason, mine, theirs in pairs if mine != theirs)


def _score(state: State, player: str) -> Score:
    holder = state.player_info[player]
    values = []
    for country, info in state.country_info.items():
        stock, times = stock_of(holder, country), info.points // POINTS_PER_MULTIPLE
        values.append(StockValue(country=country, stock=stock, times=times, value=stock * times))
    return Score(
        player=player,
        score=to_dollars(score_cents(state, player)),
        bonds=sum(value.value for value in values),
        cash=to_dollars(holder.money),
        modifier=holder.score_modifier,
        values=tuple(values),
    )
