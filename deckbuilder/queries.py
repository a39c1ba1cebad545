"""What can be read of decks."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from msgspec.structs import replace

from deckbuilder import rules, store
from deckbuilder.dom_ids import with_selected
from deckbuilder.models import DeckState
from deckbuilder.sharing import locked_order
from deckbuilder.store import Deck
from tabletop.accounts.models import User
from tabletop.lobby.parts import words_for_age
from tabletop.rules import Json


@dataclass(frozen=True, kw_only=True)
class DeckSummary:
    """A deck as its owner's list shows it."""

    id: UUID
    name: str
    ago: str
    """How long ago it was changed, in words; empty if recently."""


def deck_of(deck_id: UUID, person: User, *, selected: Sequence[str] = ()) -> Deck:
    """The deck with this selection, which is not kept with it. Raises UnknownGame for decks of others."""
    deck = store.load(deck_id, person)
    return Deck(row=deck.row, state=with_selected(deck.state, selected))


def without_error(deck: Deck) -> Deck:
    return Deck(row=deck.row, state=replace(deck.state, error=None))


def decks_of(person: User) -> list[DeckSummary]:
    """The last used first."""
    rows = DeckState.objects.filter(owner=person).order_by("-updated_at", "name")
    now = timezone.now()
    return [
        DeckSummary(id=pk, name=name, ago=words_for_age(updated_at, now=now))
        for pk, name, updated_at in rows.values_list("pk", "name", "updated_at")
    ]


def latest_deck(person: User) -> UUID | None:
    rows = DeckState.objects.filter(owner=person).order_by("-updated_at", "name")
    return rows.values_list("pk", flat=True).first()


def shared_order(token: str) -> list[str] | None:
    """The locked order behind a link, empty while there is none; None if the link leads nowhere."""
    text = DeckState.objects.filter(share_token=token).values_list("state", flat=True).first()
    if text is None:
        return None
    state = rules.deserialize(text)
    return (None if state is None else locked_order(state)) or []


def share_address(token: str) -> str:
    return settings.SITE_URL + reverse("deckbuilder:shared", args=[token])


def saved(deck: Deck) -> Json:
    """The deck as a file holds it, in the format of the original application."""
    return rules.serialize(deck.state)
