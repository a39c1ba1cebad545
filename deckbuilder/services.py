"""What a person can do with decks: one function per use case.

The exception to `tabletop.play.submit`: a deck is solo and its rules are total, so there is no seat, turn or clock to
check and no log to replay; its history is fifty undo steps in its own row. An action reads the row and writes it if its
version is unchanged: two statements, no lock, no transaction. Only a shared order is announced.

Functions with a `deck_id` raise UnknownGame for decks of others. Those with an `expected_version` raise RuleViolation
`stale_state` if another request has changed the deck.
"""

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from deckbuilder import rules, store
from deckbuilder.deck_files import read_saved
from deckbuilder.dom_ids import with_instance_ids, with_selected
from deckbuilder.models import LONGEST_DECK_NAME, DeckState
from deckbuilder.sharing import locked_order, share_topic
from deckbuilder.store import Deck
from tabletop.accounts.models import User
from tabletop.live.announce import announce_after_commit
from tabletop.rules import Json

MOST_DECKS = 50
ROOM_FOR_COPY = 10
"""Characters by which the name of a copy may exceed the original's."""
TOKEN_BYTES = 16


@dataclass(frozen=True, kw_only=True)
class Receipt:
    before: Deck
    deck: Deck
    """The deck after the request, with the request's selection."""


# --- playing ----------------------------------------------------------------------------------------------------------


def act(*, deck_id: UUID, person: User, actions: Sequence[Json], expected_version: int) -> Receipt:
    """Writes several actions as one undo step; actions the rules ignore write nothing. Announces a changed order."""
    deck = store.load(deck_id, person, expected_version=expected_version)
    return _play(deck, deck.state, with_instance_ids(actions, deck.state))


def discard(*, deck_id: UUID, person: User, selected: Sequence[str], expected_version: int) -> Receipt:
    """Writes the discard (rules 5.7); a selection that is too large discards nothing. Announces a changed order."""
    deck = store.load(deck_id, person, expected_version=expected_version)
    state = with_selected(deck.state, selected)
    is_whole = len(state.selected_card_ids) == len(selected)
    return _play(deck, state, [{"type": "CONFIRM_DISCARD"}] if is_whole else [])


def _play(deck: Deck, state: rules.State, actions: Sequence[Json]) -> Receipt:
    """Applies the actions to `state`, which is that of the deck with a selection; writes and announces a change."""
    shuffle = store.shuffle_for(deck.row)
    for action in actions:
        state = rules.reduce(state, action, shuffle)
    after = deck.with_state(state)
    if after.saved != deck.saved:
        # Why a deck was refused is no step to undo.
        is_refused = after.saved == deck.saved | {"error": state.error}
        after = store.write(after) if is_refused else store.save(deck, after)
    return _announced(deck, after)


def change_parameters(
    *, deck_id: UUID, person: User, hand_size: int, discard_count: int, expected_version: int
) -> Receipt:
    """Writes both numbers (rules 5.5): cards in hand are dealt anew, an empty hand waits for the next deal.

    Announces a changed order.
    """
    deck = store.load(deck_id, person, expected_version=expected_version)
    is_dealt = bool(deck.state.hand_cards)
    payload = {"handSize": hand_size, "discardCount": discard_count, "immediateReset": is_dealt}
    action = {"type": "CHANGE_PARAMETERS", "payload": payload}
    after = deck.with_state(rules.reduce(deck.state, action, store.shuffle_for(deck.row)))
    return _announced(deck, store.save(deck, after))


def undo(*, deck_id: UUID, person: User, expected_version: int) -> Receipt:
    """Writes the state one step ago, if there is one. Announces a changed order."""
    deck = store.load(deck_id, person, expected_version=expected_version)
    return _announced(deck, store.move(deck, source="undo", target="redo", by=-1))


def redo(*, deck_id: UUID, person: User, expected_version: int) -> Receipt:
    """Writes the state that was undone last, if there is one. Announces a changed order."""
    deck = store.load(deck_id, person, expected_version=expected_version)
    return _announced(deck, store.move(deck, source="redo", target="undo", by=1))


def import_saved(*, deck_id: UUID, person: User, content: bytes, expected_version: int) -> Receipt:
    """Writes the deck of a file as one undo step and announces a changed order.

    Raises ValidationError with the reason why the file cannot be used.
    """
    state = read_saved(content)
    deck = store.load(deck_id, person, expected_version=expected_version)
    return _announced(deck, store.save(deck, deck.with_state(state)))


def _announced(before: Deck, after: Deck) -> Receipt:
    """Announces the deck's link if what its page shows has changed."""
    token = after.row.share_token
    if token and locked_order(before.state) != locked_order(after.state):
        announce_after_commit(share_topic(token))
    return Receipt(before=before, deck=after)


