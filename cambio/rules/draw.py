"""Drawing a card (rules 6.1), and the reshuffle when the deck has run out (rules 6.5)."""

from msgspec.structs import replace

from cambio.rules.actions import Draw
from cambio.rules.events import CardDrawn, DeckReshuffled
from cambio.rules.refusals import refusal
from cambio.rules.state import HeldCard, State, Step, other_seats
from tabletop.rules import Shuffle


def draw(state: State, seat: int, action: Draw, *, now: float, shuffle: Shuffle) -> Step:
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
    told = CardDrawn(player_id=seat, source="deck", card=card, audience=(seat,))
    seen = CardDrawn(player_id=seat, source="deck", audience=other_seats(seat, len(state.players)))
    return replace(state, deck=state.deck[1:], held_card=held), (told, seen)
