"""Answers to programs: every one carries the version and the caller's own view."""

from typing import get_args

from imperial import queries, services
from imperial.api.event_shapes import EVENTS
from imperial.api.shapes import AnyEvent, Entered, Moved, Standing, State
from imperial.rules.refusals import Code
from tabletop import timebase
from tabletop.api.codes import table_codes
from tabletop.api.refusals import ErrorStyle
from tabletop.api.registration import Made
from tabletop.api.tables import TableApi
from tabletop.api.typed import typed
from tabletop.engine import Loaded
from tabletop.rules import Json, Seat
from tabletop.table import Table
from tabletop.tables.names import with_names
from tabletop.tables.queries import visible_events


def standing(loaded: Loaded[Table], player_id: str | None) -> Standing:
    view = with_names(queries.page_view(loaded, player_id, timebase.now()), loaded.names)
    view["history"] = queries.recent_lines(loaded)
    return Standing(version=view["version"], state=typed(view, State))


def visible_to_program(loaded: Loaded[Table], events: tuple[Json, ...], seat: Seat | None) -> list[Json]:
    """Events by names; a `name` beside a `playerId` is the older spelling of `displayName`."""
    visible = visible_events(events, seat)
    for event in visible:
        if "playerId" in event:
            event |= {"displayName": loaded.names.get(event["playerId"], "")}
            event |= {"name": event["displayName"]}
    named: list[Json] = with_names(visible, loaded.names)
    return named


def tell(made: Made) -> Standing:
    return Moved(version=made.now.version, state=made.now.state, events=typed(made.events, list[AnyEvent]))


api = TableApi(
    services=services.tables,
    # The codes are those of the rules (rules 8); the kernel's `stale_state` is called `stale` there.
    error_style=ErrorStyle(format_code=lambda code: "stale" if code == "stale_state" else code),
    standing=standing,
    visible_to_program=visible_to_program,
    entered=Entered,
    moved=Moved,
    tell=tell,
    rule_codes=table_codes(services.engine) | frozenset(get_args(Code)),
    events=EVENTS,
)
