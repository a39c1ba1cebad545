"""Making a usable state of whatever a save holds (rules 8.3): field by field, then across fields."""

from typing import Any

from msgspec.structs import replace

from deckbuilder.rules.identity import new_instance_ids
from deckbuilder.rules.limits import (
    DEFAULT_DISCARD_COUNT,
    DEFAULT_HAND_SIZE,
    clamped_discard_count,
    clamped_hand_size,
)
from deckbuilder.rules.state import (
    KNOWN_FIELDS,
    NO_DISCARD,
    CardInstance,
    DeckSource,
    DiscardPhase,
    State,
    card_instances,
)
from deckbuilder.rules.unknown_fields import pack
from deckbuilder.rules.values import is_text, stored_whole_number
from tabletop.rules import Json

SOURCES: tuple[DeckSource, ...] = ("default", "custom", "preset")


def repaired(data: Json) -> State:
    return _across_fields(_field_by_field(data))


def _field_by_field(data: Json) -> State:
    draw_pile, discard_pile, hand = (_texts(data.get(name)) for name in ("drawPile", "discardPile", "hand"))
    turn_number = stored_whole_number(data.get("turnNumber"))
    hand_size = stored_whole_number(data.get("handSize"))
    return State(
        draw_pile=draw_pile,
        discard_pile=discard_pile,
        hand_cards=_hand_cards(data.get("handCards"), hand),
        discard_phase=_discard_phase(data.get("discardPhase")),
        play_order_sequence=_texts(data.get("playOrderSequence")),
        play_order_locked=bool(data.get("playOrderLocked")),
        planning_phase=bool(data.get("planningPhase")),
        turn_number=1 if turn_number is None else max(1, turn_number),
        hand_size=DEFAULT_HAND_SIZE if hand_size is None else clamped_hand_size(hand_size),
        discard_count=_discard_count(data.get("discardCount"), otherwise=DEFAULT_DISCARD_COUNT),
        warning=_text_or_none(data.get("warning")),
        error=_text_or_none(data.get("error")),
        deck_source=next((source for source in SOURCES if source == data.get("deckSource")), "default"),
        active_preset_id=_text_or_none(data.get("activePresetId")),
        unknown_fields=pack(data, known=KNOWN_FIELDS),
    )


def _texts(value: object) -> tuple[str, ...]:
    return tuple(filter(is_text, value)) if isinstance(value, list) else ()


def _text_or_none(value: object) -> str | None:
    return value if is_text(value) else None


def _discard_count(value: object, *, otherwise: int) -> int:
    number = stored_whole_number(value)
    return otherwise if number is None else clamped_discard_count(number)


def _discard_phase(value: object) -> DiscardPhase:
    """An older save has a plain boolean; how many cards it asks for is settled across fields."""
    if isinstance(value, bool):
        return DiscardPhase(active=value)
    if not isinstance(value, dict):
        return NO_DISCARD
    return DiscardPhase(
        active=value.get("active") is True,
        remaining_discards=_discard_count(value.get("remainingDiscards"), otherwise=0),
    )


def _hand_cards(value: object, hand: tuple[str, ...]) -> tuple[CardInstance, ...]:
    """A save from before the discard mechanic has only the cards' names: every one gets an id."""
    found = [card for card in map(_card, value) if card] if isinstance(value, list) else []
    if not found:
        return card_instances(hand, new_instance_ids(len(hand), drawn_from=(hand,)))
    cards = tuple([card.card for card in found])
    ids = [card.instance_id for card in found]
    if len(set(ids)) == len(ids):
        return tuple(found)
    spare_ids = new_instance_ids(len(ids), drawn_from=(cards, ids))
    firsts = {card_id: index for index, card_id in reversed(list(enumerate(ids)))}
    return card_instances(cards, [own if firsts[own] == index else spare_ids[index] for index, own in enumerate(ids)])


def _card(value: Any) -> CardInstance | None:
    """An element of the hand in today's shape or in the older one."""
    if not isinstance(value, dict):
        return None
    for id_name, card_name in (("instanceId", "card"), ("id", "value")):
        card_id, card = value.get(id_name), value.get(card_name)
        if is_text(card_id) and is_text(card):
            return CardInstance(instance_id=card_id, card=card)
    return None


def _across_fields(state: State) -> State:
    """Steps 2 to 6; step 1 is done with the hand."""
    in_hand = set(state.hand_ids)
    # A dict keeps the first of each and their order.
    sequence = tuple([card_id for card_id in dict.fromkeys(state.play_order_sequence) if card_id in in_hand])
    discard_phase = _settled_discard_phase(state)
    if discard_phase.active:
        return replace(
            state,
            discard_phase=discard_phase,
            play_order_sequence=(),
            play_order_locked=False,
            planning_phase=False,
        )
    locked = state.play_order_locked and bool(in_hand) and len(sequence) == len(in_hand)
    # A lock that does not hold, and an order that nobody could end the turn with, lead back to planning.
    planning = not locked and bool(in_hand) and (state.planning_phase or state.play_order_locked or bool(sequence))
    return replace(
        state,
        discard_phase=discard_phase,
        play_order_sequence=sequence,
        play_order_locked=locked,
        planning_phase=planning,
    )


def _settled_discard_phase(state: State) -> DiscardPhase:
    if not state.discard_phase.active:
        return NO_DISCARD
    asked = state.discard_phase.remaining_discards or state.discard_count
    remaining = min(asked, len(state.hand_cards))
    return DiscardPhase(active=True, remaining_discards=remaining) if remaining else NO_DISCARD
