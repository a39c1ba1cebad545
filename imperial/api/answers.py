"""Answers to programs: every one carries the version and the caller's own view."""

import time
from collections.abc import Callable
from functools import partial

from django.http import HttpRequest, HttpResponse, JsonResponse

from imperial import queries
from imperial.api.identity import Player, player
from imperial.services import engine
from imperial.table import Table
from tabletop.api.refusals import ApiRefusal, Dialect
from tabletop.api.requests import endpoint as any_endpoint
from tabletop.api.requests import read_key
from tabletop.play import Loaded, Receipt, read
from tabletop.rules import Json, RuleViolation
from tabletop.tables.queries import told_to

# The codes are those of the rules (rules 8); the kernel's `stale_state` is called `stale` there.
dialect = Dialect(spell=lambda code: "stale" if code == "stale_state" else code)
endpoint = partial(any_endpoint, dialect=dialect)


def answer(loaded: Loaded[Table], name: str | None, more: Json, *, status: int = 200) -> HttpResponse:
    response = JsonResponse(more | standing(loaded, name), status=status)
    response["Cache-Control"] = "no-store"
    return response


def standing(loaded: Loaded[Table], name: str | None) -> Json:
    view = queries.page_view(loaded, name, time.time()) | {"history": queries.recent_lines(loaded)}
    return {"version": view["version"], "state": view}


def act(
    request: HttpRequest,
    game_id: str,
    service: Callable[[Player, str | None], Receipt],
) -> HttpResponse:
    """Runs the service for the caller's seat; the answer tells what happened and how the table stands."""
    key = read_key(request)
    caller = player(request, game_id)
    try:
        receipt = service(caller, key)
    except RuleViolation as violation:
        if violation.code != "stale_state":
            raise
        loaded = read(engine, caller.game_id)
        return dialect.refusal(violation.code, violation.message, details=standing(loaded, caller.own.seat))
    events = told_to(receipt.events, caller.own.seat)
    return answer(receipt.loaded, caller.own.seat, {"events": events})


def expected_seq(fields: Json) -> int | None:
    """Of a body whose other fields are a move's."""
    version = fields.get("expectedVersion")
    if version is not None and type(version) is not int:
        raise ApiRefusal("invalid_request", details={"problem": "expectedVersion"})
    return None if version is None else version - 1
