"""Rules 5.1: entering a maneuver; 5.9: what becomes of it when all units have moved."""

import pytest

from imperial.rules.maneuver.progress import enter
from imperial.rules.state import ReturnMode
from tests.imperial.rules.maneuver.maneuvers import DEMOCRACY, SPOT, Maneuver, entered, holds, places
from tests.imperial.rules.positions import STANDARD, position, units


def test_the_units_of_the_country_are_pending_and_nothing_is_completed() -> None:
    current = entered("Italy", fleets={"Italy": ["Naples"]}, armies={"Italy": ["Rome", "~Vienna"]}).current
    assert (current.country, current.player, current.wheel_spot) == ("Italy", "Ann", SPOT)
    assert current.pending_fleets == units("Naples")
    assert current.pending_armies == units("Rome", "~Vienna")
    assert (current.completed_fleet_moves, current.completed_army_moves, current.unit_index) == ((), (), 0)
    assert current.pending_peace is None


def test_fleets_come_first() -> None:
    assert entered("Italy", fleets={"Italy": ["Naples"]}, armies={"Italy": ["Rome"]}).current.phase == "fleet"


def test_without_fleets_the_armies_come_first() -> None:
    assert entered("Italy", armies={"Italy": ["Rome"]}).current.phase == "army"


@pytest.mark.parametrize(("return_mode", "slot"), [("execute", 0), ("proposal-opp", 1), ("vote", 2)])
def test_the_maneuver_knows_what_follows_it(return_mode: ReturnMode, slot: int) -> None:
    current = entered("Italy", armies={"Italy": ["Rome"]}, return_mode=return_mode).current
    assert (current.return_mode, current.proposal_slot) == (return_mode, slot)


def test_only_the_proposer_is_to_act() -> None:
    game = entered("Italy", armies={"Italy": ["Rome"]}, bonds={"Italy": DEMOCRACY}, player="Cleo")
    assert game.state.mode == "continue-man"
    assert game.to_act == ["Cleo"]
    assert not game.state.same_turn


def test_entering_says_nothing_in_the_log() -> None:
    assert entered("Italy", armies={"Italy": ["Rome"]}).events == ()


def test_a_country_without_units_is_done_at_once() -> None:
    game = entered("Italy")
    assert game.is_complete
    assert game.state.mode == "proposal"
    assert game.state.country_up == "France"


def test_neither_wheel_nor_money_changes_on_entering() -> None:
    # Rules T19: the cost and the place on the wheel belong to the execution.
    game = entered("Italy", armies={"Italy": ["Rome"]}, countries={"Italy": {"wheel_spot": "Factory"}})
    assert game.state.country_info["Italy"].wheel_spot == "Factory"
    assert game.state.player_info["Ann"].money == 1000


def test_nothing_on_the_board_moves_until_the_maneuver_is_carried_out() -> None:
    game = entered("Italy", armies={"Italy": ["Rome", "Rome"]}).step("Naples")
    assert places(game.state, "Italy") == ["Rome", "Rome"]
    assert places(game.step("Rome").state, "Italy") == ["Naples", "Rome"]


def test_a_dictators_maneuver_happens_when_the_last_unit_has_moved() -> None:
    game = entered("Italy", armies={"Italy": ["Rome"]}).step("Naples")
    assert game.is_complete
    assert (game.state.mode, game.state.country_up) == ("proposal", "France")
    assert game.state.country_info["Italy"].wheel_spot == SPOT
    assert not game.state.same_turn


def test_a_leaders_maneuver_becomes_the_first_proposal() -> None:
    game = entered(
        "Italy", armies={"Italy": ["Rome"]}, bonds={"Italy": DEMOCRACY}, player="Ben", return_mode="proposal-opp"
    ).step("Naples", player="Ben")
    assert game.is_complete
    assert game.state.mode == "proposal-opp"
    assert game.to_act == ["Cleo"]
    assert game.state.proposal_1 is not None
    assert game.state.proposal_1.army_man == (("Rome", "Naples", ""),)
    assert game.state.proposal_1.fleet_man == ()
    assert places(game.state, "Italy") == ["Rome"]


def test_an_oppositions_maneuver_becomes_the_second_proposal_and_opens_the_vote() -> None:
    bonds = {"Italy": DEMOCRACY}
    leading = entered("Italy", armies={"Italy": ["Rome"]}, bonds=bonds, player="Ben", return_mode="proposal-opp")
    proposed = leading.step("Naples", player="Ben").state
    state, _events = enter(
        proposed, player="Cleo", wheel_spot=SPOT, return_mode="vote", proposal_slot=2, setup=STANDARD
    )
    game = Maneuver(state).batch(armies=holds("Rome"), player="Cleo")
    assert game.state.mode == "vote"
    assert game.to_act == ["Ben", "Cleo", "Dan"]
    assert game.state.proposal_2 is not None
    assert game.state.proposal_2.army_man == (("Rome", "Rome", ""),)


def test_entering_again_after_undo_starts_afresh() -> None:
    # Rules T30: undo puts the state before the entry back; nothing of the old plan is left to revive.
    before = position(bonds={"Italy": {"Ann": [5]}}, country="Italy", armies={"Italy": ["Rome", "Rome"]})
    first, _events = enter(
        before, player="Ann", wheel_spot=SPOT, return_mode="execute", proposal_slot=0, setup=STANDARD
    )
    Maneuver(first).step("Naples")
    again, _events = enter(
        before, player="Ann", wheel_spot=SPOT, return_mode="execute", proposal_slot=0, setup=STANDARD
    )
    assert again == first
    assert again.current_maneuver is not None
    assert again.current_maneuver.remaining_army_plans == again.current_maneuver.completed_army_moves == ()
