"""The tokens of seats: what proves a seat to the site for a program, and how a person takes it back."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from tabletop.accounts.models import User
from tabletop.games import all_games, table_url
from tabletop.live.announce import SIGNED_IN, announce_after_commit
from tabletop.live.identity import mark_of_token
from tabletop.play import moved_on
from tabletop.tables.models import PlayerRow
from tabletop.tables.seats import hash_token, new_token

LISTED_SEATS = 100


@dataclass(frozen=True, kw_only=True)
class ProgramSeat:
    """A seat of a person, as the page about programs lists it."""

    seat_id: str
    game: str
    game_title: str
    room_code: str
    url: str
    has_token: bool


def revoke_token(seat: PlayerRow) -> bool:
    """Takes the token of a seat away; whether there was one. The seat stays the person's.

    Locks the seat's row. Announces it, so that the sockets of programs with the token are closed at once.
    """
    return _replace_token(seat, None)


def issue_token(seat: PlayerRow) -> str:
    """A new token for a seat, told this once, in place of the former one; locks and announces like `revoke_token`.

    Raises RuleViolation (`stale_state`) if the seat is gone, or another person's since it was looked up.
    """
    token = new_token()
    _replace_token(seat, token)
    return token


@transaction.atomic
def _replace_token(seat: PlayerRow, token: str | None) -> bool:
    # Nothing if somebody else has taken the seat since it was looked up.
    owner = {} if seat.user_id is None else {"user": seat.user_id}
    rows = type(seat)._default_manager.filter(pk=seat.pk, **owner)
    former = rows.select_for_update().values_list("token_hash", flat=True).first()
    if not rows.update(token_hash=hash_token(token)) and token is not None:
        raise moved_on()
    if former is not None:
        announce_after_commit(SIGNED_IN + mark_of_token(former))
    return former is not None


def seat_of_person(person: User, seat_id: UUID) -> PlayerRow | None:
    """The person's seat with this id, at any table of any game."""
    rows = (game.tables.seats.rows(user=person, pk=seat_id).first() for game in all_games() if game.tables)
    return next((row for row in rows if row is not None), None)


def seats_of_person(person: User) -> tuple[ProgramSeat, ...]:
    """The seats of a person with a token or at a table that goes on; with tokens first, then the newest tables."""
    return tuple(seat for game in all_games() if game.tables for seat in _seats_in(game, person))


def _seats_in(game: Any, person: User) -> Iterator[ProgramSeat]:
    seats = game.tables.seats
    table = seats.game
    goes_on = Q(**{f"{table}__completed_at": None, f"{table}__abandoned": False})
    rows = seats.rows(user=person).filter(Q(token_hash__isnull=False) | goes_on)
    rows = rows.annotate(has_none=Q(token_hash__isnull=True)).order_by("has_none", f"-{table}__created_at")
    columns = ("pk", table, f"{table}__room_code", "token_hash")
    for pk, game_id, code, hashed in rows.values_list(*columns)[:LISTED_SEATS]:
        yield ProgramSeat(
            seat_id=str(pk),
            game=game.slug,
            game_title=str(game.title),
            room_code=code,
            url=table_url(game.slug, game_id),
            has_token=hashed is not None,
        )
