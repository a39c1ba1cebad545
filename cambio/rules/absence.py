"""Waiting for a disconnected player (rules 9.2)."""

from cambio.rules.state import State

RECONNECT_SECONDS = 60


def given_up_at(state: State) -> float | None:
    """Returns when the current turn is forfeited; None if its player, or nobody at all, is connected."""
    player = state.players[state.current]
    if player.is_connected:
        return None
    left_at = player.disconnected_at or 0.0
    # Rules 9.2: in the final round the turn of a disconnected player is forfeited at once.
    if state.phase == "final_round":
        return left_at
    # Rules 9.2: in `playing`, while nobody is connected, nothing is skipped.
    if not any(other.is_connected for other in state.players):
        return None
    # Rules 9.2: in `playing` the game waits until 60 s after the disconnection.
    return left_at + RECONNECT_SECONDS
