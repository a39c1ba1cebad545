"""Opens a maneuver (rules 5.1). No unit moves on the real board until the maneuver is carried out."""

from msgspec.structs import replace

from imperial.rules.board import Setup
from imperial.rules.events import Step
from imperial.rules.proposals import finish_maneuver
from imperial.rules.state import CurrentManeuver, ReturnMode, State, with_turns


def enter(
    state: State, *, player: str, wheel_spot: str, return_mode: ReturnMode, proposal_slot: int, setup: Setup
) -> Step:
    maneuver = replace(
        maneuver_ahead(state),
        player=player,
        wheel_spot=wheel_spot,
        return_mode=return_mode,
        proposal_slot=proposal_slot,
    )
    if not maneuver.pending_fleets and not maneuver.pending_armies:
        return finish_maneuver(state, maneuver, setup=setup)
    opened = replace(state, mode="continue-man", current_maneuver=maneuver, same_turn=False)
    return with_turns(opened, player), ()


def maneuver_ahead(state: State) -> CurrentManeuver:
    """Returns the maneuver that the country could begin now, without a player."""
    country = state.country_info[state.country_up]
    return CurrentManeuver(
        country=state.country_up,
        player="",
        wheel_spot="",
        phase="fleet" if country.fleets else "army",
        pending_fleets=country.fleets,
        pending_armies=country.armies,
        return_mode="execute",
        proposal_slot=0,
    )
