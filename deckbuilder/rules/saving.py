"""Saves a deck and loads saves of any age (rules 8), repaired field by field, then across fields (rules 8.3)."""

from typing import Any

from msgspec.structs import replace

from deckbuilder.rules.limits import DEFAULT_DISCARD_COUNT, DEFAULT_HAND_SIZE, DISCARD_COUNTS, HAND_SIZES, TURN_NUMBERS
from deckbuilder.rules.parsing import is_text, parse_json, text_or_none, texts_in, whole_number
from deckbuilder.rules.state import (
    NO_DISCARD,
    CardInstance,
    DeckSource,
    DiscardPhase,
    State,
    new_instances,
    to_json,
    unknown_fields_of,
)
from tabletop.rules import Json

NOT_SAVED = ("selectedCardIds", "isDealing")
WRAPPER_FIELDS = frozenset({"version", "timestamp", "state"})
SOURCES: tuple[DeckSource, ...] = ("default", "custom", "preset")


def serialize(state: State) -> Json:
    data = to_json(state)
    for name in NOT_SAVED:
        del data[name]
    return data


def deserialize(data_or_text: Any) -> State | None:
    """Returns None for what is no save at all; wrong fields of a save are repaired."""
    data = data_or_text
    if isinstance(data, str):
        try:
            data = parse_json(data)
        except ValueError:
            return None
    if isinstance(data, dict) and data.keys() >= WRAPPER_FIELDS:
        data = data["state"]
    return _across_fields(_field_by_field(data)) if isinstance(data, dict) else None


def _field_by_field(data: Json) -> State:
    return State(
        draw_pile=texts_in(data.get("drawPile")),
        discard_pile=texts_in(data.get("discardPile")),
        hand_cards=_hand_cards(data.get("handCards"), texts_in(data.get("hand"))),
        discard_phase=_discard_phase(data.get("discardPhase")),
        play_order_sequence=texts_in(data.get("playOrderSequence")),
        play_order_locked=bool(data.get("playOrderLocked")),
        planning_phase=bool(data.get("planningPhase")),
        turn_number=whole_number(data.get("turnNumber"), TURN_NUMBERS, otherwise=1, may_be_text=True),
        hand_size=whole_number(data.get("handSize"), HAND_SIZES, otherwise=DEFAULT_HAND_SIZE, may_be_text=True),
        discard_count=whole_number(
            data.get("discardCount"), DISCARD_COUNTS, otherwise=DEFAULT_DISCARD_COUNT, may_be_text=True
        ),
        warning=text_or_none(data.get("warning")),
        error=text_or_none(data.get("error")),
        deck_source=next((source for source in SOURCES if source == data.get("deckSource")), "default"),
        active_preset_id=text_or_none(data.get("activePresetId")),
        unknown_fields=unknown_fields_of(data),
    )


def _discard_phase(value: object) -> DiscardPhase:
    """Reads the plain boolean of older saves too; `_across_fields` sets how many cards it asks for."""
    if isinstance(value, bool):
        return DiscardPhase(active=value)
    if not isinstance(value, dict):
        return NO_DISCARD
    remaining = whole_number(value.get("remainingDiscards"), DISCARD_COUNTS, otherwise=0, may_be_text=True)
    return DiscardPhase(active=value.get("active") is True, remaining_discards=remaining)


def _hand_cards(value: object, hand: tuple[str, ...]) -> tuple[CardInstance, ...]:
    """Saves from before the discard mechanic have only the cards' names: every card gets an id."""
    found = [card for card in map(_card, value) if card] if isinstance(value, list) else []
    if not found:
        return new_instances(hand, drawn_from=(hand,))
    cards, ids = [card.card for card in found], [card.instance_id for card in found]
    if len(set(ids)) == len(ids):
        return tuple(found)
    renewed = new_instances(cards, drawn_from=(cards, ids))
    firsts = {card_id: index for index, card_id in reversed(list(enumerate(ids)))}
    return tuple([card if firsts[card.instance_id] == index else renewed[index] for index, card in enumerate(found)])


def _card(value: Any) -> CardInstance | None:
    """Reads a card of the hand in the current shape or in the older one."""
    if not isinstance(value, dict):
        return None
    for id_name, card_name in (("instanceId", "card"), ("id", "value")):
        card_id, card = value.get(id_name), value.get(card_name)
        if is_text(card_id) and is_text(card):
            return CardInstance(instance_id=card_id, card=card)
    return None


def _across_fields(state: State) -> State:
    """Does steps 2 to 6 of rules 8.3; `_hand_cards` has done step 1."""
    in_hand = set(state.hand_ids)
    remaining = min(state.discard_phase.remaining_discards or state.discard_count, len(in_hand))
    if state.discard_phase.active and remaining:
        return replace(
            state,
            discard_phase=DiscardPhase(active=True, remaining_discards=remaining),
            play_order_sequence=(),
            play_order_locked=False,
            planning_phase=False,
        )
    # dict.fromkeys drops repetitions and keeps the order.
    sequence = tuple([card_id for card_id in dict.fromkeys(state.play_order_sequence) if card_id in in_hand])
    locked = state.play_order_locked and bool(in_hand) and len(sequence) == len(in_hand)
    # An incomplete lock, and an order without planning, go back to planning: otherwise the turn could never end.
    planning = not locked and bool(in_hand) and (state.planning_phase or state.play_order_locked or bool(sequence))
    return replace(
        state, discard_phase=NO_DISCARD, play_order_sequence=sequence, play_order_locked=locked, planning_phase=planning
    )
