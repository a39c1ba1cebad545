"""Answers to programs: every one carries the version and the caller's own view (rules 13)."""

import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from cambio import queries, services
from cambio.api.refusals import error_style
from cambio.api.wire import wire
from cambio.table import Table
from tabletop.api.bodies import Body
from tabletop.api.identity import Caller
from tabletop.api.tables import TableApi
from tabletop.play import Loaded, Receipt
from tabletop.rules import Json


class Happened:
    """What the caller was told about the own action."""

    def __init__(self, events: list[Json]) -> None:
        self._latest = {event["type"]: event for event in events}

    def __getitem__(self, kind: str) -> Json:
        return self._latest[kind]

    def __contains__(self, kind: str) -> bool:
        return kind in self._latest


def standing(loaded: Loaded[Table], player_id: str | None) -> Json:
    """Version and view. Looked up by id: whoever has just left must not see through the eyes of who moved up."""
    seats = [info.player_id for info in loaded.state.seats]
    seat = seats.index(player_id) if player_id in seats else None
    view = queries.page_view(loaded, seat, time.time())
    return {"version": view["version"], "state": wire(view)}


api = TableApi(
    engine=services.engine,
    seats=queries.seats,
    error_style=error_style,
    standing=standing,
    join_table=services.join_table,
    game_with_code=queries.game_with_code,
    csrf_on_entry=False,  # rules 21.36
)


def act(
    request: HttpRequest,
    body: Body,
    game_id: str,
    action: Callable[[Caller], Json] | Json,
    more: Callable[[Happened], Json] = lambda happened: {},
) -> HttpResponse:
    """Runs the action for the caller's seat; `more` is what the answer tells besides version and state."""

    def service(caller: Caller, key: str | None) -> Receipt:
        return services.act(
            game_id=caller.game_id,
            seat=caller.player.seat,
            action=action(caller) if callable(action) else action,
            key=key,
            expected_seq=body.expected_seq,
            player_id=caller.player.player_id,
        )

    return api.act(request, game_id, service, lambda events: more(Happened(wire(events))))
