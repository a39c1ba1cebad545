"""What can be read of decks."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from deckbuilder import rules, store
from deckbuilder.dom_ids import with_selected
from deckbuilder.models import DeckState
from deckbuilder.sharing import locked_order
from deckbuilder.store import Deck
from tabletop.accounts.models import User
from tabletop.lobby.parts import age_text


@dataclass(frozen=True, kw_only=True)
class DeckSummary:
    """A deck in its owner's list."""

    id: UUID
    name: str
    ago: str
    """Time since the last change, in words; empty if recent."""


def deck_of(deck_id: UUID, person: User, *, selected: Sequence[str] = ()) -> Deck:
    """Loads a deck and selects these cards: a selection is not stored. Raises UnknownGame for decks of others."""
    deck = store.load(deck_id, person)
    return deck.with_state(with_selected(deck.state, selected))


def decks_of(person: User) -> list[DeckSummary]:
    now = timezone.now()
    return [
        DeckSummary(id=pk, name=name, ago=age_text(updated_at, now=now))
        for pk, name, updated_at in _latest_first(person).values_list("pk", "name", "updated_at")
    ]


def latest_deck(person: User) -> UUID | None:
    return _latest_first(person).values_list("pk", flat=True).first()


def _latest_first(person: User) -> QuerySet[DeckState]:
    return DeckState.objects.filter(owner=person).order_by("-updated_at", "name")


def shared_order(token: str) -> list[str] | None:
    """Returns the locked order behind a link, empty while it is open; None for an unknown link."""
    text = DeckState.objects.filter(share_token=token).values_list("state", flat=True).first()
    if text is None:
        return None
    state = rules.deserialize(text)
    return (None if state is None else locked_order(state)) or []
