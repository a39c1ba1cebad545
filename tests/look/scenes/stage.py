"""What scenes are made of: people with long names, tables, and the list of all scenes."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple
from uuid import UUID

import time_machine

import cambio.services
import imperial.services
from cambio import rules
from cambio.models import GameSession
from imperial.models import Game
from tabletop import timebase
from tabletop.accounts.models import User
from tabletop.table import Choices
from tests.cambio.kit import position
from tests.look.scan import SIX

SERVICES: dict[str, Any] = {"cambio": cambio.services, "imperial": imperial.services}
HANDS = [["Ac", "2c", "3c", "4c"], ["5c", "6c", "7c", "8c"], ["9c", "10c", "Jc", "Qc"], ["9d", "10d", "Jd", "Qd"]]
FROM: dict[str, Any] = {"headers": {"host": "127.0.0.1", "x-forwarded-for": "10.200.0.1"}}
"""Where the requests of scenes come from."""


class Scene(NamedTuple):
    """Who looks at which page, None for a stranger, after pressing what these selectors find, one after another."""

    person: User | None
    path: str
    presses: Sequence[str] = ()
    html: str = ""
    """The page itself, where no address leads to it."""


SCENES: dict[str, Callable[[], Scene]] = {}


def scene(make: Callable[[], Scene]) -> Callable[[], Scene]:
    SCENES[f"{make.__module__}: {make.__name__.replace('_', ' ')}"] = make
    return make


def guest(name: str) -> User:
    return User.objects.create(display_name=name, is_guest=True)


def people(number: int) -> list[User]:
    return [guest(name) for name in SIX[:number]]


def waiting(slug: str, persons: Sequence[User], *, seats: int = 0, bots: Sequence[str] = (), **choices: Any) -> UUID:
    """A table before its game."""
    services, count = SERVICES[slug], seats or max(2, len(persons) + len(bots))
    given = {"person": persons[0], "player_count": count, "bots": bots, "choices": Choices(**choices)}
    game_id: UUID = services.create_table(**given).game_id
    for person in persons[1:]:
        services.join_table(game_id=game_id, person=person)
    return game_id


def act(slug: str, game_id: UUID, person: User, kind: str, **fields: Any) -> None:
    SERVICES[slug].act(game_id=game_id, person=person, action={"type": kind, **fields})


def running(slug: str, persons: Sequence[User], **choices: Any) -> UUID:
    """A game that has begun: in Cambio the first one is to draw, in Imperial all place their first bids."""
    game_id = waiting(slug, persons, **choices)
    act(slug, game_id, persons[0], "start")
    for person in persons if slug == "cambio" else ():
        act(slug, game_id, person, "confirm_initial_view")
    return game_id


def finish(game_id: UUID, persons: Sequence[User]) -> None:
    """Ends a game of Cambio: the first one calls and wins with 10."""
    position(game_id, rules.arrange(HANDS[: len(persons)], ["2d", "3d", "4d", "5d", "6d"], ["2h", "3h"]))
    act("cambio", game_id, persons[0], "call_cambio")
    for person in persons[1:]:
        act("cambio", game_id, person, "draw", source="deck")
        act("cambio", game_id, person, "discard")


def finished(persons: Sequence[User]) -> UUID:
    game_id = running("cambio", persons)
    finish(game_id, persons)
    return game_id


def again(slug: str, game_id: UUID, *persons: User) -> UUID:
    """The table where these people play again."""
    entries = [SERVICES[slug].rematch(game_id=game_id, person=person) for person in persons]
    next_id: UUID = entries[0].game_id
    return next_id


def seat_of(slug: str, game_id: UUID, person: User) -> str:
    """The id of a person's seat."""
    return next(str(seat.player_id) for seat in SERVICES[slug].tables.seats.at(game_id) if seat.user_id == person.pk)


def at(slug: str, game_id: UUID) -> str:
    return f"/{slug}/{game_id}/"


def invitation(slug: str, game_id: UUID) -> str:
    model: Any = {"cambio": GameSession, "imperial": Game}[slug]
    return f"/t/{model.objects.get(pk=game_id).room_code}/"


def some_time_ago(seconds: float) -> time_machine.travel:
    """What is done meanwhile was done then."""
    return time_machine.travel(timebase.now() - seconds, tick=True)
