"""The caller of an API request, by the token of a seat or the session of a person, never by the body."""

from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

from django.http import HttpRequest

from tabletop.admission import NameNeeded, SeatNeeded
from tabletop.api.refusals import ApiRefusal
from tabletop.api.requests import bearer_token, check_session
from tabletop.tables.seats import Seats, TakenSeat, admit_program


@dataclass(frozen=True, kw_only=True)
class Caller:
    game_id: UUID
    seats: list[TakenSeat]
    own: TakenSeat | None
    """None for a spectator."""

    @property
    def player(self) -> TakenSeat:
        """The caller's seat; raises ApiRefusal for a spectator."""
        if self.own is None:
            raise ApiRefusal("player_not_in_game")
        return self.own


MayWatch = Callable[[UUID, UUID | None], bool]
"""Whether this table may be watched by this person."""


def identify(request: HttpRequest, game_id: str, seats: Seats, *, may_watch: MayWatch) -> Caller:
    """Checks the game, then the identity, then asks the gate; raises ApiRefusal for the first that fails."""
    found = find_game(game_id)
    taken = seats.at(found)
    if not taken:
        raise ApiRefusal("game_not_found")
    token = bearer_token(request)
    if token is None:
        check_session(request)
    person = request.user.pk
    try:
        own = admit_program(seats, taken, token=token, person=person, may_watch=lambda: may_watch(found, person))
    except NameNeeded:
        raise ApiRefusal("unauthenticated") from None
    except SeatNeeded:
        raise ApiRefusal("player_not_in_game") from None
    return Caller(game_id=found, seats=taken, own=own)


def find_game(game_id: str) -> UUID:
    try:
        return UUID(game_id)
    except ValueError:
        raise ApiRefusal("game_not_found") from None
