"""Players to act and all their legal actions (rules 3.2)."""

from functools import cache

from cambio.rules import actions
from cambio.rules.actions import Action, UsePower
from cambio.rules.cards import PowerType
from cambio.rules.deadlines import settle
from cambio.rules.deal import seats_still_looking
from cambio.rules.drawn_card import can_draw_from_deck
from cambio.rules.state import POSITIONS, State, other_seats
from tabletop.rules import Seat

Menu = tuple[Action, ...]

CONFIRM: Menu = (actions.ConfirmInitialView(),)
FROM_DECK: Menu = (actions.Draw(source="deck"),)
FROM_DISCARD_PILE: Menu = (actions.Draw(source="discard"),)
CALL: Menu = (actions.CallCambio(),)
SWAPS: Menu = tuple(actions.Swap(position=position) for position in POSITIONS)
SWAPS_OR_DISCARD: Menu = (*SWAPS, actions.Discard())
DISMISS: Menu = (actions.DismissReveal(),)


def players_to_act(state: State) -> tuple[int, ...]:
    if state.phase == "initial_view":
        return seats_still_looking(state)
    return () if state.current_turn_player_id is None else (state.current_turn_player_id,)


def legal_actions(state: State, seat: Seat, *, now: float) -> list[Action]:
    # Rules 21.30: a state with an overdue deadline is answered as after `settle`.
    settled, _events = settle(state, now=now, shuffle=list)
    return list(menu_of(settled, seat))


def menu_of(state: State, seat: Seat | None) -> Menu:
    """Returns the legal actions in a settled state."""
    if not state.has_seat(seat):
        return ()
    if state.phase == "initial_view":
        return () if state.players[seat].has_viewed_initial_cards else CONFIRM
    # Rules 3.2: players other than the current one never have a legal game action.
    if seat != state.current_turn_player_id:
        return ()
    power, held = state.open_power, state.held_card
    if power is not None:
        return _power_menu(power.power_type, seat, len(state.players)) if power.reveal is None else DISMISS
    if held is not None:
        return SWAPS_OR_DISCARD if held.source == "deck" else SWAPS
    return (
        (FROM_DECK if can_draw_from_deck(state) else ())
        + (FROM_DISCARD_PILE if state.discard else ())
        + (CALL if state.phase == "playing" else ())
    )


@cache
def _power_menu(power_type: PowerType, seat: int, player_count: int) -> Menu:
    targets = [(other, place) for other in other_seats(seat, player_count) for place in POSITIONS]
    uses: dict[PowerType, list[UsePower]] = {
        "peek_own": [UsePower(position=position) for position in POSITIONS],
        "peek_opponent": [UsePower(target_seat=other, target_position=place) for other, place in targets],
        "blind_swap": [
            UsePower(position=position, target_seat=other, target_position=place)
            for position in POSITIONS
            for other, place in targets
        ],
    }
    return (*uses[power_type], actions.SkipPower())
