"""What can be done with decks: one function per use case. A deck belongs to one person; others never learn of it."""

import secrets
from collections.abc import Callable, Iterator, Sequence
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
from deckbuilder.store import Deck, Overtaken
from tabletop.accounts.models import User
from tabletop.live.announce import announce_after_commit
from tabletop.rules import Json, RuleViolation

MOST_DECKS = 50
ROOM_FOR_COPY = 10
"""Characters a copy's name has more than the original's."""
TOKEN_BYTES = 16


@dataclass(frozen=True, kw_only=True)
class Receipt:
    before: Deck
    deck: Deck
    """The deck as it is now, with the selection the request brought along."""


# --- playing ----------------------------------------------------------------------------------------------------------


def act(*, deck_id: UUID, person: User, actions: Sequence[Json], expected_version: int) -> Receipt:
    """Several actions are one step: an order is written down at once.

    Actions the rules ignore change nothing. Raises UnknownGame, or RuleViolation if the deck has moved on.
    """

    def play(deck: Deck) -> Deck:
        return _played(deck, deck.state, with_instance_ids(actions, deck.state))

    return _change(deck_id=deck_id, person=person, expected_version=expected_version, change=play)


def discard(*, deck_id: UUID, person: User, selected: Sequence[str], expected_version: int) -> Receipt:
    """Rules 5.7: of a selection that is too large nothing is thrown away, not even its first cards."""

    def play(deck: Deck) -> Deck:
        state = with_selected(deck.state, selected)
        is_whole = len(state.selected_card_ids) == len(selected)
        return _played(deck, state, [{"type": "CONFIRM_DISCARD"}] if is_whole else [])

    return _change(deck_id=deck_id, person=person, expected_version=expected_version, change=play)


def _played(deck: Deck, state: rules.State, actions: Sequence[Json]) -> Deck:
    shuffle = store.shuffle_for(deck.row)
    for action in actions:
        state = rules.reduce(state, action, shuffle)
    before, after = rules.serialize(deck.state), rules.serialize(state)
    if after == before:
        return Deck(row=deck.row, state=state)
    is_refused = after == before | {"error": state.error}
    return store.save_error(deck, state) if is_refused else store.save(deck, state)


def change_parameters(
    *, deck_id: UUID, person: User, hand_size: int, discard_count: int, expected_version: int
) -> Receipt:
    """Rules 5.5: whoever holds cards is dealt anew, for an empty hand the numbers count from the next deal."""

    def play(deck: Deck) -> Deck:
        payload = {
            "handSize": hand_size,
            "discardCount": discard_count,
            "immediateReset": bool(deck.state.hand_cards),
        }
        action = {"type": "CHANGE_PARAMETERS", "payload": payload}
        return store.save(deck, rules.reduce(deck.state, action, store.shuffle_for(deck.row)))

    return _change(deck_id=deck_id, person=person, expected_version=expected_version, change=play)


def undo(*, deck_id: UUID, person: User, expected_version: int) -> Receipt:
    return _change(deck_id=deck_id, person=person, expected_version=expected_version, change=store.step_back)


def redo(*, deck_id: UUID, person: User, expected_version: int) -> Receipt:
    return _change(deck_id=deck_id, person=person, expected_version=expected_version, change=store.step_forth)


def import_saved(*, deck_id: UUID, person: User, content: bytes, expected_version: int) -> Receipt:
    """The deck of a saved file takes the place of this one, and can be undone. Raises ValidationError with the reason
    why a file is of no use; then the deck is kept."""
    state = read_saved(content)
    return _change(
        deck_id=deck_id,
        person=person,
        expected_version=expected_version,
        change=lambda deck: store.save(deck, state),
    )


def _change(*, deck_id: UUID, person: User, expected_version: int, change: Callable[[Deck], Deck]) -> Receipt:
    before = store.load(deck_id, person)
    if before.row.version != expected_version:
        raise moved_on()
    try:
        deck = change(before)
    except Overtaken:
        raise moved_on() from None
    token = deck.row.share_token
    if token and locked_order(before.state) != locked_order(deck.state):
        _announce(token)
    return Receipt(before=before, deck=deck)


