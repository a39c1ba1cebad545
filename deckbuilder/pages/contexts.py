"""What the parts of a page show: pure functions of a deck, with texts in the active language.

One file, because a deck has one page.
"""

import heapq
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from deckbuilder import rules
from deckbuilder.dom_ids import dom_ids_in
from deckbuilder.pages import texts
from deckbuilder.pages.card_faces import CardFace, card_face
from deckbuilder.pages.texts import Situation
from deckbuilder.rules.messages import sentence_of
from deckbuilder.sharing import share_address
from tabletop.live.parts import Context
from tabletop.translation import translate

if TYPE_CHECKING:
    from deckbuilder.store import Deck

ODDS_AT_A_GLANCE = 8
MOST_ODDS = 100


class Card(Context, frozen=True):
    name: str
    face: CardFace


class HandCard(Card, frozen=True):
    id: str
    label: str
    number: int | None
    """Its place in the play order."""
    is_selected: bool
    is_off: bool
    is_legal: bool
    is_still: bool
    do: str


class Slot(Context, frozen=True):
    """A place in the play order, without an id while it is empty."""

    number: int
    id: str = ""
    name: str = ""
    is_next: bool = False


class Felt(Context, frozen=True):
    """The piles, the hand, the play order and the buttons of the phase."""

    says: Situation
    phase: rules.Phase
    turn: int
    draw_count: int
    discard_count: int
    discard_top: str
    cards: tuple[HandCard, ...]
    slots: tuple[Slot, ...]
    order: str
    picked: int
    to_discard: int
    can_confirm: bool
    can_lock: bool
    can_end: bool


class Head(Context, frozen=True):
    name: str
    kind: str
    cards: int
    can_undo: bool
    can_redo: bool


class Sharing(Context, frozen=True):
    is_locked: bool
    address: str


class Refusal(Context, frozen=True):
    error: str


class Summary(Context, frozen=True):
    kind: str
    hand_size: int
    discard_count: int


class Notice(Context, frozen=True):
    warning: str


class Preset(Context, frozen=True):
    id: str
    name: str
    description: str
    total: int
    cards: tuple[tuple[str, int], ...]
    """Names and numbers of copies."""


class Presets(Context, frozen=True):
    active: str | None
    presets: tuple[Preset, ...]


class Numbers(Context, frozen=True):
    hand_size: int
    hand_sizes: tuple[int, ...]
    discard_count: int
    discard_counts: tuple[int, ...]


class Chance(Context, frozen=True):
    name: str
    copies: int
    percent: int


class Odds(Context, frozen=True):
    first: tuple[Chance, ...]
    rest: tuple[Chance, ...]
    left_out: int
    draw_count: int


class Order(Context, frozen=True):
    """A locked order, as others may see it."""

    cards: tuple[Card, ...]


def felt(deck: "Deck") -> Felt:
    state = deck.state
    phase, dom_ids = rules.phase(state), dom_ids_in(state)
    return Felt(
        says=texts.situation(state, phase),
        phase=phase,
        turn=state.turn_number,
        draw_count=len(state.draw_pile),
        discard_count=len(state.discard_pile),
        discard_top=state.discard_pile[-1] if state.discard_pile else "",
        cards=_cards(state, phase, dom_ids),
        slots=_slots(state, dom_ids) if phase in ("planning", "executing") else (),
        order=" ".join([dom_ids[instance_id] for instance_id in state.play_order_sequence]),
        picked=len(state.selected_card_ids),
        to_discard=state.discard_phase.remaining_discards,
        can_confirm=rules.can_confirm_discard(state),
        can_lock=rules.can_lock(state),
        can_end=rules.can_end_turn(state),
    )


def _cards(state: rules.State, phase: rules.Phase, dom_ids: Mapping[str, str]) -> tuple[HandCard, ...]:
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
        shown = HandCard(
            name=name,
            face=card_face(name),
            id=dom_ids[card.instance_id],
            label=labels[look] % {"name": name, "number": number},
            number=number,
            is_selected=look == "card_selected",
            is_off=look == "card_off",
            is_legal=look == "card" and phase in ("discard", "planning"),
            is_still=phase in ("idle", "executing"),
            do=f"{verb}:{dom_ids[card.instance_id]}",
        )
        cards.append(shown)
    return tuple(cards)


