"""People, decks in any phase, and requests of their pages, for the tests above the rules."""

import re
from typing import Any
from uuid import UUID

from django.test import Client

from deckbuilder import rules, services, store
from deckbuilder.models import DeckState
from deckbuilder.services import Receipt
from deckbuilder.store import Deck
from tabletop.accounts.models import User
from tabletop.rules import Json


def guest(name: str = "Juno") -> User:
    return User.objects.create(display_name=name, is_guest=True)


def new_deck(person: User, *actions: Json) -> UUID:
    """Creates a deck and plays these actions; each must change it."""
    deck_id = services.create_deck(person=person)
    for number, action in enumerate(actions):
        act(deck_id, person, action)
        assert row_of(deck_id).version == number + 1, action
    return deck_id


def row_of(deck_id: UUID) -> DeckState:
    return DeckState.objects.get(pk=deck_id)


def deck_of(deck_id: UUID) -> Deck:
    return store.deck_from(row_of(deck_id))


def state_of(deck_id: UUID) -> rules.State:
    return deck_of(deck_id).state


def act(deck_id: UUID, person: User, *actions: Json) -> Receipt:
    version = row_of(deck_id).version
    return services.act(deck_id=deck_id, person=person, actions=actions, expected_version=version)


def plain(kind: str, **payload: Any) -> Json:
    return {"type": kind, "payload": payload} if payload else {"type": kind}


def override(*cards: str) -> Json:
    return {"type": "APPLY_JSON_OVERRIDE", "payload": store.to_text(cards)}


def discard_first(deck_id: UUID, person: User) -> None:
    """Discards as many cards as required, from the left."""
    state = state_of(deck_id)
    chosen = state.hand_ids[: state.discard_phase.remaining_discards]
    act(
        deck_id, person, *[plain("TOGGLE_CARD_SELECTION", instanceId=each) for each in chosen], plain("CONFIRM_DISCARD")
    )


def order_all(deck_id: UUID, person: User) -> list[str]:
    """Orders the hand from right to left; returns the names in this order."""
    state = state_of(deck_id)
    act(deck_id, person, *[plain("SELECT_FOR_PLAY_ORDER", instanceId=each) for each in reversed(state.hand_ids)])
    return list(reversed(state.hand))


def lock(deck_id: UUID, person: User) -> list[str]:
    """Plays from the discard to the locked order; returns the names in it."""
    discard_first(deck_id, person)
    names = order_all(deck_id, person)
    act(deck_id, person, plain("LOCK_PLAY_ORDER"))
    assert state_of(deck_id).play_order_locked
    return names


def press(
    client: Client, deck_id: UUID, do: str, *, version: int | str | None = None, **fields: Any
) -> tuple[int, str]:
    """Sends what a button sends with script; returns status and body."""
    shown = row_of(deck_id).version if version is None else version
    answer = client.post(
        f"/deckbuilder/{deck_id}/act/", {"do": do, **fields}, headers={"HX-Request": "true", "X-Table-Seq": str(shown)}
    )
    return answer.status_code, answer.content.decode()


def page(client: Client, path: str, *, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status
    return str(answer.content.decode())


def deck_page(client: Client, deck_id: UUID) -> str:
    return page(client, f"/deckbuilder/{deck_id}/")


def parts_in(html: str) -> set[str]:
    return set(re.findall(r'<div id="([\w-]+)" class="part" hx-swap-oob="true">', html))
