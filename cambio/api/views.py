"""The addresses for programs (rules 13.1)."""

from django.http import HttpRequest, HttpResponse

from cambio import queries, services
from cambio.api.answers import Happened, act, api
from cambio.api.bodies import CreateBody, DrawBody, PowerBody, SwapBody
from cambio.api.wire import wire
from tabletop.accounts.models import User
from tabletop.accounts.names import clean_display_name
from tabletop.api.bodies import Body, JoinBody, JoinByCodeBody
from tabletop.api.identity import Caller
from tabletop.play import read
from tabletop.rules import Json, RuleViolation, Seat
from tabletop.tables.seats import Entry

endpoint = api.endpoint


@endpoint("POST", CreateBody)
def create(request: HttpRequest, body: CreateBody) -> HttpResponse:
    name = clean_display_name(body.creator_display_name)

    def open_table(person: User) -> Entry:
        return services.create_table(
            person=person,
            player_count=body.player_count,
            bots=[body.bot_difficulty] * body.bot_count,
            display_name=name,
        )

    try:
        services.check_seats(player_count=body.player_count, bot_count=body.bot_count)
        entry = api.enter(request, name=name, service=open_table)
    except RuleViolation as violation:
        # Rules 15: the same code is a conflict when a game is started, but a bad request here.
        return api.error_style.refusal(violation.code, violation.message, status=400)
    return api.entered(entry, status=201)


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


@endpoint("POST", Body)
def leave(request: HttpRequest, body: Body, game_id: str) -> HttpResponse:
    return act(request, body, game_id, {"type": "leave"})


@endpoint("POST", Body)
def start(request: HttpRequest, body: Body, game_id: str) -> HttpResponse:
    return act(request, body, game_id, {"type": "start"})


@endpoint("POST", Body)
def view_initial(request: HttpRequest, body: Body, game_id: str) -> HttpResponse:
    confirmed = {"hasViewedInitialCards": True}
    return act(request, body, game_id, {"type": "confirm_initial_view"}, lambda _happened: confirmed)


@endpoint("POST", DrawBody)
def draw(request: HttpRequest, body: DrawBody, game_id: str) -> HttpResponse:
    def drawn(happened: Happened) -> Json:
        return {"drawnCard": happened["CARD_DRAWN"]["card"], "mustSwap": body.source == "discard"}

    return act(request, body, game_id, {"type": "draw", "source": body.source}, drawn)


@endpoint("POST", SwapBody)
def swap(request: HttpRequest, body: SwapBody, game_id: str) -> HttpResponse:
    def swapped(happened: Happened) -> Json:
        return {"discardedCard": happened["CARD_SWAPPED"]["discardedCard"]}

    return act(request, body, game_id, {"type": "swap", "position": body.position}, swapped)


@endpoint("POST", Body)
def discard(request: HttpRequest, body: Body, game_id: str) -> HttpResponse:
    def discarded(happened: Happened) -> Json:
        power_type = happened["CARD_DISCARDED"]["powerType"]
        if power_type is None:
            return {"power": None}
        if power_type != "look_own":
            return {"power": {"powerType": power_type}}
        # Rules 13.1: for a king the answer itself carries the revealed card.
        shown = happened["CARD_REVEALED"]
        revealed = shown["card"] | {"position": shown["position"], "expiresAt": shown["expiresAt"]}
        return {"power": {"powerType": power_type, "revealed": revealed}}

    return act(request, body, game_id, {"type": "discard"}, discarded)


def _seat_number(caller: Caller, player_id: str | None) -> Seat | None:
    """The seat of another player; -1, a seat nobody has, for an id that is not of this table."""
    if player_id is None:
        return None
    return next((taken.seat for taken in caller.seats if taken.player_id == player_id.lower()), -1)


@endpoint("POST", PowerBody)
def power(request: HttpRequest, body: PowerBody, game_id: str) -> HttpResponse:
    if body.skip or body.dismiss:
        return act(request, body, game_id, {"type": "skip_power" if body.skip else "dismiss_reveal"})

    def use(caller: Caller) -> Json:
        fields = {
            "position": body.position,
            "targetSeat": _seat_number(caller, body.target_player_id),
            "targetPosition": body.target_position,
            "powerType": body.power_type,
        }
        return {"type": "use_power"} | {name: value for name, value in fields.items() if value is not None}

    def used(happened: Happened) -> Json:
        if "CARD_REVEALED" in happened:
            shown = happened["CARD_REVEALED"]
            place = {"ownerId": shown["ownerId"], "position": shown["position"]}
            return {"revealedCard": shown["card"] | place, "expiresAt": shown["expiresAt"]}
        swapped = happened["SWAP_COMPLETED"]
        return {"swap": {name: swapped[name] for name in ("position", "targetPlayerId", "targetPosition")}}

    return act(request, body, game_id, use, used)


@endpoint("POST", Body)
def cambio(request: HttpRequest, body: Body, game_id: str) -> HttpResponse:
    def called(happened: Happened) -> Json:
        return {"remainingTurns": happened["CAMBIO_CALLED"]["remainingTurns"]}

    return act(request, body, game_id, {"type": "call_cambio"}, called)
