"""The parts of a deck's page, and the one part of the page others may see."""

import hashlib
from operator import itemgetter

from deckbuilder.pages import contexts
from deckbuilder.store import Deck
from tabletop.live.parts import Contexts, Part, build_contexts, changed_contexts, encode_context


def _part(name: str) -> Part:
    return Part(name=name, template=f"deckbuilder/_{name}.html", context=itemgetter(name))


FELT, SHARING, REFUSAL = map(_part, ("felt", "sharing", "refusal"))
PARTS = (_part("head"), FELT, SHARING, REFUSAL, *map(_part, ("summary", "notice", "presets", "numbers", "odds")))
SHARED_ORDER = _part("order")


def page_contexts(deck: Deck) -> Contexts:
    return build_contexts(PARTS, contexts.panel(deck) | {"felt": contexts.felt(deck.state)})


def changed_parts(before: Deck, after: Deck, *, is_refused: bool = False) -> Contexts:
    """Returns what changed, and always the felt: the script has shown the change in advance and must settle to it.

    A refusal is sent again even if it is the same as the last, so that it is read out again.
    """
    always = (FELT, REFUSAL) if is_refused else (FELT,)
    known = build_contexts([part for part in PARTS if part not in always], contexts.panel(before))
    return changed_contexts(known, page_contexts(after))


def shared_contexts(order: list[str]) -> Contexts:
    return build_contexts((SHARED_ORDER,), contexts.shared_page(order))


def order_digest(shared: Contexts) -> str:
    """Stands in for the sequence number, which would reveal how often the deck changes while its order is open."""
    return "mark-" + hashlib.blake2b(encode_context(shared[SHARED_ORDER]), digest_size=6).hexdigest()
