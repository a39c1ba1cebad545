"""Who is asking: the token of a seat, or the session of a person. Nothing in a body counts as identity."""

from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth import login
from django.http import HttpRequest

from cambio import queries, services
from cambio.queries import SeatRow
from cambio.services import Entry
from tabletop.accounts.models import User
from tabletop.api.refusals import ApiRefusal
from tabletop.api.requests import bearer_token, check_session
from tabletop.limits import Limit

GUEST_LIMIT = Limit(name="cambio-api-guest", times=1000, seconds=600)


@dataclass(frozen=True, kw_only=True)
class Caller:
    game_id: UUID
    seats: list[SeatRow]
    own: SeatRow

    def seat_number(self, player_id: str | None) -> int | None:
        """The seat of another player; -1, a seat nobody has, for an id that is not of this table."""
        if player_id is None:
            return None
        return next((seat.seat for seat in self.seats if seat.player_id == player_id.lower()), -1)


def identify(request: HttpRequest, game_id: str) -> Caller:
    """Rules 15: the game exists, then the identity, then the seat."""
    found = find_game(game_id)
    seats = queries.seats_of(found)
    if not seats:
        raise ApiRefusal("game_not_found")
    token = bearer_token(request)
    own = _seat_by_session(request, seats) if token is None else _seat_by_token(seats, token)
    if own is None:
        raise ApiRefusal("player_not_in_game")
    return Caller(game_id=found, seats=seats, own=own)


def find_game(game_id: str) -> UUID:
    try:
        return UUID(game_id)
    except ValueError:
        raise ApiRefusal("game_not_found") from None


def _seat_by_token(seats: list[SeatRow], token: str) -> SeatRow | None:
    seat = queries.seat_with_token(seats, token)
    if seat is None and not queries.is_token_of_any_table(token):
        raise ApiRefusal("unauthenticated")
    return seat


def _seat_by_session(request: HttpRequest, seats: list[SeatRow]) -> SeatRow | None:
    check_session(request)
    return queries.seat_with_person(seats, request.user.pk)


def enter(request: HttpRequest, *, name: str, service: Callable[[User], Entry]) -> Entry:
    """Takes a seat for the person of the session; a stranger becomes a guest with this name and gets a session."""
    if request.user.is_authenticated:
        return service(request.user)
    GUEST_LIMIT.count_client(request)
    guest, entry = services.as_guest(name=name, enter=service)
    login(request, guest)
    return entry
