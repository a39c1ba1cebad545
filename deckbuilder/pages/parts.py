"""The parts a deck's page is made of, and the one part of the page others may see."""

import hashlib
import heapq
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict
from functools import lru_cache

from deckbuilder import queries, rules
from deckbuilder.dom_ids import dom_id
from deckbuilder.pages import texts
from deckbuilder.pages.card_faces import card_face
from deckbuilder.rules.messages import sentence_of
from deckbuilder.store import Deck
from tabletop.live.parts import Contexts, Part, View, changed_contexts, contexts_of
from tabletop.rules import Json
from tabletop.translation import translate

ODDS_AT_A_GLANCE = 8
MOST_ODDS = 100


def head(deck: Deck) -> Json:
    state = deck.state
    return {
        "name": deck.row.name,
        "kind": texts.deck_kind(state),
        "cards": len(state.draw_pile) + len(state.discard_pile) + len(state.hand_cards),
        "can_undo": deck.row.undo.startswith("[{"),
        "can_redo": deck.row.redo.startswith("[{"),
    }


def felt(deck: Deck) -> Json:
    state, sentences = deck.state, texts.for_script()
    phase = rules.phase(state)
    return {
        **asdict(texts.situation(state)),
        "phase": phase,
        "turn": state.turn_number,
        "draw_count": len(state.draw_pile),
        "discard_count": len(state.discard_pile),
        "discard_top": state.discard_pile[-1] if state.discard_pile else "",
        "cards": [_card(state, card, sentences) for card in state.hand_cards],
        "slots": _slots(state) if phase in ("planning", "executing") else [],
        "order": " ".join(map(dom_id, state.play_order_sequence)),
        "picked": len(state.selected_card_ids),
        "to_discard": state.discard_phase.remaining_discards,
        "can_confirm": rules.can_confirm_discard(state),
        "can_lock": rules.can_lock(state),
        "can_end": rules.can_end_turn(state),
    }


def _card(state: rules.State, card: rules.CardInstance, sentences: Json) -> Json:
    instance_id, name = card.instance_id, card.card
    number = rules.sequence_number(state, instance_id)
    selected = instance_id in state.selected_card_ids
    phase = rules.phase(state)
    is_full = phase == "discard" and rules.can_confirm_discard(state)
    kind = "card"
    if phase == "discard":
        kind = "card_selected" if selected else "card_off" if is_full else "card"
    elif number is not None:
        kind = "card_locked" if state.play_order_locked else "card_ordered"
    return {
        "id": dom_id(instance_id),
        "name": name,
        "label": sentences[kind] % {"name": name, "number": number},
        "number": number,
        "is_selected": selected,
        "is_off": is_full and not selected,
        "is_legal": (phase == "discard" and not is_full and not selected) or (phase == "planning" and number is None),
        "is_still": phase in ("idle", "executing"),
        "do": _meaning(phase, dom_id(instance_id), number),
        **card_face(name),
    }


def _meaning(phase: str, handle: str, number: int | None) -> str:
    """What pressing the card sends."""
    if phase == "discard":
        return f"toggle:{handle}"
    return f"{'select' if number is None else 'deselect'}:{handle}"


def _slots(state: rules.State) -> list[Json]:
    names = {card.instance_id: card.card for card in state.hand_cards}
    sequence = state.play_order_sequence
    filled = [
        {"number": number, "id": dom_id(card), "name": names[card]} for number, card in enumerate(sequence, start=1)
    ]
    free = range(len(sequence) + 1, len(names) + 1)
    return filled + [{"number": number, "is_next": number == len(sequence) + 1} for number in free]


def sharing(deck: Deck) -> Json:
    token = deck.row.share_token
    return {
        "is_locked": deck.state.play_order_locked,
        "address": queries.share_address(token) if token else "",
    }


def summary(deck: Deck) -> Json:
    state = deck.state
    return {"kind": texts.deck_kind(state), "hand_size": state.hand_size, "discard_count": state.discard_count}


