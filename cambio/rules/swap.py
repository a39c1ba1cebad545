"""Swapping the held card for a card of the own hand (rules 6.2)."""

from msgspec.structs import replace

from cambio.rules.actions import Swap
from cambio.rules.events import CardSwapped
from cambio.rules.refusals import refusal
from cambio.rules.state import State, Step, with_card, with_player
from cambio.rules.turn import end_turn
from tabletop.rules import Shuffle


def swap(state: State, seat: int, action: Swap, *, now: float, shuffle: Shuffle) -> Step:
    held, player, position = state.held_card, state.players[seat], action.position
    if held is None:
        raise refusal("no_card_drawn")
    if not 0 <= position < len(player.hand):
        raise refusal("invalid_card_position")
    # Rules 6.2: the outgoing card goes face up on the discard pile and never triggers a power.
    outgoing = player.hand[position]
    player = replace(player, hand=with_card(player.hand, position, held.card))
    swapped = replace(
        state, players=with_player(state.players, player), discard=(*state.discard, outgoing), held_card=None
    )
    told = CardSwapped(player_id=seat, position=position, discarded_card=outgoing, incoming_from=held.source)
    after, events = end_turn(swapped, now=now)
    return after, (told, *events)
