"""Opening a maneuver (rules 5.1). Nothing on the board moves until it is carried out."""

from msgspec.structs import replace

from imperial.rules.board import Setup
from imperial.rules.events import Step
from imperial.rules.maneuver.completion import complete
from imperial.rules.state import CurrentManeuver, ReturnMode, State, with_turns


def enter(
    state: State, *, player: str, wheel_spot: str, return_mode: ReturnMode, proposal_slot: int, setup: Setup
) -> Step:
    country = state.country_info[state.country_up]
    maneuver = CurrentManeuver(
        country=state.country_up,
        player=player,
        wheel_spot=wheel_spot,
        phase="fleet" if country.fleets else "army",
        pending_fleets=country.fleets,
        pending_armies=country.armies,
        return_mode=return_mode,
        proposal_slot=proposal_slot,
    )
    if not country.fleets and not country.armies:
        return complete(state, maneuver, setup=setup)
    opened = replace(state, mode="continue-man", current_maneuver=maneuver, same_turn=False)
    return with_turns(opened, player), ()
