"""Creating a game (rules 13)."""

from typing import Any

import pytest
from msgspec.structs import replace

from imperial import rules
from tabletop.rules import RuleViolation
from tests.imperial.rules.positions import NOW, STANDARD

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")


def new_game(players: tuple[str, ...] = NAMES[:3], timer: dict[str, int] | None = None) -> rules.State:
    return rules.new_game(players, STANDARD, shuffle=list, now=NOW, timer=timer)


@pytest.mark.parametrize(("players", "cents"), [(2, 3050), (3, 2033), (4, 1525), (5, 1220), (6, 1017)])
def test_61_dollars_are_split_evenly_to_the_cent(players: int, cents: int) -> None:
    state = new_game(NAMES[:players])
    assert [player.money for player in state.player_info.values()] == [cents] * players


def test_everybody_is_to_bid_on_the_first_country() -> None:
    state = new_game()
    assert (state.mode, state.country_up, state.round, state.turn_id, state.same_turn) == (
        "bid",
        "Austria",
        1,
        1,
        False,
    )
    assert rules.players_to_act(state) == ("Ann", "Ben", "Cleo")
    for player in state.player_info.values():
        assert (player.order, player.investor, player.swiss, player.stock, player.score_modifier) == (
            0,
            False,
            False,
            (),
            0,
        )
        assert player.bid is None
    assert state.undo is None
    assert state.history == ("The game has begun. Players: Ann, Ben and Cleo.",)


def test_the_countries_start_as_the_setup_says() -> None:
    state = new_game()
    assert state.setup == "standard"
    assert state.country_info == {name: country.start for name, country in STANDARD.countries.items()}


def test_a_game_without_a_clock_has_no_time() -> None:
    assert not new_game().timer.timed


def test_with_a_clock_everybody_has_the_bank_and_time_runs_from_now() -> None:
    state = new_game(timer={"increment": 30, "banked": 600})
    assert (state.timer.timed, state.timer.increment, state.timer.banked) == (True, 30, 600)
    assert (state.timer.last_move, state.timer.pause) == (1_000_000, 0)
    assert {player.banked for player in state.player_info.values()} == {600}


def test_players_share_no_template() -> None:
    """The original application's first defect: changing one player's clock changed all."""
    state = new_game(timer={"increment": 0, "banked": 600})
    state = rules.apply(state, "Ann", rules.Bid(amount=0), setup=STANDARD, shuffle=list, now=NOW + 100)[0]
    assert [player.banked for player in state.player_info.values()] == [500, 600, 600]
    assert replace(state.player_info["Ben"], bid=0) != state.player_info["Ann"]


def test_blank_names_are_dropped() -> None:
    assert list(new_game(("Ann", " ", " Ben ", "")).player_info) == ["Ann", "Ben"]


@pytest.mark.parametrize(
    "players",
    [(), ("Ann",), ("Ann", ""), (*NAMES, "Gus"), ("Ann", "Ann"), ("Ann", None, "Ben"), ("Ann", "Ben", 3)],
    ids=["none", "one", "one and a blank", "seven", "twins", "nobody", "a number"],
)
def test_two_to_six_different_players_are_needed(players: Any) -> None:
    with pytest.raises(RuleViolation) as refused:
        new_game(players)
    assert refused.value.code == "invalid_request"


@pytest.mark.parametrize("timer", [{"increment": -1, "banked": 0}, {"increment": 0, "banked": -1}], ids=str)
def test_a_clock_has_no_negative_seconds(timer: dict[str, int]) -> None:
    with pytest.raises(RuleViolation):
        new_game(timer=timer)


@pytest.mark.parametrize("seconds", [1.5, float("nan"), True, "5", None], ids=str)
def test_a_clock_counts_whole_seconds(seconds: Any) -> None:
    for timer in ({"increment": seconds, "banked": 5}, {"increment": 1, "banked": seconds}):
        with pytest.raises(RuleViolation) as refused:
            new_game(timer=timer)
        assert refused.value.code == "invalid_request"


def test_the_opening_is_told_to_everybody() -> None:
    (started,) = rules.opening_events(["Ann", "Ben"])
    assert started.to_json() == {
        "type": "game_started",
        "players": ["Ann", "Ben"],
        "line": "The game has begun. Players: Ann and Ben.",
    }
    assert started.audience is None
