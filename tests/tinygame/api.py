"""Duel for programs: come in, hear how the table stands, move."""

from django.http import HttpRequest
from msgspec import Struct

from tabletop import timebase
from tabletop.api import shapes
from tabletop.api.bodies import Body, OpenBody
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

    @property
    def action(self) -> Json:
        return {"type": self.type} if self.card is None else {"type": self.type, "card": self.card}


def standing(loaded: Loaded[Table], player_id: str | None) -> "Standing":
    view = table.view(loaded.state, loaded.state.place_of_id(player_id), now=timebase.now())
    return Standing(version=loaded.row.seq + 1, state=view)


def visible_to_program(_loaded: Loaded[Table], events: tuple[Json, ...], seat: Seat | None) -> list[Json]:
    return visible_events(events, seat)


class Standing(shapes.Standing[Json], kw_only=True):
    """What a seat may know of a duel."""


Entered = shapes.with_state(shapes.Entered, Json)


class Moved(Standing, kw_only=True):
    events: list[Json]


api = TableApi(
    services=services.tables,
    error_style=ErrorStyle(statuses={"no_such_card": 422}),
    standing=standing,
    visible_to_program=visible_to_program,
    entered=Entered,
    moved=Moved,
    tell=lambda made: Moved(version=made.now.version, state=made.now.state, events=made.events),
    rule_codes=table_codes(services.engine) | {"not_in_game", "not_your_turn", "no_such_card", "already_redrawn"},
)


@api.create_endpoint(OpenBody)
def create(request: HttpRequest, body: OpenBody) -> Struct:
    return api.create(request, body, level="low")


@api.endpoint("GET", Body, answer=Standing, summary="The duel as your seat may know it")
def show(request: HttpRequest, _body: Body, game_id: str) -> Struct:
    caller = api.caller(request, game_id)
    return standing(read(services.engine, caller.game_id), caller.player.player_id)


@api.move_endpoint(MoveBody, summary="Move")
def move(request: HttpRequest, body: MoveBody, game_id: str) -> Struct:
    return api.move(request, body, game_id, body.action)


urlpatterns = api.urls(create, show, {"move": move})
