"""Seeded games among bots: they end, and the levels are what they are called."""

import pytest

from cambio.bots.levels import LEVELS, Level
from cambio.simulation import Summary, play_game
from tabletop.simulation import play_games
from tests.kit.bulk import bulk


def win_rate(level: Level, *, against: Level, games: int = bulk(400, least=100)) -> float:
    summary = Summary.of(play_games(play_game, games=games, players=2, bots=(level, against), seed="strength"))
    return summary.levels[level].wins / games


def test_hard_beats_medium() -> None:
    assert win_rate("hard", against="medium") > 0.58


def test_medium_beats_easy() -> None:
    assert win_rate("medium", against="easy") > 0.62


def test_hard_beats_easy_by_far() -> None:
    assert win_rate("hard", against="easy") > 0.75


@pytest.mark.parametrize("players", [3, 4])
def test_the_order_holds_at_larger_tables(players: int) -> None:
    summary = Summary.of(play_games(play_game, games=bulk(200, least=50), players=players, bots=LEVELS, seed="large"))
    rates = {level: summary.levels[level].wins / summary.levels[level].seats for level in LEVELS}
    assert rates["hard"] > rates["medium"] > rates["easy"]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("level", LEVELS)
def test_games_of_bots_always_end(level: Level, players: int) -> None:
    summary = Summary.of(play_games(play_game, games=bulk(30), players=players, bots=(level,), seed="end"))
    assert len(summary.turns) == bulk(30)
    assert max(summary.turns) < 80 * players


def test_the_same_seed_gives_the_same_games() -> None:
    first, second = (list(play_games(play_game, games=5, players=4, bots=LEVELS, seed="again")) for _time in range(2))
    assert first == second
    other = list(play_games(play_game, games=5, players=4, bots=LEVELS, seed="other"))
    assert [game.table for game in other] != [game.table for game in first]
