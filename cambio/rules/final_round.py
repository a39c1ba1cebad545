"""The final round: one turn for everybody but the caller (rules 8)."""

from msgspec.structs import replace

from cambio.rules.state import State, with_player


def count_turn(state: State) -> State:
    # Rules 8.4: the flag is set when the turn ends, after any power; the caller's turn ends with the call.
    player = replace(state.players[state.current], has_taken_final_turn=True)
    return replace(state, players=with_player(state.players, player))


def turns_left(state: State) -> int:
    return sum(not player.has_taken_final_turn for player in state.players)
