"""Arranged positions, for tests and puzzles."""

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from cambio.rules.cards import Card
from cambio.rules.deal import INITIAL_VIEW_SECONDS
from cambio.rules.scoring import sole_winner
from cambio.rules.state import HeldCard, Phase, Player, Source, State

LONG_AGO = 0.0


def arrange(
    hands: Sequence[Sequence[Card]],
    deck: Sequence[Card],
    discard: Sequence[Card],
    *,
    turn: int = 0,
    phase: Phase = "playing",
    caller: int | None = None,
    final_turns_taken: Collection[int] = (),
    connected: Sequence[bool] | None = None,
    held: Card | None = None,
    held_from: Source | None = None,
) -> State:
    """`deck` has the next card first, `discard` the top last; a held card belongs to `turn`.

    Disconnected players left at second 0; an arranged initial view was dealt at second 0.
    """
    # Rules 11.2: hasTakenFinalTurn may be set only in the final round, and keeps its value afterwards.
    done = {caller, *final_turns_taken} if phase in ("final_round", "completed") else set()
    players = tuple(
        Player(
            display_name=f"Player {seat + 1}",
            turn_order=seat,
            hand=tuple(hand),
            is_connected=connected is None or connected[seat],
            disconnected_at=None if connected is None or connected[seat] else LONG_AGO,
            has_viewed_initial_cards=True,
            has_taken_final_turn=seat in done,
        )
        for seat, hand in enumerate(hands)
    )
    state = State(
        phase=phase,
        players=players,
        deck=tuple(deck),
        discard=tuple(discard),
        current_turn_player_id=turn if phase in ("playing", "final_round") else None,
        cambio_caller_id=caller,
        held_card=None if held is None else HeldCard(player_id=turn, source=held_from or "deck", card=held),
        initial_view_ends_at=LONG_AGO + INITIAL_VIEW_SECONDS if phase == "initial_view" else None,
    )
    return replace(state, winner_id=sole_winner(state)) if phase == "completed" else state
