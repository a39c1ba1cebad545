"""The addresses for programs (rules 8)."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from imperial import queries, rules, services
from imperial.api.answers import api, expected_seq
from imperial.api.bodies import AddBotBody, CreateBody, PlanBody, RemoveBotBody
from imperial.plug import table
from imperial.setups import UnknownSetup
from tabletop.api.bodies import Body, JoinBody, JoinByCodeBody
from tabletop.api.identity import Caller
from tabletop.api.refusals import ApiRefusal
from tabletop.engine import Loaded
from tabletop.play import read
from tabletop.rules import Json, RuleViolation
from tabletop.table import Table
from tabletop.tables.names import with_names

endpoint = api.endpoint


@endpoint("POST", CreateBody)
def create(request: HttpRequest, body: CreateBody) -> HttpResponse:
    level = body.bot_level or body.bot_kind
    try:
        return api.create(request, body, level=level, clock=body.timer, is_open=body.is_open, setup=body.setup)
    except UnknownSetup:
        raise ApiRefusal("invalid_request", details={"problem": "setup"}) from None


join = endpoint("POST", JoinBody)(api.join)
join_by_code = endpoint("POST", JoinByCodeBody)(api.join_by_code)


@endpoint("GET", Body)
def show(request: HttpRequest, _body: Body, game_id: str) -> HttpResponse:
    return _look(request, game_id, lambda loaded, _name: {"gameId": str(loaded.row.pk)})


@endpoint("GET", Body)
def history(request: HttpRequest, _body: Body, game_id: str) -> HttpResponse:
    """The whole public log; the state has its end."""
    return _look(request, game_id, lambda loaded, _name: {"history": queries.all_lines(loaded)})


@endpoint("GET", Body)
def show_options(request: HttpRequest, _body: Body, game_id: str) -> HttpResponse:
    return _look(request, game_id, lambda loaded, name: {"options": options(loaded.state, name)})


def _look(request: HttpRequest, game_id: str, more: Callable[[Loaded[Table], str | None], Json]) -> HttpResponse:
    """Rules 14: a caller without a seat may know what everybody may know."""
    caller = api.caller(request, game_id)
    loaded, own = read(services.engine, caller.game_id), caller.own
    player_id = None if own is None else own.player_id
    return api.answer(loaded, player_id, with_names(more(loaded, player_id), loaded.names))


@endpoint("POST", PlanBody)
def plan(request: HttpRequest, body: PlanBody, game_id: str) -> HttpResponse:
    """A question, though it has a body: nothing changes."""
    caller = api.caller(request, game_id)
    player = caller.player
    loaded = read(services.engine, caller.game_id)
    found = plan_options(loaded.state, plan=body.plan, unit=body.unit, destination=body.destination)
    return api.answer(loaded, player.player_id, found)


@endpoint("POST", AddBotBody)
def add_bot(request: HttpRequest, body: AddBotBody, game_id: str) -> HttpResponse:
    action = {"type": "add_bot", "level": body.level or body.kind}
    return api.move(request, game_id, action, expected_seq=body.expected_seq)


@endpoint("POST", RemoveBotBody)
def remove_bot(request: HttpRequest, body: RemoveBotBody, game_id: str) -> HttpResponse:
    if body.player_id is None and body.name is None:
        raise ApiRefusal("invalid_request", details={"problem": "playerId"})

    def action(caller: Caller) -> Json:
        names = read(services.engine, caller.game_id).names
        named = next((seat_id for seat_id, name in names.items() if name == body.name), "")
        return {"type": "remove_bot", "seatId": body.player_id or named}

    return api.move(request, game_id, action, expected_seq=body.expected_seq)


@endpoint("POST", Body)
def seat(request: HttpRequest, body: Body, game_id: str, kind: str) -> HttpResponse:
    """Leaving, starting, undoing, handing the seat to a bot, taking it back: actions without fields."""
    return api.move(request, game_id, {"type": kind}, expected_seq=body.expected_seq)


@endpoint("POST", dict[str, Any])
def move(request: HttpRequest, fields: Json, game_id: str, kind: str) -> HttpResponse:
    """A move of the rules, by its name. A name in its fields identifies nobody."""
    return api.move(request, game_id, fields | {"type": kind}, expected_seq=expected_seq(fields))


def options(state: Table, name: str | None) -> Json:
    game, board = state.game, state.settings.board
    if game is None:
        return {"legalActions": [], "wheelOptions": [], "taxPreview": None, "investorPreview": None}
    menu = [] if name is None else rules.legal_actions(game, name, setup=board)
    country, proposing = game.country_up, game.mode in ("proposal", "proposal-opp")
    return {
        "legalActions": [rules.action_to_json(action) for action in menu],
        "wheelOptions": rules.wheel_options(game, setup=board) if proposing else [],
        "taxPreview": rules.tax_preview(game, country, setup=board) if proposing else None,
        "investorPreview": (
            rules.investor_preview(game, country, name)
            if proposing and name is not None and name in game.country_info[country].leadership
            else None
        ),
    }


def plan_options(
    state: Table, *, plan: list[tuple[str, str, str]], unit: dict[str, str], destination: str | None
) -> Json:
    """Where a unit can go after the moves planned so far, or what it can do there."""
    game = state.game
    if game is None or table.is_over(state):
        raise RuleViolation("wrong_mode", _("There is no maneuver to plan now."))
    if unit.keys() != {"kind", "origin"}:
        raise RuleViolation("invalid_request", _("A unit has a kind and an origin."))
    if destination is None:
        return {"reachable": rules.reachable(game, plan, unit, setup=state.settings.board)}
    return {"actions": rules.actions_at(game, plan, unit, destination, setup=state.settings.board)}
