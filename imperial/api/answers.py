"""Answers to programs: every one carries the version and the caller's own view."""

import time

from imperial import queries, services
from imperial.table import Table
from tabletop.api.refusals import ApiRefusal, ErrorStyle
from tabletop.api.tables import TableApi
from tabletop.play import Loaded
from tabletop.rules import Json


def standing(loaded: Loaded[Table], player_id: str | None) -> Json:
    name = next((info.name for info in loaded.state.seats if info.player_id == player_id), None)
    view = queries.page_view(loaded, name, time.time()) | {"history": queries.recent_lines(loaded)}
    return {"version": view["version"], "state": view}


api = TableApi(
    engine=services.engine,
    seats=queries.seats,
    # The codes are those of the rules (rules 8); the kernel's `stale_state` is called `stale` there.
    error_style=ErrorStyle(format_code=lambda code: "stale" if code == "stale_state" else code),
    standing=standing,
    join_table=services.join_table,
    game_with_code=queries.game_with_code,
    csrf_on_entry=True,
)


def expected_seq(fields: Json) -> int | None:
    """Of a body whose other fields are a move's."""
    version = fields.get("expectedVersion")
    if version is not None and type(version) is not int:
        raise ApiRefusal("invalid_request", details={"problem": "expectedVersion"})
    return None if version is None else version - 1
