"""The deal (rules 5.2), of which every other dealing action is made."""

from msgspec.structs import replace

from deckbuilder.rules import messages
from deckbuilder.rules.identity import new_instance_ids
from deckbuilder.rules.state import NO_DISCARD, CardInstance, DiscardPhase, State, card_instances
from tabletop.rules import Shuffle


def deal_next_hand(state: State, _payload: object, shuffle: Shuffle) -> State:
    return deal(state, shuffle)


def deal(state: State, shuffle: Shuffle) -> State:
    # 5.2 step 1: otherwise the cards still in hand would vanish.
    return deal_from(
        state,
        draw_pile=state.draw_pile,
        discard_pile=state.discard_pile + state.hand,
        shuffle=shuffle,
        before=state,
    )


def deal_from(
    state: State, *, draw_pile: tuple[str, ...], discard_pile: tuple[str, ...], shuffle: Shuffle, before: State
) -> State:
    """A hand from these piles; the one in `state` is replaced. The new ids differ from those of the state before."""
    dealt, draw_pile = draw_pile[: state.hand_size], draw_pile[state.hand_size :]
    missing = state.hand_size - len(dealt)
    # 5.2 step 3: only when a card is needed, and without the cards this deal has already handed out.
    if missing and discard_pile:
        reshuffled, discard_pile = tuple(shuffle(list(discard_pile))), ()
        dealt, draw_pile = dealt + reshuffled[:missing], reshuffled[missing:]
    must_discard = min(state.discard_count, len(dealt))
    is_short = len(dealt) < state.hand_size
    return replace(
        state,
        draw_pile=draw_pile,
        discard_pile=discard_pile,
        hand_cards=with_new_ids(dealt, draw_pile=draw_pile, before=before),
        selected_card_ids=frozenset(),
        discard_phase=DiscardPhase(active=True, remaining_discards=must_discard) if must_discard else NO_DISCARD,
        play_order_sequence=(),
        play_order_locked=False,
        planning_phase=False,
        warning=messages.insufficient_cards(dealt=len(dealt), asked=state.hand_size) if is_short else None,
        error=None,
        is_dealing=False,
    )


def with_new_ids(cards: tuple[str, ...], *, draw_pile: tuple[str, ...], before: State) -> tuple[CardInstance, ...]:
    place = (str(before.turn_number), str(len(before.draw_pile)), str(len(before.discard_pile)))
    return card_instances(cards, new_instance_ids(len(cards), drawn_from=(cards, draw_pile, place, before.hand_ids)))