def _slots(state: rules.State, dom_ids: Mapping[str, str]) -> tuple[Slot, ...]:
    names = {card.instance_id: card.card for card in state.hand_cards}
    filled = [
        Slot(number=number, id=dom_ids[instance_id], name=names[instance_id])
        for number, instance_id in enumerate(state.play_order_sequence, start=1)
    ]
    first = len(filled) + 1
    return (*filled, *(Slot(number=number, is_next=number == first) for number in range(first, len(names) + 1)))


def head(deck: "Deck") -> Head:
    state, row = deck.state, deck.row
    return Head(
        name=row.name,
        kind=texts.deck_kind(state),
        cards=len(state.draw_pile) + len(state.discard_pile) + len(state.hand_cards),
        can_undo=row.undo.startswith("[{"),
        can_redo=row.redo.startswith("[{"),
    )


def sharing(deck: "Deck") -> Sharing:
    token = deck.row.share_token
    return Sharing(is_locked=deck.state.play_order_locked, address=share_address(token) if token else "")


def refusal(deck: "Deck") -> Refusal:
    return Refusal(error=_translated(deck.state.error))


def notice(deck: "Deck") -> Notice:
    return Notice(warning=_translated(deck.state.warning))


def _translated(message: str | None) -> str:
    return translate(sentence_of(message)) if message else ""


def summary(deck: "Deck") -> Summary:
    state = deck.state
    return Summary(kind=texts.deck_kind(state), hand_size=state.hand_size, discard_count=state.discard_count)


def presets(deck: "Deck") -> Presets:
    return Presets(active=deck.state.active_preset_id, presets=_presets())


@cache
def _presets() -> tuple[Preset, ...]:
    return tuple(
        Preset(
            id=preset["id"],
            name=preset["name"],
            description=preset["description"],
            total=len(preset["cards"]),
            cards=tuple(sorted(Counter(preset["cards"]).items(), key=lambda item: _natural(item[0]))),
        )
        for preset in rules.PRESETS
    )


def numbers(deck: "Deck") -> Numbers:
    state = deck.state
    return Numbers(
        hand_size=state.hand_size,
        hand_sizes=rules.HAND_SIZE_CHOICES,
        discard_count=state.discard_count,
        discard_counts=tuple(sorted({*rules.DISCARD_COUNT_CHOICES, state.discard_count})),
    )


def odds(deck: "Deck") -> Odds:
    return _odds(deck.state.draw_pile, deck.state.discard_pile + deck.state.hand, deck.state.hand_size)


@lru_cache(maxsize=64)
def _odds(draw_pile: tuple[str, ...], others: tuple[str, ...], hand_size: int) -> Odds:
    """Cached, because a thousand exact chances take milliseconds and ordering leaves the piles unchanged."""
    chances = rules.next_hand_chances(rules.State(draw_pile=draw_pile, discard_pile=others, hand_size=hand_size))
    likeliest = heapq.nsmallest(MOST_ODDS, chances, key=lambda each: (-each.chance, _natural(each.card)))
    rows = tuple(Chance(name=each.card, copies=each.copies, percent=round(100 * each.chance)) for each in likeliest)
    return Odds(
        first=rows[:ODDS_AT_A_GLANCE],
        rest=rows[ODDS_AT_A_GLANCE:],
        left_out=max(0, len(chances) - MOST_ODDS),
        draw_count=len(draw_pile),
    )


def _natural(name: str) -> tuple[list[tuple[bool, int, str]], str]:
    """Sorts "Card 2" before "Card 10"."""
    runs = re.findall("[0-9]+|[^0-9]+", name.casefold())
    return [(False, int(run), "") if run[0] in "0123456789" else (True, 0, run) for run in runs], name


def order(names: Sequence[str]) -> Order:
    return Order(cards=tuple(Card(name=name, face=card_face(name)) for name in names))
