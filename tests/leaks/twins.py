"""Two tables of each game, and two decks, that differ only in what a viewer may not know."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.test import Client
from msgspec.structs import replace

from cambio.models import GameSession
from deckbuilder import rules, store
from deckbuilder import services as decks
from imperial.models import Game
from tabletop.accounts.models import User
from tests.cambio import kit as cambio_kit
from tests.cambio.twin import other_world as other_deal
from tests.deckbuilder import kit as deck_kit
from tests.imperial import kit as imperial_kit
from tests.imperial.rules.contract import other_world as other_bids

VIEWER = "Juno"


@dataclass(frozen=True)
class Table:
    """One of the twins."""

    slug: str
    game_id: UUID
    room_code: str
    """The key of its link, for a deck."""
    people: list[User]

    @property
    def path(self) -> str:
        return f"/{self.slug}/{self.game_id}/"

    def visitors(self) -> Iterator[Client]:
        """The viewer, and a stranger; both as browsers that keep an error page instead of raising."""
        for person in (self.people[0], None):
            client = Client(enforce_csrf_checks=True, raise_request_exception=False)
            if person is not None:
                client.force_login(person)
            yield client

    def scrub(self, text: str) -> str:
        """Without what tells any two tables apart."""
        for found, name in {str(self.game_id): "GAME", self.game_id.hex: "GAME", self.room_code: "CODE"}.items():
            text = text.replace(found, name)
        for person in self.people:
            text = re.sub(rf"\b{person.pk}\b", "PERSON", text)
        # Of a shuffle that is each table's own.
        text = re.sub("<code>[0-9a-f]{64}</code>", "<code>PRINT</code>", text)
        # The colour beside one's own name and the marks of the people in the talk are drawn from ids.
        text = re.sub(r"\b((?:person|(?:un)?(?:mute|report))[-:])[0-9a-f]{12}\b", r"\1MARK", text)
        text = re.sub(r'(class="profile">\s*<span class="avatar avatar--)\d', r"\1X", text)
        return re.sub(r'(csrfmiddlewaretoken" value="|x-csrftoken": "|data-key=")[^"]+', r"\1TOKEN", text)


Twins = tuple[Table, Table]


def cambio_twins() -> Twins:
    """Both have looked at their cards: what lies face down differs."""
    people = cambio_kit.people(2)
    game_id = cambio_kit.dealt(people)
    for seat in (0, 1):
        cambio_kit.act(game_id, seat, "confirm_initial_view")
    game = cambio_kit.game_of(game_id)
    twin = other_deal(game, 0)
    assert twin is not None
    assert twin != game
    return _cambio_table(game), _cambio_table(twin)


def _cambio_table(game: Any) -> Table:
    people = cambio_kit.people(2)
    game_id = cambio_kit.dealt(people)
    cambio_kit.position(game_id, game)
    return Table("cambio", game_id, GameSession.objects.get(pk=game_id).room_code, people)


def imperial_twins() -> Twins:
    """Sealed bids differ."""

    def has_bids(state: Any) -> bool:
        return state.mode == "bid" and sum(info.bid is not None for info in state.player_info.values()) > 1

    state = imperial_kit.any_state(3, has_bids)
    twin = other_bids(state, VIEWER)
    assert twin is not None
    assert twin != state

    return _imperial_table(state), _imperial_table(twin)


def _imperial_table(state: Any) -> Table:
    people = [imperial_kit.guest(name) for name in imperial_kit.NAMES[:3]]
    game_id = imperial_kit.begun(people)
    imperial_kit.position(game_id, replace(state, turn_id=2))
    return Table("imperial", game_id, Game.objects.get(pk=game_id).room_code, people)


def deck_twins() -> Twins:
    """The cards to come differ."""
    state = deck_kit.state_of(deck_kit.new_deck(deck_kit.guest(VIEWER)))
    twin = replace(state, draw_pile=state.draw_pile[::-1])
    assert twin != state
    return _deck_table(state), _deck_table(twin)


def _deck_table(state: Any) -> Table:
    person = deck_kit.guest(VIEWER)
    deck_id = deck_kit.new_deck(person)
    decks.share(deck_id=deck_id, person=person)
    row = deck_kit.row_of(deck_id)
    row.state = store.to_text(rules.serialize(state))
    row.save()
    return Table("deckbuilder", deck_id, str(row.share_token), [person])


TWINS: dict[str, Callable[[], Twins]] = {"cambio": cambio_twins, "imperial": imperial_twins, "deckbuilder": deck_twins}
