"""Answers to programs: every one carries the version and the caller's own view (rules 13)."""

import time
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from django.http import HttpRequest

from cambio import queries, rules, services
from cambio.api.event_shapes import EVENTS, PRIVATE_EVENTS
from cambio.api.messages import SOCKET
from cambio.api.shapes import Entered, Standing, State
from cambio.api.wire import wire
from tabletop.api.bodies import Body
from tabletop.api.codes import table_codes
from tabletop.api.identity import Caller
from tabletop.api.refusals import ErrorStyle, View
from tabletop.api.tables import TableApi
from tabletop.api.typed import typed
from tabletop.engine import Loaded
from tabletop.error_codes import Text
from tabletop.rules import Json, Seat
from tabletop.table import Table

Happened = dict[str, Json]
"""What the caller was told about the own action: the latest event of each type."""


def standing(loaded: Loaded[Table], player_id: str | None) -> Standing:
    """Version and view. Looked up by id: a player who has just left must not see through a later seat's eyes."""
    view = queries.page_view(loaded, loaded.state.place_of_id(player_id), time.time())
    return Standing(version=view["version"], state=typed(wire(view), State))


def visible_to_program(loaded: Loaded[Table], events: tuple[Json, ...], seat: Seat | None) -> list[Json]:
    visible: list[Json] = wire(queries.visible_events_with_names(events, seat, loaded.names))
    return visible


def _format_code(code: str) -> str:
    return "VALIDATION_ERROR" if code == "invalid_request" else code.upper()


# Rules 15.
BAD_REQUESTS = ("invalid_bot_count", "invalid_card_position", "invalid_power_target", "power_type_mismatch")

api = TableApi(
    services=services.tables,
    error_style=ErrorStyle(format_code=_format_code, statuses=dict.fromkeys(BAD_REQUESTS, 400)),
    standing=standing,
    visible_to_program=visible_to_program,
    csrf_on_entry=False,  # rules 21.36
    entered=Entered,
    moved=Standing,
    tell=lambda now, _events: now,
    rule_codes=table_codes(services.engine),
    events=EVENTS,
    private_events=PRIVATE_EVENTS,
    socket=SOCKET,
)


def move(
    kind: type[Body],
    action: rules.Action | Callable[[Any, Caller], rules.Action],
    tell: Callable[[Standing, Any, Happened], Standing],
    *,
    answer: type[Standing],
    summary: Text,
) -> View:
    """The address of a move: an action without fields, or made of the body.

    `tell` makes the answer of how the table stands now, of the body and of what happened; `answer` is its type.
    """

    def make(request: HttpRequest, body: Body, game_id: str) -> msgspec.Struct:
        return api.move(
            request,
            game_id,
            partial(action, body) if callable(action) else action,
            expected_seq=body.expected_seq,
            tell=lambda now, events: tell(now, body, {event["type"]: event for event in events}),
        )

    return api.move_endpoint(kind, answer=answer, summary=summary)(make)
