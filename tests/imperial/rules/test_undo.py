"""Taking a submission back (rules 11)."""

from msgspec.structs import replace

from imperial import rules
from imperial.rules.state import Timer
from tests.imperial.rules.positions import NOW, STANDARD, do, position


def test_every_submission_can_be_taken_back_by_its_author() -> None:
    state = position(bonds={"Austria": {"Ann": [4], "Ben": [3], "Cleo": [2]}})
    state = do(state, "Ann", "propose", wheel_spot="Taxation")
    assert state.undo == "Ann"
    assert do(state, "Ben", "agree").undo == "Ben"


def test_each_accepted_submission_counts() -> None:
    state = rules.new_game(["Ann", "Ben"], STANDARD, shuffle=list, now=NOW)
    assert state.turn_id == 1
    assert do(do(state, "Ann", "bid", amount=0), "Ben", "bid", amount=0).turn_id == 3


def test_a_restored_snapshot_lets_the_clock_run_from_now() -> None:
    timer = Timer(timed=True, increment=5, banked=60, last_move=1_000)
    snapshot = replace(position(timer=timer), same_turn=True, undo="Ben", turn_id=4)
    restored = rules.undone(snapshot, now=77.5)
    assert restored == replace(snapshot, same_turn=False, timer=replace(timer, last_move=77_500))
    assert (restored.undo, restored.turn_id) == ("Ben", 4), "the player who submitted before may undo next"


def test_a_restored_pause_begins_now_and_gives_no_time() -> None:
    timer = Timer(timed=True, increment=10, banked=100, last_move=1_000, pause=6_000)
    restored = rules.undone(position(timer=timer), now=200)
    assert restored.timer == replace(timer, last_move=200_000, pause=200_000)
    resumed = do(restored, "Ann", "resume", now=300)
    assert resumed.timer == replace(timer, last_move=300_000, pause=0)
    for now, penalty in ((310, 0), (311, -1)):
        moved = do(resumed, "Ann", "propose", wheel_spot="Taxation", now=now)
        assert moved.player_info["Ann"].score_modifier == penalty
    moved = do(restored, "Ann", "propose", wheel_spot="Taxation", now=999)
    assert moved.player_info["Ann"].score_modifier == 0, "submitting while paused charges up to the pause"


def test_log_charges_and_penalties_vanish_with_the_submission() -> None:
    before = position(timer=Timer(timed=True, last_move=0))
    after = do(before, "Ann", "propose", wheel_spot="Taxation", now=9_999)
    assert after.player_info["Ann"].score_modifier == -1
    restored = rules.undone(before, now=10_000)
    assert restored.history == before.history
    assert restored.player_info == before.player_info


def test_entering_a_maneuver_again_starts_from_scratch() -> None:
    before = position(armies={"Austria": ["Vienna", "Prague"]})
    entered = do(before, "Ann", "propose", wheel_spot="L-Maneuver")
    moved = do(entered, "Ann", "maneuver_step", destination="Budapest")
    assert moved.undo == "Ann"
    again = do(rules.undone(before, now=NOW), "Ann", "propose", wheel_spot="L-Maneuver")
    assert again.current_maneuver == entered.current_maneuver
