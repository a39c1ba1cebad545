"""A maneuver whose units have all moved becomes an action or a proposal (rules 5.9)."""

from msgspec.structs import replace

from imperial.rules.board import Setup
from imperial.rules.events import Step
from imperial.rules.proposals import finish_maneuver
from imperial.rules.state import CurrentManeuver, State


def complete(state: State, maneuver: CurrentManeuver, *, setup: Setup) -> Step:
    return finish_maneuver(
        replace(state, current_maneuver=None, peace_vote=None, same_turn=False),
        player=maneuver.player,
        wheel_spot=maneuver.wheel_spot,
        fleet_man=maneuver.completed_fleet_moves,
        army_man=maneuver.completed_army_moves,
        return_mode=maneuver.return_mode,
        setup=setup,
    )
