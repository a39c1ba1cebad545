"""Answers to programs: every one carries the version and the caller's own view (rules 13)."""

from cambio import queries, services
from cambio.api.event_shapes import EVENTS, PRIVATE_EVENTS
from cambio.api.messages import SOCKET
from cambio.api.shapes import Entered, Standing, State
from cambio.api.wire import wire
from tabletop import timebase
from tabletop.api.codes import table_codes
from tabletop.api.refusals import ErrorStyle
from tabletop.api.tables import TableApi
from tabletop.api.typed import typed
from tabletop.engine import Loaded
from tabletop.rules import Json, Seat
from tabletop.table import Table


def standing(loaded: Loaded[Table], player_id: str | None) -> Standing:
    """Version and view. Looked up by id: a player who has just left must not see through a later seat's eyes."""
    view = queries.page_view(loaded, loaded.state.place_of_id(player_id), timebase.now())
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
    entered=Entered,
    moved=Standing,
    tell=lambda made: made.now,
    rule_codes=table_codes(services.engine),
    events=EVENTS,
    private_events=PRIVATE_EVENTS,
    socket=SOCKET,
)