def notice(deck: Deck) -> Json:
    return {"warning": _worded(deck.state.warning)}


def refusal(deck: Deck) -> Json:
    return {"error": _worded(deck.state.error)}


def _worded(text: str | None) -> str | None:
    return None if text is None else translate(sentence_of(text))


def presets(deck: Deck) -> Json:
    return {
        "active": deck.state.active_preset_id,
        "presets": [
            {
                "id": preset["id"],
                "name": preset["name"],
                "description": preset["description"],
                "total": len(preset["cards"]),
                "cards": sorted(Counter(preset["cards"]).items(), key=lambda item: natural(item[0])),
            }
            for preset in rules.PRESETS
        ],
    }


def natural(name: str) -> tuple[list[tuple[bool, int, str]], str]:
    """Sorts "Card 2" before "Card 10"."""
    runs = re.findall("[0-9]+|[^0-9]+", name.casefold())
    return [(False, int(run), "") if run[0] in "0123456789" else (True, 0, run) for run in runs], name


def numbers(deck: Deck) -> Json:
    return {
        "hand_size": deck.state.hand_size,
        "hand_sizes": rules.HAND_SIZE_CHOICES,
        "discard_count": deck.state.discard_count,
        "discard_counts": sorted({*rules.DISCARD_COUNT_CHOICES, deck.state.discard_count}),
    }


def odds(deck: Deck) -> Json:
    state = deck.state
    # Ordering and locking leave the piles alone, and a thousand exact chances take their time.
    return _odds_of(
        rules.State(
            draw_pile=state.draw_pile,
            discard_pile=state.discard_pile,
            hand_cards=state.hand_cards,
            hand_size=state.hand_size,
        )
    )


@lru_cache(maxsize=64)
def _odds_of(piles: rules.State) -> Json:
    chances = rules.next_hand_chances(piles)
    likeliest = heapq.nsmallest(MOST_ODDS, chances, key=lambda each: (-each.chance, natural(each.card)))
    rows = [{"name": each.card, "copies": each.copies, "percent": round(100 * each.chance)} for each in likeliest]
    return {
        "first": rows[:ODDS_AT_A_GLANCE],
        "rest": rows[ODDS_AT_A_GLANCE:],
        "left_out": max(0, len(chances) - MOST_ODDS),
        "draw_count": len(piles.draw_pile),
    }


def _part(context_of: Callable[[Deck], Json]) -> Part:
    name = context_of.__name__
    return Part(name=name, template=f"deckbuilder/_{name}.html", context=lambda view: context_of(view["deck"]))


FELT = _part(felt)
SHARING = _part(sharing)
REFUSAL = _part(refusal)
PARTS = (_part(head), FELT, SHARING, REFUSAL, *map(_part, (summary, notice, presets, numbers, odds)))


def page_contexts(deck: Deck) -> Contexts:
    return contexts_of(PARTS, {"deck": deck})


def changed_parts(before: Deck, after: Deck, *, is_refused: bool = False) -> Contexts:
    """The parts that have changed, and always the felt: what the script has shown in advance settles to it.

    A refusal is told again even if it is the same as the last.
    """
    always = (FELT, REFUSAL) if is_refused else (FELT,)
    others = [part for part in PARTS if part not in always]
    return changed_contexts(contexts_of(others, {"deck": before}), page_contexts(after))


# --- for other eyes ---------------------------------------------------------------------------------------------------


def _order_context(view: View) -> Json:
    return {"cards": [{"name": name, **card_face(name)} for name in view["order"]]}


SHARED_ORDER = Part(name="order", template="deckbuilder/_order.html", context=_order_context)


def shared_contexts(order: list[str]) -> Contexts:
    return contexts_of((SHARED_ORDER,), {"order": order})


def order_digest(contexts: Contexts) -> str:
    """What stands in the place of a sequence: a number would tell how often the deck changes behind the curtain."""
    return "mark-" + hashlib.blake2b(contexts[SHARED_ORDER], digest_size=6).hexdigest()
