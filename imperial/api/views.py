"""The addresses for programs (rules 8)."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse

from imperial import queries, services
from imperial.api.answers import act, answer, dialect, endpoint, expected_seq
from imperial.api.bodies import AddBotBody, Body, CreateBody, JoinBody, JoinByCodeBody, PlanBody, RemoveBotBody
from imperial.api.identity import Player, enter, find_game, player, watcher
from imperial.api.options import options, plan_options
from imperial.services import Entry, engine
from imperial.setups import UnknownSetup
from tabletop.accounts.models import User
from tabletop.accounts.names import clean_display_name
from tabletop.api.refusals import ApiRefusal
from tabletop.limits import Limit
from tabletop.lobby.codes import clean_code
from tabletop.play import Receipt, read
from tabletop.rules import Json, RuleViolation

UNKNOWN_CODE_LIMIT = Limit(name="imperial-api-code", times=30, seconds=60)
"""Codes are short: whoever guesses must not get far."""


@endpoint("POST", CreateBody)
def create(request: HttpRequest, body: CreateBody) -> HttpResponse:
    name = clean_display_name(body.creator_display_name)

    def open_table(person: User) -> Entry:
        return services.create_table(
            person=person,
            player_count=body.player_count,
            bots=[body.bot_kind] * body.bot_count,
            clock=body.timer,
            is_open=body.is_open,
            setup=body.setup,
            display_name=name,
        )

    try:
        services.check_seats(player_count=body.player_count, bot_count=body.bot_count)
        entry = enter(request, name=name, service=open_table)
    except UnknownSetup:
        raise ApiRefusal("invalid_request", details={"problem": "setup"}) from None
    except RuleViolation as violation:
        # There is no position yet that could be in the way: the request itself is wrong.
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
    return answer(entry.receipt.loaded, entry.seat, told | {"playerToken": entry.token}, status=status)


@endpoint("GET", Body)
def show(request: HttpRequest, _body: Body, game_id: str) -> HttpResponse:
    caller = watcher(request, game_id)
    return answer(read(engine, caller.game_id), caller.name, {"gameId": str(caller.game_id)})


@endpoint("GET", Body)
def history(request: HttpRequest, _body: Body, game_id: str) -> HttpResponse:
    """The whole public log; the state has its end."""
    caller = watcher(request, game_id)
    return answer(read(engine, caller.game_id), caller.name, {"history": queries.all_lines(caller.game_id)})


@endpoint("GET", Body)
def show_options(request: HttpRequest, _body: Body, game_id: str) -> HttpResponse:
    caller = watcher(request, game_id)
    loaded = read(engine, caller.game_id)
    return answer(loaded, caller.name, {"options": options(loaded.state, caller.name)})


@endpoint("POST", PlanBody)
def plan(request: HttpRequest, body: PlanBody, game_id: str) -> HttpResponse:
    """A question, though it has a body: nothing changes."""
    caller = player(request, game_id)
    loaded = read(engine, caller.game_id)
    found = plan_options(loaded.state, plan=body.plan, unit=body.unit, destination=body.destination)
    return answer(loaded, caller.own.seat, found)


@endpoint("POST", AddBotBody)
def add_bot(request: HttpRequest, body: AddBotBody, game_id: str) -> HttpResponse:
    def service(caller: Player, _key: str | None) -> Receipt:
        return services.add_bot(
            game_id=caller.game_id, seat=caller.own.seat, kind=body.kind, expected_seq=body.expected_seq
        )

    return act(request, game_id, service)


@endpoint("POST", RemoveBotBody)
def remove_bot(request: HttpRequest, body: RemoveBotBody, game_id: str) -> HttpResponse:
    return _move(request, {"type": "remove_bot", "name": body.name}, game_id, seq=body.expected_seq)


@endpoint("POST", Body)
def seat(request: HttpRequest, body: Body, game_id: str, kind: str) -> HttpResponse:
    """Leaving, starting, resigning, taking a seat back: actions without fields."""
    return _move(request, {"type": kind}, game_id, seq=body.expected_seq)


@endpoint("POST", dict[str, Any])
def move(request: HttpRequest, fields: Json, game_id: str, kind: str) -> HttpResponse:
    """A move of the rules, by its name. A name in its fields identifies nobody."""
    return _move(request, fields | {"type": kind}, game_id, seq=expected_seq(fields))


def _move(request: HttpRequest, action: Json, game_id: str, *, seq: int | None) -> HttpResponse:
    def service(caller: Player, key: str | None) -> Receipt:
        return services.act(
            game_id=caller.game_id,
            seat=caller.own.seat,
            action=action,
            key=key,
            expected_seq=seq,
            player_id=caller.own.player_id,
        )

    return act(request, game_id, service)


@endpoint("POST", Body)
def undo(request: HttpRequest, body: Body, game_id: str) -> HttpResponse:
    def service(caller: Player, key: str | None) -> Receipt:
        return services.undo(
            game_id=caller.game_id,
            seat=caller.own.seat,
            key=key,
            expected_seq=body.expected_seq,
            player_id=caller.own.player_id,
        )

    return act(request, game_id, service)
