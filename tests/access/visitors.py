"""The visitors of the matrix, and the world that they visit: tables of every game, a deck, people and their rights."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, Literal, get_args
from uuid import UUID

import time_machine
from allauth.account.internal.flows.login import record_authentication
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth.models import Group, Permission
from django.http import HttpRequest
from django.test import Client
from msgspec.structs import replace

import cambio.services
import imperial.services
from deckbuilder import services as decks
from tabletop.accounts.models import User
from tabletop.accounts.sessions import SEEN_AT
from tabletop.models import ClockBeat, Presence
from tabletop.notify.models import Notice
from tabletop.tables.seats import Entry
from tabletop.tables.services import TableServices
from tabletop.talk.models import Remark, Report
from tests.accounts.passkeys import Passkey
from tests.cambio.kit import START
from tests.deckbuilder.kit import new_deck, row_of
from tests.imperial import kit as imperial_kit
from tests.imperial.rules.positions import position
from tests.kit.clients import client_of

Visitor = Literal[
    "stranger", "guest", "seat", "opponent", "watcher", "account", "clerk", "staff", "super", "program", "other"
]
"""In the order of the columns; matrix/README.md says who they are."""
VISITORS: tuple[Visitor, ...] = get_args(Visitor)
FEW: tuple[Visitor, ...] = ("stranger", "seat", "super")
"""Where visitors hardly differ, these stand for all of them."""
PASSWORD = "correct horse battery staple"
WALK_TIME = timedelta(hours=1)
"""As long as the matrix may take."""
GAMES: Mapping[str, TableServices] = {"cambio": cambio.services.tables, "imperial": imperial.services.tables}


@dataclass(frozen=True, kw_only=True)
class Table:
    game_id: UUID
    room_code: str
    token: str
    """Of the host."""


@dataclass(frozen=True, kw_only=True)
class World:
    people: Mapping[Visitor, User]
    tables: Mapping[tuple[str, str], Table]
    """By the slug of the game, and `running`, `waiting`, `over` or `elsewhere`."""
    cookies: Mapping[Visitor, str]
    """Of the sessions of these people."""
    deck_id: UUID
    share_token: str
    passkey_id: int
    """Of the superuser."""

    def client(self, visitor: Visitor, slug: str, table: str = "running") -> Client:
        """The browser or the program of a visitor to this table of a game. It sends no CSRF token by itself."""
        if visitor in ("program", "other"):
            bearer = {"Authorization": f"Bearer {self.token(visitor, slug, table)}"}
            return Client(enforce_csrf_checks=True, headers=bearer)
        client = Client(enforce_csrf_checks=True)
        if visitor in self.cookies:
            client.cookies[settings.SESSION_COOKIE_NAME] = self.cookies[visitor]
        return client

    def token(self, visitor: Visitor, slug: str, table: str = "running") -> str:
        """What a program shows for the seat of the host, or for one at another table of the same game."""
        return self.tables[slug if slug in GAMES else "cambio", table if visitor == "program" else "elsewhere"].token


def build_world(*, password: str | None = PASSWORD) -> World:
    """`password` of the accounts: to hash one takes a served site as long as to answer a hundred requests."""
    people: dict[Visitor, User] = {
        name: User.objects.create(display_name=name.capitalize(), is_guest=True)
        for name in VISITORS[VISITORS.index("guest") : VISITORS.index("account")]
    }
    people["account"] = _account("account", password)
    people["clerk"] = _account("clerk", password, is_staff=True)
    people["staff"] = _account("staff", password, is_staff=True)
    rights = Permission.objects.filter(codename__regex="^(view|change)_").exclude(codename="view_hidden_cards")
    people["staff"].user_permissions.set(rights)
    people["super"] = _account("super", password, is_staff=True, is_superuser=True)
    deck_id = new_deck(people["seat"])
    decks.share(deck_id=deck_id, person=people["seat"])
    tables = {}
    for slug, services in GAMES.items():
        tables[slug, "running"] = _running(services, people)
        tables[slug, "over"] = _over(services, people)
        tables[slug, "waiting"] = _waiting(services, people)
        tables[slug, "elsewhere"] = _table(services.create_table(person=people["watcher"], player_count=2))
    _rows_for_staff(people["account"], tables["cambio", "running"].game_id)
    cookies = {name: _sign_in(person) for name, person in people.items()}
    share_token = str(row_of(deck_id).share_token)
    return World(
        people=people,
        cookies=cookies,
        tables=tables,
        deck_id=deck_id,
        share_token=share_token,
        passkey_id=_passkey(people["super"]),
    )


def _sign_in(person: User) -> str:
    """The cookie of a session that no visit has to renew. Who has an account has just shown the password."""
    client = client_of(person)
    session = client.session
    session[SEEN_AT] = START
    request = HttpRequest()
    request.session = session
    with time_machine.travel(datetime.now(tz=UTC) + WALK_TIME):
        record_authentication(request, None if person.is_guest else person, method="password")
    session.save()
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def _passkey(person: User) -> int:
    kept = {"name": "A key", "credential": Passkey().created("any challenge")}
    return int(Authenticator.objects.create(user=person, type=Authenticator.Type.WEBAUTHN, data=kept).pk)


def _rows_for_staff(person: User, game_id: UUID) -> None:
    """One of each kind that the tables above have left none of."""
    Group.objects.create(name="Helpers")
    ClockBeat.objects.create(process=person.pk, at=START)
    Presence.objects.create(process=person.pk, game_slug="cambio", game_id=game_id, seat=0, seen_at=START)
    Notice.objects.create(task="a mail", recipient=person, subject="Your turn", body="It is your turn.")
    table: dict[str, Any] = {"game_slug": "cambio", "game_id": game_id, "seq": 1, "at": START}
    Remark.objects.create(person=person, name="Somebody", colour=1, text="Hello", **table)
    Report.objects.create(reporter=person, about=person, reason="words", **table)
    UserSession.objects.create(user=person, session_key=_sign_in(person), ip="127.0.0.1", user_agent="A browser")


def _account(name: str, password: str | None, **rights: bool) -> User:
    return User.objects.create_user(f"{name}@example.org", password, display_name=name.capitalize(), **rights)


def _table(host: Entry) -> Table:
    return Table(game_id=host.game_id, room_code=host.room_code, token=str(host.token))


def _waiting(services: TableServices, people: Mapping[Visitor, User]) -> Table:
    """`seat` is the host, and one chair is free."""
    host = services.create_table(person=people["seat"], player_count=3)
    services.join_table(game_id=host.game_id, person=people["opponent"])
    return _table(host)


def _running(services: TableServices, people: Mapping[Visitor, User]) -> Table:
    """Two people, no bots; `seat` is on turn, or both are to act."""
    host = services.create_table(person=people["seat"], player_count=2)
    services.join_table(game_id=host.game_id, person=people["opponent"])
    # Deadlines are far away: nothing is settled while the matrix is walked through.
    services.act(game_id=host.game_id, seat=host.seat, action={"type": "start"}, now=START)
    if services is GAMES["cambio"]:
        for seat in (0, 1):
            services.act(game_id=host.game_id, seat=seat, action={"type": "confirm_initial_view"}, now=START)
    return _table(host)


def _over(services: TableServices, people: Mapping[Visitor, User]) -> Table:
    """Played to the end at random; Imperial from just before it."""
    table = _running(services, people)
    if services is GAMES["imperial"]:
        _near_the_end(table.game_id)
    rules, chance = services.engine.rules, Random(0)
    state: Any = services.engine.store.load(table.game_id).state
    while not rules.is_over(state):
        seat = chance.choice(rules.players_to_act(state))
        action = rules.action_to_json(chance.choice(rules.legal_actions(state, seat, now=START)))
        state = services.act(game_id=table.game_id, seat=seat, action=action, now=START).state
    return table


def _near_the_end(game_id: UUID) -> None:
    last = {"points": 24, "tax_chips": ("Romania", "Bulgaria", "Greece", "Tunis")}
    game = position(players=imperial_kit.seated_names(game_id), countries={"Austria": last})
    imperial_kit.position(game_id, replace(game, turn_id=imperial_kit.game_of(game_id).turn_id))
