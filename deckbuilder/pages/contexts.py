"""What the parts of a page show, as JSON values by the name of the part: pure functions of a deck."""

import heapq
import re
from collections import Counter
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from deckbuilder import rules
from deckbuilder.dom_ids import dom_ids_in
from deckbuilder.pages import texts
from deckbuilder.pages.card_faces import card_face
from deckbuilder.rules.messages import sentence_of
from deckbuilder.sharing import share_address
from tabletop.rules import Json
from tabletop.translation import translate

if TYPE_CHECKING:
    from deckbuilder.store import Deck

ODDS_AT_A_GLANCE = 8
MOST_ODDS = 100


def felt(state: rules.State) -> Json:
    """Shows the piles, the hand, the play order and the buttons of the phase."""
    phase, dom_ids = rules.phase(state), dom_ids_in(state)
    return {
        **texts.situation(state, phase),
        "phase": phase,
        "turn": state.turn_number,
        "draw_count": len(state.draw_pile),
        "discard_count": len(state.discard_pile),
        "discard_top": state.discard_pile[-1] if state.discard_pile else "",
        "cards": _cards(state, phase, dom_ids),
        "slots": _slots(state, dom_ids) if phase in ("planning", "executing") else [],
        "order": " ".join([dom_ids[instance_id] for instance_id in state.play_order_sequence]),
        "picked": len(state.selected_card_ids),
        "to_discard": state.discard_phase.remaining_discards,
        "can_confirm": rules.can_confirm_discard(state),
        "can_lock": rules.can_lock(state),
        "can_end": rules.can_end_turn(state),
    }


def _cards(state: rules.State, phase: rules.Phase, dom_ids: dict[str, str]) -> list[Json]:
    is_full, labels, cards = rules.can_confirm_discard(state), texts.for_script(), []
    numbers = {instance_id: number for number, instance_id in enumerate(state.play_order_sequence, start=1)}
    for card in state.hand_cards:
        name, number, look = card.card, numbers.get(card.instance_id), "card"
        if card.instance_id in state.selected_card_ids:
            look = "card_selected"
        elif is_full:
            look = "card_off"
        elif number:
            look = "card_locked" if state.play_order_locked else "card_ordered"
        verb = "toggle" if phase == "discard" else "deselect" if number else "select"
        shown = {
            "id": dom_ids[card.instance_id],
            "name": name,
            "label": labels[look] % {"name": name, "number": number},
            "number": number,
            "is_selected": look == "card_selected",
            "is_off": look == "card_off",
            "is_legal": look == "card" and phase in ("discard", "planning"),
            "is_still": phase in ("idle", "executing"),
            "do": f"{verb}:{dom_ids[card.instance_id]}",
        }
        cards.append(shown | card_face(name))
    return cards


def _slots(state: rules.State, dom_ids: dict[str, str]) -> list[Json]:
    names = {card.instance_id: card.card for card in state.hand_cards}
    filled: list[Json] = [
        {"number": number, "id": dom_ids[instance_id], "name": names[instance_id]}
        for number, instance_id in enumerate(state.play_order_sequence, start=1)
    ]
    first = len(filled) + 1
    return filled + [{"number": number, "is_next": number == first} for number in range(first, len(names) + 1)]


def panel(deck: "Deck") -> dict[str, Json]:
    """Shows everything but the felt, one context for each part."""
    state, row, kind = deck.state, deck.row, texts.deck_kind(deck.state)
    return {
        "head": {
            "name": row.name,
            "kind": kind,
            "cards": len(state.draw_pile) + len(state.discard_pile) + len(state.hand_cards),
            "can_undo": row.undo.startswith("[{"),
            "can_redo": row.redo.startswith("[{"),
        },
        "sharing": {
            "is_locked": state.play_order_locked,
            "address": share_address(row.share_token) if row.share_token else "",
        },
        "refusal": {"error": state.error and translate(sentence_of(state.error))},
        "summary": {"kind": kind, "hand_size": state.hand_size, "discard_count": state.discard_count},
        "notice": {"warning": state.warning and translate(sentence_of(state.warning))},
        "presets": {"active": state.active_preset_id, "presets": _presets()},
        "numbers": {
            "hand_size": state.hand_size,
            "hand_sizes": rules.HAND_SIZE_CHOICES,
            "discard_count": state.discard_count,
            "discard_counts": sorted({*rules.DISCARD_COUNT_CHOICES, state.discard_count}),
        },
        "odds": _odds(state.draw_pile, state.discard_pile + state.hand, state.hand_size),
    }


@cache
def _presets() -> list[Json]:
    return [
        {
            "id": preset["id"],
            "name": preset["name"],
            "description": preset["description"],
            "total": len(preset["cards"]),
            "cards": sorted(Counter(preset["cards"]).items(), key=lambda item: _natural(item[0])),
        }
        for preset in rules.PRESETS
    ]


@lru_cache(maxsize=64)
def _odds(draw_pile: tuple[str, ...], others: tuple[str, ...], hand_size: int) -> Json:
    """Cached, because a thousand exact chances take milliseconds and ordering leaves the piles unchanged."""
    chances = rules.next_hand_chances(rules.State(draw_pile=draw_pile, discard_pile=others, hand_size=hand_size))
    likeliest = heapq.nsmallest(MOST_ODDS, chances, key=lambda each: (-each.chance, _natural(each.card)))
    rows = [{"name": each.card, "copies": each.copies, "percent": round(100 * each.chance)} for each in likeliest]
    return {
        "first": rows[:ODDS_AT_A_GLANCE],
        "rest": rows[ODDS_AT_A_GLANCE:],
        "left_out": max(0, len(chances) - MOST_ODDS),
        "draw_count": len(draw_pile),
    }


def _natural(name: str) -> tuple[list[tuple[bool, int, str]], str]:
    """Sorts "Card 2" before "Card 10"."""
    runs = re.findall("[0-9]+|[^0-9]+", name.casefold())
    return [(False, int(run), "") if run[0] in "0123456789" else (True, 0, run) for run in runs], name


def shared_page(order: list[str]) -> dict[str, Json]:
    """Shows a locked order to others."""
    return {"order": {"cards": [{"name": name} | card_face(name) for name in order]}}
