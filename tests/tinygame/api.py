"""Duel for programs: come in, hear how the table stands, move."""

import time

from django.http import HttpRequest, HttpResponse
from django.urls import path

from tabletop.api import shapes
from tabletop.api.bodies import Body, JoinBody, JoinByCodeBody, OpenBody
from tabletop.api.codes import table_codes
from tabletop.api.refusals import ErrorStyle
from tabletop.api.tables import TableApi
from tabletop.engine import Loaded
from tabletop.play import read
from tabletop.rules import Json, Seat
from tabletop.table import Table
from tabletop.tables.queries import visible_events
from tests.tinygame import services
from tests.tinygame.plug import table


class MoveBody(Body):
    type: str
    card: int | None = None
    level: str | None = None

    @property
    def action(self) -> Json:
        if self.type == "add_bot":
            return {"type": self.type, "level": self.level}
        return {"type": self.type} if self.card is None else {"type": self.type, "card": self.card}


def standing(loaded: Loaded[Table], player_id: str | None) -> Json:
    view = table.view(loaded.state, loaded.state.place_of_id(player_id), now=time.time())
    return {"version": loaded.row.seq + 1, "state": view}


def heard(_loaded: Loaded[Table], events: tuple[Json, ...], seat: Seat | None) -> list[Json]:
    return visible_events(events, seat)


api = TableApi(
    services=services.tables,
    error_style=ErrorStyle(statuses={"no_such_card": 422}),
    standing=standing,
    heard=heard,
    csrf_on_entry=True,
    rule_codes=table_codes(services.engine) | {"not_in_game", "not_your_turn", "no_such_card", "already_redrawn"},
)


class Standing(shapes.Standing[Json], kw_only=True):
    """What a seat may know of a duel."""


class Entered(shapes.Entered[Json], kw_only=True):
    pass


class Moved(Standing, kw_only=True):
    events: list[Json]


@api.endpoint(
    "POST",
    OpenBody,
    answer=Entered,
    summary="Open a duel",
    status=201,
    access="anybody",
    codes=("invalid_player_count", "invalid_bot_count"),
    rules_status=400,
)
def create(request: HttpRequest, body: OpenBody) -> HttpResponse:
    return api.create(request, body, level="low")


@api.endpoint("GET", Body, answer=Standing, summary="The duel as your seat may know it")
def show(request: HttpRequest, _body: Body, game_id: str) -> HttpResponse:
    caller = api.caller(request, game_id)
    return api.answer(read(services.engine, caller.game_id), caller.player.player_id, {})


@api.move_endpoint(MoveBody, answer=Moved, summary="Move")
def move(request: HttpRequest, body: MoveBody, game_id: str) -> HttpResponse:
    return api.move(request, game_id, body.action, expected_seq=body.expected_seq)


join = api.join_endpoint(JoinBody, answer=Entered, summary="Join")(api.join)
join_by_code = api.join_endpoint(JoinByCodeBody, answer=Entered, summary="Join by code")(api.join_by_code)

urlpatterns = [
    path("create", create, name="api_create"),
    path("join", join_by_code, name="api_join_by_code"),
    path("<str:game_id>", show, name="api_state"),
    path("<str:game_id>/join", join, name="api_join"),
    path("<str:game_id>/move", move, name="api_move"),
]
