"""Answers to programs: every one carries the version and the caller's own view (rules 13)."""

import time
from collections.abc import Callable
from functools import partial

from django.http import HttpRequest, HttpResponse, JsonResponse

from cambio import queries, services
from cambio.api.bodies import Body
from cambio.api.identity import Caller, identify
from cambio.api.refusals import dialect
from cambio.api.wire import wire
from cambio.services import engine
from cambio.table import Table
from tabletop.api.requests import endpoint as any_endpoint
from tabletop.api.requests import read_key
from tabletop.play import Loaded, read
from tabletop.rules import Json, RuleViolation
from tabletop.tables.queries import told_to


class Happened:
    """What the caller was told about the own action."""

    def __init__(self, events: list[Json]) -> None:
        self._latest = {event["type"]: event for event in events}

    def __getitem__(self, kind: str) -> Json:
        return self._latest[kind]

    def __contains__(self, kind: str) -> bool:
        return kind in self._latest


endpoint = partial(any_endpoint, dialect=dialect)


def act(
    request: HttpRequest,
    body: Body,
    game_id: str,
    action: Callable[[Caller], Json] | Json,
    more: Callable[[Happened], Json] = lambda happened: {},
) -> HttpResponse:
    """Runs the action for the caller's seat; `more` is what the answer tells besides version and state."""
    key = read_key(request)
    caller = identify(request, game_id)
    try:
        receipt = services.act(
            game_id=caller.game_id,
            seat=caller.own.seat,
            action=action(caller) if callable(action) else action,
            key=key,
            expected_seq=body.expected_seq,
            player_id=caller.own.player_id,
        )
    except RuleViolation as violation:
        if violation.code != "stale_state":
            raise
        loaded = read(engine, caller.game_id)
        return dialect.refusal(violation.code, violation.message, details=standing(loaded, caller.own.player_id))
    told = Happened(wire(told_to(receipt.events, caller.own.seat)))
    return answer(receipt.loaded, caller.own.player_id, more(told))


def answer(loaded: Loaded[Table], player_id: str, more: Json, *, status: int = 200) -> HttpResponse:
    response = JsonResponse(more | standing(loaded, player_id), status=status)
    response["Cache-Control"] = "no-store"
    return response


def standing(loaded: Loaded[Table], player_id: str) -> Json:
    """Version and view. Looked up by id: whoever has just left must not see through the eyes of who moved up."""
    seats = [info.player_id for info in loaded.state.seats]
    seat = seats.index(player_id) if player_id in seats else None
    view = queries.page_view(loaded, seat, time.time())
    return {"version": view["version"], "state": wire(view)}
