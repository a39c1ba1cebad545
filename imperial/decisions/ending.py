"""The result: the winner, and the parts of every score (rules 9)."""

from imperial.rules.money import to_dollars
from imperial.rules.scoring import POINTS_PER_MULTIPLE, ranking, standing
from imperial.rules.state import State
from imperial.rules.stock import stock_of
from tabletop.rules import Json


def game_over(state: State) -> Json:
    standings = ranking(state)
    last = max(state.country_info, key=lambda name: state.country_info[name].points)
    return {
        "screen": "over",
        "country": last,
        "winner": standings[0]["player"],
        "lead": standings[0]["score"] - standings[1]["score"],
        "second": standings[1]["player"],
        "decidedBy": _decided_by(state, standings[0]["player"], standings[1]["player"]),
        "countries": [{"country": name, "points": info.points} for name, info in state.country_info.items()],
        "rows": [_row(state, entry) for entry in standings],
    }


def _decided_by(state: State, first: str, second: str) -> str:
    """Returns the first criterion that separates the winner from the second."""
    pairs = zip(("score", "shares", "cash", "seat"), standing(state, first), standing(state, second), strict=True)
    return next(reason for reason, mine, theirs in pairs if mine != theirs)


def _row(state: State, entry: Json) -> Json:
    player = state.player_info[entry["player"]]
    values = []
    for name, country in state.country_info.items():
        stock, times = stock_of(player, name), country.points // POINTS_PER_MULTIPLE
        values.append({"country": name, "stock": stock, "times": times, "value": stock * times})
    return {
        "name": entry["player"],
        "score": entry["score"],
        "bonds": sum(value["value"] for value in values),
        "cash": to_dollars(player.money),
        "modifier": player.score_modifier,
        "values": values,
    }
