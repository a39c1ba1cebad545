"""Converts rows to decks and back: the only module that knows both the table and the rules' state. One file is enough:
a deck is one row.

Nothing is locked: a write names the version that was read, and is refused if another request was faster.
"""

import json
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec.structs import replace

from deckbuilder import history, rules
from deckbuilder.models import DeckState
from tabletop.accounts.models import User
from tabletop.engine import UnknownGame
from tabletop.rules import Json, RuleViolation, Shuffle
from tabletop.shuffle import shuffle_at


@dataclass(frozen=True, kw_only=True)
class Deck:
    row: DeckState
    state: rules.State

    @cached_property
    def saved(self) -> Json:
        """The state as a row or a file holds it, in the format of the original application."""
        return rules.serialize(self.state)

    def with_state(self, state: rules.State) -> "Deck":
        return Deck(row=self.row, state=state)


def load(deck_id: UUID, owner: User, *, expected_version: int | None = None) -> Deck:
    """Raises UnknownGame, also for decks of others, so that ids cannot be probed, and RuleViolation `stale_state`."""
    row = DeckState.objects.filter(pk=deck_id, owner=owner).first()
    if row is None:
        raise UnknownGame(deck_id)
    if expected_version not in (None, row.version):
        raise stale_state()
    return deck_from(row)


def stale_state() -> RuleViolation:
    return RuleViolation("stale_state", _("This deck has moved on. Here is how it stands now; nothing is lost."))


def deck_from(row: DeckState) -> Deck:
    return Deck(row=row, state=rules.deserialize(row.state) or _fresh_state(row))


def _fresh_state(row: DeckState) -> rules.State:
    """Replaces a state that cannot be read (rules 8.2); a preset that is no longer shipped is ignored."""
    shuffle = shuffle_for(row)
    state = rules.initial_state(shuffle)
    loaded = rules.reduce(state, {"type": "LOAD_PRESET_DECK", "payload": {"presetId": row.preset_id}}, shuffle)
    return state if loaded.error else loaded


def _preset_id(state: rules.State) -> str | None:
    """Keeps only shipped presets: an imported file may name anything."""
    return state.active_preset_id if state.active_preset_id in rules.PRESET_NAMES else None


def shuffle_for(row: DeckState) -> Shuffle:
    """Returns the shuffle of the next action; an action that is undone and repeated gets the same."""
    return shuffle_at(bytes(row.shuffle_seed), str(row.step))


def build_row(*, owner: User, name: str, state: rules.State | None = None) -> DeckState:
    row = DeckState(owner=owner, name=name)
    first = state or rules.initial_state(shuffle_for(row))
    row.state, row.preset_id = to_text(rules.serialize(first)), _preset_id(first)
    return row


def to_text(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def save(before: Deck, after: Deck) -> Deck:
    """Writes the next state with an undo step to the one before. Raises RuleViolation `stale_state`."""
    # Steps leave errors out, so that neither undo nor redo shows an old one again.
    back = history.difference(after.saved | {"error": None}, before.saved | {"error": None})
    return write(after, step=before.row.step + 1, undo=history.pushed(before.row.undo, back), redo="[]")


def move(deck: Deck, *, source: str, target: str, by: int) -> Deck:
    """Applies the latest step of the column `source`, if there is one, and pushes its inverse to `target`.

    Raises RuleViolation `stale_state`.
    """
    row = deck.row
    step, rest = history.popped(getattr(row, source))
    if step is None:
        return deck
    saved = deck.saved | {"error": None}
    try:
        moved = history.apply(step, saved)
        inverse = history.difference(moved, saved)
    except (LookupError, TypeError, ValueError):
        # The steps belong to a state that could not be read and was replaced.
        return write(deck.with_state(replace(deck.state, error=None)), undo="[]", redo="[]")
    after = deck.with_state(rules.deserialize(moved) or deck.state)
    return write(after, step=row.step + by, **{source: rest, target: history.pushed(getattr(row, target), inverse)})


def write(after: Deck, **columns: Any) -> Deck:
    """Updates the row if it still has the version that was read. Raises RuleViolation `stale_state`."""
    row = copy(after.row)
    columns |= {
        "state": to_text(after.saved),
        "preset_id": _preset_id(after.state),
        "version": row.version + 1,
        "updated_at": timezone.now(),
    }
    if not DeckState.objects.filter(pk=row.pk, version=row.version).update(**columns):
        raise stale_state()
    for name, value in columns.items():
        setattr(row, name, value)
    return Deck(row=row, state=after.state)