def moved_on() -> RuleViolation:
    return RuleViolation(
        # In another window, or by a press whose answer has got lost on the way.
        "stale_state",
        _("This deck has moved on. Here is how it stands now; nothing is lost."),
    )


# --- keeping decks ----------------------------------------------------------------------------------------------------


def create_deck(*, person: User, name: str = "") -> UUID:
    """Without a name the deck gets a friendly one. Raises ValidationError."""
    names = _names_of(person)
    chosen = _clean_name(name, names) if name.strip() else free_name(_("My deck"), names)
    return _insert(store.new_row(owner=person, name=chosen), names)


def first_deck(*, person: User) -> UUID:
    """For whoever has none. Pressed twice at once it is one deck."""
    row = store.new_row(owner=person, name=_("My deck"))
    columns = {"pk": row.pk, "state": row.state, "shuffle_seed": row.shuffle_seed}
    return DeckState.objects.get_or_create(owner=person, name=row.name, defaults=columns)[0].pk


def duplicate_deck(*, deck_id: UUID, person: User) -> UUID:
    """A second deck with the same cards in the same places, and a fate of its own."""
    deck = store.load(deck_id, person)
    names = _names_of(person)
    copied = _("%(name)s copy") % {"name": deck.row.name[: LONGEST_DECK_NAME - ROOM_FOR_COPY]}
    return _insert(store.new_row(owner=person, name=free_name(copied, names), state=deck.state), names)


def rename_deck(*, deck_id: UUID, person: User, name: str) -> None:
    deck = store.load(deck_id, person)
    cleaned = _clean_name(name, _names_of(person) - {deck.row.name})
    with _one_deck_of_a_name():
        DeckState.objects.filter(pk=deck.row.pk).update(name=cleaned)


def delete_deck(*, deck_id: UUID, person: User) -> None:
    deck = store.load(deck_id, person)
    deck.row.delete()
    if deck.row.share_token:
        _announce(deck.row.share_token)


def forget_person(user: User) -> None:
    """Whoever deletes the account takes the decks along: nobody else plays with them."""
    rows = DeckState.objects.filter(owner=user)
    tokens = list(rows.exclude(share_token=None).values_list("share_token", flat=True))
    rows.delete()
    for token in tokens:
        if token:
            _announce(token)


def free_name(wished: str, names: set[str]) -> str:
    numbered = (wished if number == 1 else f"{wished} {number}" for number in range(1, len(names) + 2))
    return next(name for name in numbered if name not in names)


def _insert(row: DeckState, names: set[str]) -> UUID:
    if len(names) >= MOST_DECKS:
        raise ValidationError(_("You have %(most)d decks. Delete one to make room.") % {"most": MOST_DECKS})
    with _one_deck_of_a_name():
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
def _one_deck_of_a_name() -> Iterator[None]:
    """Another window may have taken the name a moment ago: then the table's constraint knows."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError:
        raise _name_taken() from None


def _name_taken() -> ValidationError:
    return ValidationError(_("You have another deck of that name."))


# --- showing the locked order -----------------------------------------------------------------------------------------


def share(*, deck_id: UUID, person: User) -> Deck:
    """Makes the link by which others see the locked order; a link that is there stays."""
    deck = store.load(deck_id, person)
    if deck.row.share_token:
        return deck
    token = secrets.token_urlsafe(TOKEN_BYTES)
    if not DeckState.objects.filter(pk=deck.row.pk, share_token=None).update(share_token=token):
        # Another window has made one, or deleted the deck, a moment ago.
        return store.load(deck_id, person)
    deck.row.share_token = token
    return deck


def unshare(*, deck_id: UUID, person: User) -> Deck:
    """The link leads nowhere from now on, also for those who look at it; a later one will be another."""
    deck = store.load(deck_id, person)
    token, deck.row.share_token = deck.row.share_token, None
    if token:
        DeckState.objects.filter(pk=deck.row.pk).update(share_token=None)
        _announce(token)
    return deck


def _announce(token: str) -> None:
    announce_after_commit(share_topic(token))
