"""Effects of deadlines (rules 14.3)."""

from cambio.rules.deal import end_initial_view
from cambio.rules.powers import cancel_power, end_reveal
from cambio.rules.state import State, Step
from cambio.rules.turn import forfeit_turn, given_up_at
from tabletop.rules import Shuffle


def next_deadline(state: State) -> float | None:
    seat = state.current_turn_player_id
    if seat is None:
        return state.initial_view_ends_at
    if state.peek_expires_at is not None:
        return state.peek_expires_at
    return None if state.players[seat].is_connected else given_up_at(state)


def settle(state: State, *, now: float, shuffle: Shuffle) -> Step:
    """Applies every deadline that is due. No deadline uses chance."""
    due = next_deadline(state)
    if due is None or due > now:
        return state, ()
    state, events = _settle_one(state, now=now)
    after, more = settle(state, now=now, shuffle=shuffle)
    return after, events + more


def _settle_one(state: State, *, now: float) -> Step:
    if state.current_turn_player_id is None:
        return end_initial_view(state, now=now)
    power = state.open_power
    if power is None:
        return forfeit_turn(state, now=now)
    # Rules 7.3: the reveal ends after 5 s, even if no timer ran.
    if power.reveal is not None:
        return end_reveal(state, power, now=now)
    # Rules 21.31: the power of a player marked as gone is cancelled 60 s after the disconnection.
    return cancel_power(state, power, now=now)
