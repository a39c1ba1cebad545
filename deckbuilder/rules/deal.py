"""Deals a hand (rules 5.2), which also ends a turn (rules 5.3) and follows other parameters (rules 5.5)."""

from typing import Any

from msgspec.structs import replace

from deckbuilder.rules import messages
from deckbuilder.rules.limits import DISCARD_COUNTS, HAND_SIZES
from deckbuilder.rules.parsing import whole_number
from deckbuilder.rules.state import NO_DISCARD, DiscardPhase, State, can_end_turn, new_instances
from tabletop.rules import Shuffle


def end_turn(state: State, _payload: object, shuffle: Shuffle) -> State:
    if not can_end_turn(state):
        return state
    return deal_next_hand(replace(state, turn_number=state.turn_number + 1), None, shuffle)


def deal_next_hand(state: State, _payload: object, shuffle: Shuffle) -> State:
    # Rules 5.2 step 1: without this the cards still in hand would vanish.
    discard_pile = state.discard_pile + state.hand
    return deal_from(state, draw_pile=state.draw_pile, discard_pile=discard_pile, shuffle=shuffle, before=state)


def change_parameters(state: State, payload: Any, shuffle: Shuffle) -> State:
    if not isinstance(payload, dict):
        return state
    changed = replace(
        state,
        hand_size=whole_number(payload.get("handSize"), HAND_SIZES, otherwise=state.hand_size),
        discard_count=whole_number(payload.get("discardCount"), DISCARD_COUNTS, otherwise=state.discard_count),
    )
    if payload.get("immediateReset") is not True:
        return changed
    every_card = [*state.draw_pile, *state.discard_pile, *state.hand]
    return deal_from(changed, draw_pile=tuple(shuffle(every_card)), discard_pile=(), shuffle=shuffle, before=state)


def deal_from(
    state: State, *, draw_pile: tuple[str, ...], discard_pile: tuple[str, ...], shuffle: Shuffle, before: State
) -> State:
    """Replaces the hand of `state` by one from these piles, with instance ids that differ from those of `before`."""
    dealt, draw_pile = draw_pile[: state.hand_size], draw_pile[state.hand_size :]
    missing = state.hand_size - len(dealt)
    # Rules 5.2 step 3: reshuffle only when a card is needed, and without the cards already dealt.
    if missing and discard_pile:
        reshuffled, discard_pile = tuple(shuffle(list(discard_pile))), ()
        dealt, draw_pile = dealt + reshuffled[:missing], reshuffled[missing:]
    must_discard = min(state.discard_count, len(dealt))
    is_short = len(dealt) < state.hand_size
    place = (str(before.turn_number), str(len(before.draw_pile)), str(len(before.discard_pile)))
    return replace(
        state,
        draw_pile=draw_pile,
        discard_pile=discard_pile,
        # The ids before are among the texts: a new hand gets new ids even if the shuffle keeps the order.
        hand_cards=new_instances(dealt, drawn_from=(dealt, draw_pile, place, before.hand_ids)),
        selected_card_ids=frozenset(),
        discard_phase=DiscardPhase(active=True, remaining_discards=must_discard) if must_discard else NO_DISCARD,
        play_order_sequence=(),
        play_order_locked=False,
        planning_phase=False,
        warning=messages.insufficient_cards(dealt=len(dealt), asked=state.hand_size) if is_short else None,
        error=None,
        is_dealing=False,
    )
