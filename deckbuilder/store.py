"""Rows <-> decks: the only room that knows both the table and the rules' state.

An action reads the row and writes it if nobody else has in the meantime: two statements, no lock, no transaction around
them. Whoever comes second is told so.
"""

import json
from copy import copy
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils import timezone

from deckbuilder import history, rules
from deckbuilder.models import DeckState
from tabletop.accounts.models import User
from tabletop.engine import UnknownGame
from tabletop.rules import Json, Shuffle
from tabletop.shuffle import shuffle_at


@dataclass(frozen=True, kw_only=True)
class Deck:
    row: DeckState
    state: rules.State


class Overtaken(Exception):
    """Another request has changed the deck since this one looked."""


def load(deck_id: UUID, owner: User) -> Deck:
    """Raises UnknownGame also for decks of other people: they shall not even learn that there is one."""
    row = DeckState.objects.filter(pk=deck_id, owner=owner).first()
    if row is None:
        raise UnknownGame(deck_id)
    return as_deck(row)


def as_deck(row: DeckState) -> Deck:
    return Deck(row=row, state=rules.deserialize(row.state) or _fresh_state(row))


def _fresh_state(row: DeckState) -> rules.State:
    """Rules 8.2: what follows a saved state that cannot be used. A preset that is gone is forgotten silently."""
    shuffle = shuffle_for(row)
    state = rules.initial_state(shuffle)
    loaded = rules.reduce(state, {"type": "LOAD_PRESET_DECK", "payload": {"presetId": row.preset_id}}, shuffle)
    return state if loaded.error else loaded


def _preset_of(state: rules.State) -> str | None:
    """Only what can be dealt again: a file from elsewhere may name anything."""
    return next((preset["id"] for preset in rules.PRESETS if preset["id"] == state.active_preset_id), None)


def shuffle_for(row: DeckState) -> Shuffle:
    """The chance of the next action. An action taken back and done again meets the same."""
    return shuffle_at(bytes(row.shuffle_seed), str(row.step))


def new_row(*, owner: User, name: str, state: rules.State | None = None) -> DeckState:
    row = DeckState(owner=owner, name=name)
    first = state or rules.initial_state(shuffle_for(row))
    row.state, row.preset_id = as_text(rules.serialize(first)), _preset_of(first)
    return row


def save(deck: Deck, after: rules.State) -> Deck:
    """The deck with the next state, and a step back to this one. Raises Overtaken."""
    row = deck.row
    back = history.difference(_without_error(after), _without_error(deck.state))
    steps = history.pushed(history.steps_in(row.undo), back)
    text = as_text(rules.serialize(after))
    return _write(deck, after, state=text, step=row.step + 1, undo=history.as_text(steps), redo="[]")


def save_error(deck: Deck, after: rules.State) -> Deck:
    """Only what is wrong with a deck somebody asked for: no step, and it costs none. Raises Overtaken."""
    return _write(deck, after, state=as_text(rules.serialize(after)))


def _without_error(state: rules.State) -> Json:
    """As steps know it: whoever goes back or forth does not meet an old error again."""
    return rules.serialize(state) | {"error": None}


def step_back(deck: Deck) -> Deck:
    """The deck as it was one action ago; the same deck if there is no step left. Raises Overtaken."""
    return _move(deck, source="undo", target="redo", by=-1)


def step_forth(deck: Deck) -> Deck:
    return _move(deck, source="redo", target="undo", by=1)


def as_text(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def _move(deck: Deck, *, source: str, target: str, by: int) -> Deck:
    steps = history.steps_in(getattr(deck.row, source))
    if not steps:
        return deck
    saved = _without_error(deck.state)
    try:
        moved = history.apply(history.read(steps.pop()), saved)
        inverse = history.difference(moved, saved)
    except (LookupError, TypeError, ValueError):
        # Steps lead from one state to the next. Where the saved one had to be replaced they lead nowhere.
        return _write(deck, deck.state, state=as_text(saved), undo="[]", redo="[]")
    stacks = {
        source: history.as_text(steps),
        target: history.as_text(history.pushed(history.steps_in(getattr(deck.row, target)), inverse)),
    }
    text = as_text(moved)
    return _write(deck, rules.deserialize(text) or deck.state, state=text, step=deck.row.step + by, **stacks)


def _write(deck: Deck, after: rules.State, **columns: Any) -> Deck:
    columns |= {
        "preset_id": _preset_of(after),
        "version": deck.row.version + 1,
        "updated_at": timezone.now(),
    }
    if not DeckState.objects.filter(pk=deck.row.pk, version=deck.row.version).update(**columns):
        raise Overtaken
    row = copy(deck.row)
    for name, value in columns.items():
        setattr(row, name, value)
    return Deck(row=row, state=after)
