"""The parts of a deck's page, and the one part of the page others may see."""

import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING

from deckbuilder.pages import contexts
from tabletop.live.parts import Context, Contexts, Part, build_contexts, changed_contexts, encode_context

if TYPE_CHECKING:
    from deckbuilder.store import Deck


def _part(context: "Callable[[Deck], Context]") -> Part:
    name = context.__name__
    return Part(name=name, template=f"deckbuilder/_{name}.html", context=context)


FELT, SHARING, REFUSAL = map(_part, (contexts.felt, contexts.sharing, contexts.refusal))
PARTS = (
    _part(contexts.head),
    FELT,
    SHARING,
    REFUSAL,
    *map(_part, (contexts.summary, contexts.notice, contexts.presets, contexts.numbers, contexts.odds)),
)
SHARED_ORDER = Part(name="order", template="deckbuilder/_order.html", context=contexts.order)


def page_contexts(deck: "Deck") -> Contexts:
    return build_contexts(PARTS, deck)


def changed_parts(before: "Deck", after: "Deck", *, is_refused: bool = False) -> Contexts:
    """Returns what changed, and always the felt: the script has shown the change in advance and must settle to it.

    A refusal is sent again even if it is the same as the last, so that it is read out again.
    """
    always = (FELT, REFUSAL) if is_refused else (FELT,)
    known = build_contexts([part for part in PARTS if part not in always], before)
    return changed_contexts(known, page_contexts(after))


def shared_contexts(order: list[str]) -> Contexts:
    return build_contexts((SHARED_ORDER,), order)


def order_digest(shared: Contexts) -> str:
    """Stands in for the sequence number, which would reveal how often the deck changes while its order is open."""
    return "mark-" + hashlib.blake2b(encode_context(shared[SHARED_ORDER]), digest_size=6).hexdigest()
