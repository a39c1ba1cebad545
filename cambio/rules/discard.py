"""Discarding a card drawn from the deck (rules 6.3), which may open a power (rules 6.4)."""

from msgspec.structs import replace

from cambio.rules import powers
from cambio.rules.actions import Discard
from cambio.rules.cards import POWERS
from cambio.rules.events import CardDiscarded
from cambio.rules.refusals import refusal
from cambio.rules.state import State, Step
from cambio.rules.turn import end_turn
from tabletop.rules import Shuffle


def discard(state: State, seat: int, _action: Discard, *, now: float, shuffle: Shuffle) -> Step:
    held = state.held_card
    if held is None:
        raise refusal("no_card_drawn")
    # Rules 6.3: a card taken from the discard pile may not be put back.
    if held.source == "discard":
        raise refusal("must_swap_discard")
    # Rules 6.4: a power opens if and only if the card was drawn from the deck in this turn and discarded directly.
    power_type = POWERS[held.card]
    discarded = replace(state, discard=(*state.discard, held.card), held_card=None)
    told = CardDiscarded(player_id=seat, card=held.card, power_type=power_type)
    if power_type is None:
        after, events = end_turn(discarded, now=now)
    else:
        after, events = powers.open_power(discarded, seat, power_type, now=now, shuffle=shuffle)
    return after, (told, *events)
