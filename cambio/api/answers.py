"""Answers to programs: every one carries the version and the caller's own view (rules 13)."""

import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from cambio import queries, services
from cambio.api.refusals import error_style
from cambio.api.wire import wire
from tabletop.api.bodies import Body
from tabletop.api.identity import Caller
from tabletop.api.tables import TableApi
from tabletop.engine import Loaded
from tabletop.rules import Json, Seat
from tabletop.table import Table


class Happened:
    """What the caller was told about the own action."""

    def __init__(self, events: list[Json]) -> None:
        self._latest = {event["type"]: event for event in events}

    def __getitem__(self, kind: str) -> Json:
        return self._latest[kind]

    def __contains__(self, kind: str) -> bool:
        return kind in self._latest


def standing(loaded: Loaded[Table], player_id: str | None) -> Json:
    """Version and view. Looked up by id: a player who has just left must not see through a later seat's eyes."""
    view = queries.page_view(loaded, loaded.state.place_of_id(player_id), time.time())
    return {"version": view["version"], "state": wire(view)}


def heard(loaded: Loaded[Table], events: tuple[Json, ...], seat: Seat | None) -> list[Json]:
    told: list[Json] = wire(queries.heard_by(events, seat, loaded.names))
    return told


api = TableApi(
    services=services.tables,
    error_style=error_style,
    standing=standing,
    heard=heard,
    csrf_on_entry=False,  # rules 21.36
)


def act(
    request: HttpRequest,
    body: Body,
    game_id: str,
    action: Callable[[Caller], Json] | Json,
    more: Callable[[Happened], Json] = lambda happened: {},
) -> HttpResponse:
    """Makes a move for the caller's seat; `more` is what the answer tells besides version and state."""
    seq = body.expected_seq
    return api.move(request, game_id, action, expected_seq=seq, more=lambda events: more(Happened(events)))
