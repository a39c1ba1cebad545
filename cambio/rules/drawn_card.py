"""The card of a turn: drawn (rules 6.1, 6.5), then swapped in (rules 6.2) or discarded (rules 6.3, 6.4)."""

from msgspec.structs import replace

from cambio.rules import powers
from cambio.rules.actions import Discard, Draw, Swap
from cambio.rules.cards import POWERS
from cambio.rules.events import CardDiscarded, CardDrawn, CardSwapped, DeckReshuffled
from cambio.rules.refusals import refusal
from cambio.rules.state import HeldCard, State, Step, other_seats, with_card, with_player
from cambio.rules.turn import end_turn
from tabletop.rules import Shuffle


def draw(state: State, seat: int, action: Draw, *, now: float, shuffle: Shuffle) -> Step:
    """Raises `already_drew`, and `discard_empty` or `no_cards_available` if there is nothing to take."""
    # Rules 6.1: exactly one card per turn.
    if state.held_card is not None:
        raise refusal("already_drew")
    if action.source == "discard":
        return _draw_from_discard_pile(state, seat)
    return _draw_from_deck(state, seat, shuffle)


def can_draw_from_deck(state: State) -> bool:
    # Rules 6.5: an empty deck is made of all discards but the top one.
    return bool(state.deck) or len(state.discard) > 1


def _draw_from_discard_pile(state: State, seat: int) -> Step:
    if not state.discard:
        raise refusal("discard_empty")
    card = state.discard[-1]
    held = HeldCard(player_id=seat, source="discard", card=card)
    # Rules 6.1: its face is public already.
    drawn = CardDrawn(player_id=seat, source="discard", card=card)
    return replace(state, discard=state.discard[:-1], held_card=held), (drawn,)


def _draw_from_deck(state: State, seat: int, shuffle: Shuffle) -> Step:
    if not can_draw_from_deck(state):
        raise refusal("no_cards_available")
    if state.deck:
        return _take_top_of_deck(state, seat)
    state, reshuffled = _reshuffle(state, shuffle)
    after, drawn = _take_top_of_deck(state, seat)
    return after, reshuffled + drawn


def _reshuffle(state: State, shuffle: Shuffle) -> Step:
    deck, top = tuple(shuffle(state.discard[:-1])), state.discard[-1]
    reshuffled = DeckReshuffled(draw_pile_count=len(deck), discard_top=top)
    return replace(state, deck=deck, discard=(top,)), (reshuffled,)


def _take_top_of_deck(state: State, seat: int) -> Step:
    card = state.deck[0]
    held = HeldCard(player_id=seat, source="deck", card=card)
    # Rules 6.1: only the drawer sees the face; the others learn that a card was drawn.
    drawn = CardDrawn(player_id=seat, source="deck", card=card, audience=(seat,))
    seen = CardDrawn(player_id=seat, source="deck", audience=other_seats(seat, len(state.players)))
    return replace(state, deck=state.deck[1:], held_card=held), (drawn, seen)


def swap(state: State, seat: int, action: Swap, *, now: float, shuffle: Shuffle) -> Step:
    """Raises `no_card_drawn` and `invalid_card_position`."""
    held, player, position = state.held_card, state.players[seat], action.position
    if held is None:
        raise refusal("no_card_drawn")
    if not 0 <= position < len(player.hand):
        raise refusal("invalid_card_position")
    # Rules 6.2: the outgoing card goes face up on the discard pile and never triggers a power.
    outgoing = player.hand[position]
    player = replace(player, hand=with_card(player.hand, position, held.card))
    swapped = replace(with_player(state, player), discard=(*state.discard, outgoing), held_card=None)
    event = CardSwapped(player_id=seat, position=position, discarded_card=outgoing, incoming_from=held.source)
    after, events = end_turn(swapped, now=now)
    return after, (event, *events)


def discard(state: State, seat: int, _action: Discard, *, now: float, shuffle: Shuffle) -> Step:
    """Raises `no_card_drawn` and `must_swap_discard`."""
    held = state.held_card
    if held is None:
        raise refusal("no_card_drawn")
    # Rules 6.3: a card taken from the discard pile may not be put back.
    if held.source == "discard":
        raise refusal("must_swap_discard")
    # Rules 6.4: a power opens if and only if the card was drawn from the deck in this turn and discarded directly.
    power_type = POWERS[held.card]
    discarded = replace(state, discard=(*state.discard, held.card), held_card=None)
    event = CardDiscarded(player_id=seat, card=held.card, power_type=power_type)
    if power_type is None:
        after, events = end_turn(discarded, now=now)
    else:
        after, events = powers.open_power(discarded, seat, power_type, now=now, shuffle=shuffle)
    return after, (event, *events)
