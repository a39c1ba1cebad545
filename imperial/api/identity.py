"""Who is asking: the token of a seat, or the session of a person. Nothing in a body counts as identity."""

from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth import login
from django.http import HttpRequest

from imperial import queries, services
from imperial.queries import SeatRow
from imperial.services import Entry
from tabletop.accounts.models import User
from tabletop.api.refusals import ApiRefusal
from tabletop.api.requests import bearer_token, check_session
from tabletop.limits import Limit

GUEST_LIMIT = Limit(name="imperial-api-guest", times=1000, seconds=600)


@dataclass(frozen=True, kw_only=True)
class Caller:
    game_id: UUID
    own: SeatRow | None
    """None for somebody who looks on."""

    @property
    def name(self) -> str | None:
        return None if self.own is None else self.own.seat


@dataclass(frozen=True, kw_only=True)
class Player:
    game_id: UUID
    own: SeatRow


def watcher(request: HttpRequest, game_id: str) -> Caller:
    """Rules 14: whoever looks on may know what everybody may know. The game exists, then the identity."""
    found = find_game(game_id)
    seats = queries.seats_of(found)
    if not seats:
        raise ApiRefusal("game_not_found")
    token = bearer_token(request)
    if token is None:
        check_session(request)
        return Caller(game_id=found, own=queries.seat_with_person(seats, request.user.pk))
    own = queries.seat_with_token(seats, token)
    if own is None:
        raise ApiRefusal("player_not_in_game" if queries.is_token_of_any_table(token) else "unauthenticated")
    return Caller(game_id=found, own=own)


def player(request: HttpRequest, game_id: str) -> Player:
    """Whoever acts has a seat."""
    caller = watcher(request, game_id)
    if caller.own is None:
        raise ApiRefusal("player_not_in_game")
    return Player(game_id=caller.game_id, own=caller.own)


def find_game(game_id: str) -> UUID:
    try:
        return UUID(game_id)
    except ValueError:
        raise ApiRefusal("game_not_found") from None


def enter(request: HttpRequest, *, name: str, service: Callable[[User], Entry]) -> Entry:
    """Takes a seat for the person of the session; a stranger becomes a guest with this name and gets a session."""
    if request.user.is_authenticated:
        check_session(request)
        return service(request.user)
    GUEST_LIMIT.count_client(request)
    guest, entry = services.as_guest(name=name, enter=service)
    login(request, guest)
    return entry
