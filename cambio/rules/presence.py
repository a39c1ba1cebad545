"""Disconnection and reconnection of players (rules 9)."""

from msgspec.structs import replace

from cambio.rules.actions import Disconnected, Reconnected
from cambio.rules.deadlines import settle
from cambio.rules.deal import end_if_nobody_is_looking
from cambio.rules.events import PlayerDisconnected, PlayerReconnected
from cambio.rules.powers import cancel_power, end_reveal
from cambio.rules.state import State, Step, with_player
from tabletop.rules import Shuffle


def disconnected(state: State, seat: int, _action: Disconnected, *, now: float, shuffle: Shuffle) -> Step:
    """The transport has lost the seat at `now`; a bot or a timeout may follow."""
    player = state.players[seat]
    # Rules 9.1: a repeated signal changes nothing and emits no event.
    if not player.is_connected:
        return state, ()
    state = with_player(state, replace(player, is_connected=False, disconnected_at=now))
    power = state.open_power
    # Rules 9.2: the power is cancelled if its player disconnects before choosing.
    if power is not None and power.reveal is None and power.player_id == seat:
        after, events = cancel_power(state, power, now=now)
    else:
        after, events = _go_on(state, now=now, shuffle=shuffle)
    return after, (PlayerDisconnected(player_id=seat), *events)


def reconnected(state: State, seat: int, _action: Reconnected, *, now: float, shuffle: Shuffle) -> Step:
    """The transport has the seat again."""
    player = state.players[seat]
    if player.is_connected:
        return state, ()
    state = with_player(state, replace(player, is_connected=True, disconnected_at=None))
    after, events = _go_on(state, now=now, shuffle=shuffle)
    return after, (PlayerReconnected(player_id=seat), *events)


def _go_on(state: State, *, now: float, shuffle: Shuffle) -> Step:
    # Rules 5.5: the disconnection of the last player still looking ends the initial view.
    if state.phase == "initial_view":
        return end_if_nobody_is_looking(state, now=now)
    # Rules 7.3, 9.2: every disconnection or reconnection is a game event, which ends a reveal.
    if state.open_power is not None and state.open_power.reveal is not None:
        return end_reveal(state, state.open_power, now=now)
    # Rules 9.2: in the final round the turn of a disconnected player is forfeited at once; in `playing`, a turn that
    # was overdue while nobody was connected is forfeited when the first player returns.
    return settle(state, now=now, shuffle=shuffle)
