"""Random games from the first bid to the last point, with every invariant after every action."""

from collections import Counter

import pytest

from imperial import rules
from tests.imperial.rules.invariants import check_state, check_step
from tests.imperial.rules.random_play import Step, random_game
from tests.kit.bulk import bulk

GAMES = bulk(50, least=10)
PLAYERS = (2, 3, 4, 5, 6)


def games_for(players: int) -> range:
    return range(players - PLAYERS[0], GAMES, len(PLAYERS))


def played(seed: int, players: int) -> list[Step]:
    """Both setups, with a clock and without: every combination in four rounds, a clock in every other one."""
    lap = seed // len(PLAYERS)
    setup = rules.load_setup(rules.SHIPPED[lap % 2])
    return list(random_game(seed, players=players, setup=setup, timed=(lap + 1) // 2 % 2 == 1))


@pytest.mark.parametrize("players", PLAYERS)
def test_random_games_end_and_keep_every_invariant(players: int) -> None:
    seen: Counter[str] = Counter()
    for seed in games_for(players):
        steps = played(seed, players)
        setup = rules.load_setup(steps[0].before.setup)
        for step in steps:
            check_state(step.after, setup=setup)
            check_step(step.before, step.after, step.events, player=step.player)
            check_everybody_can_act(step)
            seen.update(event.to_json()["type"] for event in step.events)
        assert rules.result(steps[-1].after) is not None
    check_the_variety(seen, players)


def check_everybody_can_act(step: Step) -> None:
    """A player who is to act alone shows it by acting."""
    setup, acting = rules.load_setup(step.after.setup), rules.players_to_act(step.after)
    if len(acting) > 1:
        for player in acting:
            assert rules.legal_actions(step.after, player, setup=setup)


def check_the_variety(seen: Counter[str], players: int) -> None:
    """Guards the test: games in which little happens would prove little."""
    expected = {
        "bid_placed",
        "bids_revealed",
        "auction_answered",
        "auction_ended",
        "executed",
        "unit_moved",
        "peace_offered",
        "peace_answered",
        "investor_round_started",
        "bond_bought",
        "punted",
        "clock_overrun",
        "game_ended",
    }
    if players > 2:
        expected |= {"proposed", "agreed", "voted", "vote_decided", "peace_vote_cast"}
    assert not expected - set(seen)
