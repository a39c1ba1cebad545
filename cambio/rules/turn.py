"""Turns: how they pass on (rules 6.6), in the final round (rules 8.3, 8.4), and past absent players (rules 9.2)."""

from msgspec.structs import replace

from cambio.rules.events import TurnForfeited, TurnStarted
from cambio.rules.scoring import complete
from cambio.rules.state import State, Step, with_player

RECONNECT_SECONDS = 60


def end_turn(state: State, *, now: float) -> Step:
    """Ends the current turn: the next player's begins, or the game ends."""
    if state.phase == "final_round":
        # Rules 8.4: the flag is set when the turn ends, after any power; the caller's turn ends with the call.
        state = with_player(state, replace(state.players[state.current], has_taken_final_turn=True))
        if turns_left(state) == 0:
            return complete(state)
    # Rules 6.6: ascending turn order, cyclic.
    seat = (state.current + 1) % len(state.players)
    # Rules 8.3: in the final round everybody but the caller has exactly one turn.
    while state.players[seat].has_taken_final_turn:
        seat = (seat + 1) % len(state.players)
    return give_turn(state, seat, now=now)


def turns_left(state: State) -> int:
    return sum(not player.has_taken_final_turn for player in state.players)


def give_turn(state: State, seat: int, *, now: float) -> Step:
    """Gives the turn to a player, or past one whose turn is forfeited at once."""
    state = replace(state, current_turn_player_id=seat)
    given_up = given_up_at(state)
    # Rules 9.2: the turn of a player gone for 60 s, in the final round of any disconnected player, is skipped at once.
    # The recursion ends: somebody is connected, or the final round runs out of turns.
    if given_up is not None and given_up <= now:
        return forfeit_turn(state, now=now)
    return state, (TurnStarted(player_id=seat, phase=state.phase),)


def forfeit_turn(state: State, *, now: float) -> Step:
    # Rules 6.4, 9.2: a held card goes face up on the discard pile, without power.
    held = state.held_card
    forfeited = TurnForfeited(
        player_id=state.current,
        reason="disconnected" if state.phase == "final_round" else "timeout",
        card=None if held is None else held.card,
    )
    if held is not None:
        state = replace(state, discard=(*state.discard, held.card), held_card=None)
    after, events = end_turn(state, now=now)
    return after, (forfeited, *events)


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
