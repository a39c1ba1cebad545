"""The addresses for programs (rules 13.1)."""

from django.http import HttpRequest, HttpResponse

from cambio import queries, services
from cambio.api.answers import Happened, api, move
from cambio.api.bodies import CreateBody, DrawBody, PowerBody, SwapBody
from cambio.api.wire import wire
from tabletop.api.bodies import Body, JoinBody, JoinByCodeBody
from tabletop.api.identity import Caller
from tabletop.play import read
from tabletop.rules import Json, Seat

endpoint = api.endpoint


@endpoint("POST", CreateBody)
def create(request: HttpRequest, body: CreateBody) -> HttpResponse:
    # Rules 15: the same code is a conflict when a game is started, but a bad request here.
    return api.create(request, body, level=body.bot_level or body.bot_difficulty)


join = endpoint("POST", JoinBody)(api.join)
join_by_code = endpoint("POST", JoinByCodeBody)(api.join_by_code)


@endpoint("GET", Body)
def show(request: HttpRequest, _body: Body, game_id: str) -> HttpResponse:
    caller = api.caller(request, game_id)
    player = caller.player
    return api.answer(read(services.engine, caller.game_id), player.player_id, {"gameId": str(caller.game_id)})


@endpoint("GET", Body)
def scores(request: HttpRequest, _body: Body, game_id: str) -> HttpResponse:
    caller = api.caller(request, game_id)
    player = caller.player
    loaded = read(services.engine, caller.game_id)
    return api.answer(loaded, player.player_id, wire(queries.scores(loaded)))


def _drawn(body: DrawBody, happened: Happened) -> Json:
    return {"drawnCard": happened["CARD_DRAWN"]["card"], "mustSwap": body.source == "discard"}


def _swapped(_body: SwapBody, happened: Happened) -> Json:
    return {"discardedCard": happened["CARD_SWAPPED"]["discardedCard"]}


def _discarded(_body: Body, happened: Happened) -> Json:
    power_type = happened["CARD_DISCARDED"]["powerType"]
    if power_type is None:
        return {"power": None}
    if power_type != "look_own":
        return {"power": {"powerType": power_type}}
    # Rules 13.1: for a king the answer itself carries the revealed card.
    shown = happened["CARD_REVEALED"]
    revealed = shown["card"] | {"position": shown["position"], "expiresAt": shown["expiresAt"]}
    return {"power": {"powerType": power_type, "revealed": revealed}}


def _use_of_power(body: PowerBody, caller: Caller) -> Json:
    if body.skip or body.dismiss:
        return {"type": "skip_power" if body.skip else "dismiss_reveal"}
    fields = {
        "position": body.position,
        "targetSeat": _seat_number(caller, body.target_player_id),
        "targetPosition": body.target_position,
        "powerType": body.power_type,
    }
    return {"type": "use_power"} | {name: value for name, value in fields.items() if value is not None}


def _seat_number(caller: Caller, player_id: str | None) -> Seat | None:
    """The seat of another player; -1, a seat nobody has, for an id that is not of this table."""
    if player_id is None:
        return None
    return next((taken.seat for taken in caller.seats if taken.player_id == player_id.lower()), -1)


def _used(body: PowerBody, happened: Happened) -> Json:
    if body.skip or body.dismiss:
        return {}
    if "CARD_REVEALED" in happened:
        shown = happened["CARD_REVEALED"]
        place = {"ownerId": shown["ownerId"], "position": shown["position"]}
        return {"revealedCard": shown["card"] | place, "expiresAt": shown["expiresAt"]}
    swapped = happened["SWAP_COMPLETED"]
    return {"swap": {name: swapped[name] for name in ("position", "targetPlayerId", "targetPosition")}}


def _called(_body: Body, happened: Happened) -> Json:
    return {"remainingTurns": happened["CAMBIO_CALLED"]["remainingTurns"]}


MOVES = {
    "leave": move(Body, "leave"),
    "start": move(Body, "start"),
    "view-initial": move(Body, "confirm_initial_view", lambda _body, _happened: {"hasViewedInitialCards": True}),
    "draw": move(DrawBody, lambda body, _caller: {"type": "draw", "source": body.source}, _drawn),
    "swap": move(SwapBody, lambda body, _caller: {"type": "swap", "position": body.position}, _swapped),
    "discard": move(Body, "discard", _discarded),
    "power": move(PowerBody, _use_of_power, _used),
    "cambio": move(Body, "call_cambio", _called),
}
"""By the last part of their addresses."""
