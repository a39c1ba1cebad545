"""The addresses for programs (rules 13.1)."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse

from cambio import queries, services
from cambio.api.answers import Happened, act, answer, endpoint
from cambio.api.bodies import Body, CreateBody, DrawBody, JoinBody, JoinByCodeBody, PowerBody, SwapBody
from cambio.api.identity import Caller, enter, find_game, identify
from cambio.api.refusals import dialect
from cambio.api.wire import wire
from cambio.services import Entry, engine
from tabletop.accounts.models import User
from tabletop.accounts.names import clean_display_name
from tabletop.api.refusals import ApiRefusal
from tabletop.limits import Limit
from tabletop.lobby.codes import clean_code
from tabletop.play import read
from tabletop.rules import Json, RuleViolation

UNKNOWN_CODE_LIMIT = Limit(name="cambio-api-code", times=30, seconds=60)
"""Codes are short: whoever guesses must not get far."""


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
        entry = enter(request, name=name, service=open_table)
    except RuleViolation as violation:
        # Rules 15: the same code is a conflict when a game is started, but a bad request here.
        return dialect.refusal(violation.code, violation.message, status=400)
    return _entered(entry, status=201)


@endpoint("POST", JoinByCodeBody)
def join_by_code(request: HttpRequest, body: JoinByCodeBody) -> HttpResponse:
    name = clean_display_name(body.display_name)
    code = clean_code(body.room_code)
    game_id = None if code is None else queries.game_with_code(code)
    if game_id is None:
        UNKNOWN_CODE_LIMIT.count_client(request)
        raise ApiRefusal("game_not_found")
    return _join(request, body, game_id, name)


@endpoint("POST", JoinBody)
def join(request: HttpRequest, body: JoinBody, game_id: str) -> HttpResponse:
    name = clean_display_name(body.display_name)
    return _join(request, body, find_game(game_id), name)


def _join(request: HttpRequest, body: JoinBody, game_id: UUID, name: str) -> HttpResponse:
    def sit_down(person: User) -> Entry:
        return services.join_table(game_id=game_id, person=person, display_name=name, expected_seq=body.expected_seq)

    return _entered(enter(request, name=name, service=sit_down), status=200)


def _entered(entry: Entry, *, status: int) -> HttpResponse:
    told = {"gameId": str(entry.game_id), "roomCode": entry.room_code, "playerId": entry.player_id}
    return answer(entry.receipt.loaded, entry.player_id, told | {"playerToken": entry.token}, status=status)


@endpoint("GET", Body)
def show(request: HttpRequest, _body: Body, game_id: str) -> HttpResponse:
    caller = identify(request, game_id)
    return answer(read(engine, caller.game_id), caller.own.player_id, {"gameId": str(caller.game_id)})


@endpoint("GET", Body)
def scores(request: HttpRequest, _body: Body, game_id: str) -> HttpResponse:
    caller = identify(request, game_id)
    loaded = read(engine, caller.game_id)
    return answer(loaded, caller.own.player_id, wire(queries.scores(loaded)))


@endpoint("POST", Body)
def leave(request: HttpRequest, body: Body, game_id: str) -> HttpResponse:
    return act(request, body, game_id, {"type": "leave_game"})


@endpoint("POST", Body)
def start(request: HttpRequest, body: Body, game_id: str) -> HttpResponse:
    return act(request, body, game_id, {"type": "start_game"})


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


@endpoint("POST", PowerBody)
def power(request: HttpRequest, body: PowerBody, game_id: str) -> HttpResponse:
    if body.skip or body.dismiss:
        return act(request, body, game_id, {"type": "skip_power" if body.skip else "dismiss_reveal"})

    def use(caller: Caller) -> Json:
        fields = {
            "position": body.position,
            "targetSeat": caller.seat_number(body.target_player_id),
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
