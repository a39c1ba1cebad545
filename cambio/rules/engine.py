"""`apply`, the single entry of every action: checks in the order of rules 15, then applies the effect."""

from collections.abc import Callable
from typing import Any

from cambio.rules import actions
from cambio.rules.actions import Action, action_from_json
from cambio.rules.cambio_call import call_cambio
from cambio.rules.deadlines import settle
from cambio.rules.deal import confirm_initial_view
from cambio.rules.drawn_card import discard, draw, swap
from cambio.rules.powers import dismiss_reveal, skip_power, use_power
from cambio.rules.presence import disconnected, reconnected
from cambio.rules.refusals import refusal
from cambio.rules.state import State, Step
from tabletop.rules import Seat, Shuffle

_Effect = Callable[..., Step]

_EFFECTS: dict[type[Action], _Effect] = {
    actions.ConfirmInitialView: confirm_initial_view,
    actions.Draw: draw,
    actions.Swap: swap,
    actions.Discard: discard,
    actions.CallCambio: call_cambio,
    actions.UsePower: use_power,
    actions.SkipPower: skip_power,
    actions.DismissReveal: dismiss_reveal,
    actions.Disconnected: disconnected,
    actions.Reconnected: reconnected,
}
# Rules 9.1: raised by the transport, and legal at any time.
_PRESENCE = frozenset({actions.Disconnected, actions.Reconnected})
# Rules 7.1: while a power is open, every other action of the current player is refused.
_POWER_ACTIONS = frozenset({actions.UsePower, actions.SkipPower, actions.DismissReveal})


def apply(state: State, seat: Seat, action: Any, *, now: float, shuffle: Shuffle) -> Step:
    """Applies an action, typed or as JSON, and returns the new state and its events. Raises RuleViolation."""
    effect = _EFFECTS.get(type(action))
    if effect is None:
        action = action_from_json(action)
        effect = _EFFECTS[type(action)]
    if not state.has_seat(seat):
        raise refusal("player_not_in_game")
    state, settled = settle(state, now=now, shuffle=shuffle)
    _check(state, seat, type(action))
    after, events = effect(state, seat, action, now=now, shuffle=shuffle)
    return after, settled + events


def _check(state: State, seat: int, kind: type[Action]) -> None:
    """Checks completion, phase, repeated call, turn and open power; the effect checks stage, ranges and targets."""
    if kind in _PRESENCE:
        return
    if state.phase == "completed":
        raise refusal("game_already_completed")
    # Rules 5.7: no turn is taken before `playing`, and no confirmation after the initial view.
    if (kind is actions.ConfirmInitialView) != (state.phase == "initial_view"):
        raise refusal("invalid_action")
    if state.phase == "initial_view":
        return
    # Rules 8.5: a second call is refused for every player, in or out of turn.
    if kind is actions.CallCambio and state.cambio_caller_id is not None:
        raise refusal("cambio_already_called")
    if seat != state.current_turn_player_id:
        raise refusal("not_your_turn")
    if state.open_power is not None and kind not in _POWER_ACTIONS:
        raise refusal("power_pending")
