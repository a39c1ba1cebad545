"""The clock (rules 10)."""

from typing import Any

import pytest
from msgspec.structs import replace

from imperial import rules
from imperial.rules.state import State, Timer
from tests.imperial.rules.positions import STANDARD, applied, do, position, refused

START = 1_000  # seconds
DEMOCRACY = {"Austria": {"Ann": [4], "Ben": [3], "Cleo": [2]}, "Italy": {"Ben": [5]}}


def timed(*, increment: int = 30, banked: int = 100, pause: int = 0, **fields: Any) -> State:
    timer = Timer(timed=True, increment=increment, banked=banked, last_move=START * 1000, pause=pause * 1000)
    state = position(timer=timer, **fields)
    players = {player: replace(info, banked=banked) for player, info in state.player_info.items()}
    return replace(state, player_info=players)


def taxed(state: State, now: float) -> State:
    return do(state, "Ann", "propose", wheel_spot="Taxation", now=now)


def banks(state: State) -> list[int]:
    return [player.banked for player in state.player_info.values()]


def test_time_beyond_the_increment_comes_off_the_bank() -> None:
    assert banks(taxed(timed(), START + 50)) == [80, 100, 100]


def test_the_bank_never_grows() -> None:
    assert banks(taxed(timed(), START + 10)) == [100, 100, 100]
    assert banks(taxed(timed(), START - 500)) == [100, 100, 100], "not even when a clock is set back"


def test_fractions_of_a_second_are_rounded_against_the_player() -> None:
    assert banks(taxed(timed(), START + 50.001)) == [79, 100, 100]
    assert banks(taxed(timed(), START + 50.0004)) == [80, 100, 100], "whole milliseconds are all that counts"


def test_exactly_nothing_left_is_no_overrun() -> None:
    after = taxed(timed(), START + 130)
    assert (banks(after)[0], after.player_info["Ann"].score_modifier) == (0, 0)


def test_an_overrun_costs_a_point_and_leaves_sixty_seconds() -> None:
    after, events = applied(timed(), "Ann", "propose", wheel_spot="Taxation", now=START + 130.001)
    assert (banks(after)[0], after.player_info["Ann"].score_modifier) == (60, -1)
    assert events[-1] == {"type": "clock_overrun", "player": "Ann"}


def test_there_is_one_penalty_however_late() -> None:
    assert taxed(timed(), START + 999_999).player_info["Ann"].score_modifier == -1


def test_a_submission_starts_the_clock_of_the_next() -> None:
    after = taxed(timed(), START + 50)
    assert after.timer.last_move == (START + 50) * 1000


def test_a_game_without_a_clock_charges_nobody() -> None:
    after = taxed(position(), 10**9)
    assert (after.timer, banks(after), after.player_info["Ann"].score_modifier) == (Timer(), [0, 0, 0], 0)


def voting() -> State:
    state = timed(bonds=DEMOCRACY)
    state = do(state, "Ann", "propose", wheel_spot="Taxation", now=START)
    return do(state, "Ben", "propose", wheel_spot="Factory", now=START)


def test_an_open_vote_charges_the_voter_and_keeps_the_clock_of_the_others() -> None:
    state = do(voting(), "Ann", "vote", choice=1, now=START + 40)
    assert banks(state) == [90, 100, 100]
    assert state.timer.last_move == START * 1000


def test_a_decided_vote_charges_everybody_who_had_not_answered() -> None:
    state = do(do(voting(), "Ann", "vote", choice=1, now=START + 40), "Ben", "vote", choice=1, now=START + 60)
    assert banks(state) == [90, 70, 70], "Cleo never voted"
    assert state.timer.last_move == (START + 60) * 1000


def test_bids_run_on_one_clock() -> None:
    state = rules.new_game(["Ann", "Ben"], STANDARD, shuffle=list, now=START, timer={"increment": 0, "banked": 100})
    state = do(do(state, "Ann", "bid", amount=0, now=START + 10), "Ben", "bid", amount=0, now=START + 30)
    assert banks(state) == [90, 70]
    assert state.timer.last_move == (START + 30) * 1000


def test_the_steps_of_a_maneuver_are_charged_once_each() -> None:
    state = timed(increment=0, armies={"Austria": ["Vienna", "Vienna", "Vienna"]})
    state = do(state, "Ann", "propose", wheel_spot="L-Maneuver", now=START + 5)
    state = do(state, "Ann", "maneuver_step", destination="Vienna", now=START + 15)
    assert (banks(state)[0], state.same_turn) == (85, True)
    assert state.timer.last_move == (START + 15) * 1000
    state = do(state, "Ann", "maneuver_step", destination="Vienna", now=START + 25)
    state = do(state, "Ann", "maneuver_step", destination="Vienna", now=START + 26)
    assert banks(state)[0] == 74


def test_the_increment_counts_for_every_step() -> None:
    state = timed(increment=30, armies={"Austria": ["Vienna", "Vienna"]})
    state = do(state, "Ann", "propose", wheel_spot="L-Maneuver", now=START + 30)
    state = do(state, "Ann", "maneuver_step", destination="Vienna", now=START + 60)
    assert banks(state)[0] == 100


def test_pausing_stops_the_clock_and_resuming_lets_it_run_on() -> None:
    state = do(timed(), "Cleo", "pause", now=START + 20)
    assert state.timer.pause == (START + 20) * 1000
    state = do(state, "Ben", "resume", now=START + 520)
    assert (state.timer.pause, state.timer.last_move) == (0, (START + 500) * 1000)
    assert banks(taxed(state, START + 550)) == [80, 100, 100]


def test_submitting_while_paused_charges_up_to_the_pause_and_resumes() -> None:
    after = taxed(timed(pause=START + 50), START + 5_000)
    assert banks(after) == [80, 100, 100]
    assert (after.timer.pause, after.timer.last_move) == (0, (START + 5_000) * 1000)


def test_nobody_pays_for_a_pause_in_an_open_vote() -> None:
    state = do(voting(), "Ann", "pause", now=START + 10)
    state = do(state, "Ann", "vote", choice=1, now=START + 510)
    assert (state.timer.pause, state.timer.last_move) == (0, (START + 500) * 1000)
    state = do(state, "Ben", "vote", choice=1, now=START + 540)
    assert banks(state) == [100, 90, 90]


def test_pause_and_resume_touch_nothing_but_the_timer() -> None:
    state = replace(timed(), undo="Ben", same_turn=True, turn_id=7)
    paused, events = applied(state, "Cleo", "pause", now=START + 20)
    assert replace(paused, timer=state.timer) == state
    assert events == [{"type": "paused", "player": "Cleo"}]
    resumed, events = applied(paused, "Cleo", "resume", now=START + 20)
    assert resumed == state
    assert events == [{"type": "resumed", "player": "Cleo"}]


def test_pause_and_resume_are_refused_where_they_mean_nothing() -> None:
    assert refused(position(), "Ann", "pause") == "illegal_action"
    assert refused(position(), "Ann", "resume") == "illegal_action"
    assert refused(timed(), "Ann", "resume") == "illegal_action"
    assert refused(timed(pause=START), "Ann", "pause") == "illegal_action"
    assert refused(timed(mode="game-over"), "Ann", "pause") == "wrong_mode"


@pytest.mark.parametrize("stranger", ["Zoe", 7, None], ids=repr)
def test_spectators_cannot_pause(stranger: Any) -> None:
    assert refused(timed(), stranger, "pause") == "not_your_turn"


def test_any_player_may_pause_out_of_turn() -> None:
    assert do(timed(), "Ben", "pause", now=START + 1).timer.pause == (START + 1) * 1000