# --- the list of decks ------------------------------------------------------------------------------------------------


def create_deck(*, person: User, name: str = "") -> UUID:
    """Inserts a deck, with a name of its own if none is given.

    Raises ValidationError for a bad name, one that is taken, and for one deck too many.
    """
    names = _names_of(person)
    chosen = _clean_name(name, names) if name.strip() else free_name(_("My deck"), names)
    return _insert(store.build_row(owner=person, name=chosen), names)


def first_deck(*, person: User) -> UUID:
    """Inserts a person's first deck; requests at the same time insert one deck."""
    row = store.build_row(owner=person, name=_("My deck"))
    columns = {"pk": row.pk, "state": row.state, "shuffle_seed": row.shuffle_seed}
    return DeckState.objects.get_or_create(owner=person, name=row.name, defaults=columns)[0].pk


def duplicate_deck(*, deck_id: UUID, person: User) -> UUID:
    """Inserts a deck with the same cards in the same places and a shuffle seed of its own.

    Raises ValidationError for one deck too many.
    """
    deck = store.load(deck_id, person)
    names = _names_of(person)
    copied = _("%(name)s copy") % {"name": deck.row.name[: LONGEST_DECK_NAME - ROOM_FOR_COPY]}
    return _insert(store.build_row(owner=person, name=free_name(copied, names), state=deck.state), names)


def rename_deck(*, deck_id: UUID, person: User, name: str) -> None:
    """Writes the name, whatever the version of the deck. Raises ValidationError for one that is bad or taken."""
    deck = store.load(deck_id, person)
    cleaned = _clean_name(name, _names_of(person) - {deck.row.name})
    with _unique_name():
        DeckState.objects.filter(pk=deck.row.pk).update(name=cleaned)


def delete_deck(*, deck_id: UUID, person: User) -> None:
    """Deletes the row and announces its link."""
    deck = store.load(deck_id, person)
    deck.row.delete()
    if deck.row.share_token:
        announce_after_commit(share_topic(deck.row.share_token))


def forget_person(user: User) -> None:
    """Deletes all decks of a deleted account and announces their links: a deck is of no use to others."""
    rows = DeckState.objects.filter(owner=user)
    tokens = list(rows.values_list("share_token", flat=True))
    rows.delete()
    for token in filter(None, tokens):
        announce_after_commit(share_topic(token))


def free_name(wished: str, names: set[str]) -> str:
    numbered = (wished if number == 1 else f"{wished} {number}" for number in range(1, len(names) + 2))
    return next(name for name in numbered if name not in names)


def _insert(row: DeckState, names: set[str]) -> UUID:
    if len(names) >= MOST_DECKS:
        raise ValidationError(_("You have %(most)d decks. Delete one to make room.") % {"most": MOST_DECKS})
    with _unique_name():
        row.save(force_insert=True)
    return row.pk


def _names_of(person: User) -> set[str]:
    return set(DeckState.objects.filter(owner=person).values_list("name", flat=True))


def _clean_name(name: str, names: set[str]) -> str:
    cleaned = " ".join(name.split())
    if not 1 <= len(cleaned) <= LONGEST_DECK_NAME or not cleaned.isprintable():
        raise ValidationError(_("A name has one to %(most)d characters.") % {"most": LONGEST_DECK_NAME})
    if cleaned in names:
        raise _name_taken()
    return cleaned


@contextmanager
def _unique_name() -> Iterator[None]:
    """Refuses a name that a concurrent request has taken: only the table's constraint sees it."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError:
        raise _name_taken() from None


def _name_taken() -> ValidationError:
    return ValidationError(_("You have another deck of that name."))


# --- sharing the locked order -----------------------------------------------------------------------------------------


def share(*, deck_id: UUID, person: User) -> Deck:
    """Writes a token for the link to the locked order; an existing one is kept. Announces nothing: nobody has it."""
    deck = store.load(deck_id, person)
    if deck.row.share_token:
        return deck
    token = secrets.token_urlsafe(TOKEN_BYTES)
    if not DeckState.objects.filter(pk=deck.row.pk, share_token=None).update(share_token=token):
        # A concurrent request has shared or deleted the deck.
        return store.load(deck_id, person)
    deck.row.share_token = token
    return deck


def unshare(*, deck_id: UUID, person: User) -> Deck:
    """Deletes the token for good and announces the link, which closes the pages that show it."""
    deck = store.load(deck_id, person)
    token, deck.row.share_token = deck.row.share_token, None
    if token:
        DeckState.objects.filter(pk=deck.row.pk).update(share_token=None)
        announce_after_commit(share_topic(token))
    return deck
