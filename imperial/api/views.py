"""The addresses for programs (rules 8)."""

from typing import get_args

from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from imperial import queries, rules, services
from imperial.api.answers import api, standing
from imperial.api.bodies import AddBotBody, CreateBody, PlanBody, RemoveBotBody, SettingsBody, action_of, move_body
from imperial.api.shapes import History, Look, Options, OptionsShown, Planned
from imperial.plug import table
from imperial.setups import UnknownSetup
from tabletop.api.bodies import Body
from tabletop.api.refusals import ApiRefusal, View
from tabletop.api.typed import typed
from tabletop.engine import Loaded
from tabletop.play import read
from tabletop.rules import Json, RuleViolation
from tabletop.table import Table
from tabletop.tables.names import with_names

endpoint = api.endpoint


@api.create_endpoint(CreateBody)
def create(request: HttpRequest, body: CreateBody) -> Struct:
    level = body.bot_level or body.bot_kind
    try:
        return api.create(request, body, level=level, clock=body.timer, setup=body.setup)
    except UnknownSetup:
        raise ApiRefusal("invalid_request", details={"problem": "setup"}) from None


@endpoint("GET", Body, answer=Look, summary=_("The table as you may know it"), access="spectator")
def show(request: HttpRequest, _body: Body, game_id: str) -> Struct:
    loaded, player_id = _look(request, game_id)
    now = standing(loaded, player_id)
    return Look(version=now.version, state=now.state, game_id=str(loaded.row.pk))


@endpoint("GET", Body, answer=History, summary=_("The whole public log"), access="spectator")
def history(request: HttpRequest, _body: Body, game_id: str) -> Struct:
    """The whole public log; the state has its end."""
    loaded, player_id = _look(request, game_id)
    now = standing(loaded, player_id)
    return History(version=now.version, state=now.state, history=queries.all_lines(loaded))


@endpoint("GET", Body, answer=OptionsShown, summary=_("What you may do now"), access="spectator")
def show_options(request: HttpRequest, _body: Body, game_id: str) -> Struct:
    loaded, player_id = _look(request, game_id)
    now, found = standing(loaded, player_id), with_names(options(loaded.state, player_id), loaded.names)
    return OptionsShown(version=now.version, state=now.state, options=typed(found, Options))


def _look(request: HttpRequest, game_id: str) -> tuple[Loaded[Table], str | None]:
    """The table and the caller's seat. Rules 14: a caller without a seat may know what everybody may know."""
    caller = api.caller(request, game_id)
    return read(services.engine, caller.game_id), None if caller.own is None else caller.own.player_id


@endpoint(
    "POST",
    PlanBody,
    answer=Planned,
    summary=_("Where a unit could go after the moves planned so far"),
    codes=("invalid_request", "wrong_mode", "wrong_units", "unreachable", "no_convoy", "illegal_action"),
)
def plan(request: HttpRequest, body: PlanBody, game_id: str) -> Struct:
    """A question, though it has a body: nothing changes."""
    caller = api.caller(request, game_id)
    player = caller.player
    loaded = read(services.engine, caller.game_id)
    game, board = loaded.state.game, loaded.state.settings.board
    if game is None or table.is_over(loaded.state):
        raise RuleViolation("wrong_mode", gettext("There is no maneuver to plan now."))
    now, unit = standing(loaded, player.player_id), {"kind": body.unit.kind, "origin": body.unit.origin}
    if body.destination is None:
        reachable = rules.reachable(game, body.plan, unit, setup=board)
        return Planned(version=now.version, state=now.state, reachable=reachable)
    actions = rules.actions_at(game, body.plan, unit, body.destination, setup=board)
    return Planned(version=now.version, state=now.state, actions=actions)


@api.move_endpoint(RemoveBotBody, summary=_("Send a bot away; for the host"))
def remove_bot(request: HttpRequest, body: RemoveBotBody, game_id: str) -> Struct:
    if body.player_id is None and body.name is None:
        raise ApiRefusal("invalid_request", details={"problem": "playerId"})
    asked = api.asked(request, body, game_id)
    names = read(services.engine, asked.caller.game_id).names
    named = next((seat_id for seat_id, name in names.items() if name == body.name), "")
    return api.tell(api.act(asked, {"type": "remove_bot", "seatId": body.player_id or named}))


def move(kind: str, action: type[Struct]) -> View:
    """The address of a move of the rules, by its name. A name in its fields identifies nobody."""

    @api.move_endpoint(move_body(action), summary=MOVE_SUMMARIES[kind])
    def act(request: HttpRequest, body: Body, game_id: str) -> Struct:
        return api.move(request, body, game_id, action_of(body, action))

    return act


def _actions() -> dict[str, type[Struct]]:
    return {str(action.__struct_config__.tag): action for action in get_args(rules.Action)}


def options(state: Table, player: str | None) -> Json:
    game, board = state.game, state.settings.board
    if game is None:
        return {"legalActions": [], "wheelOptions": [], "taxPreview": None, "investorPreview": None}
    menu = [] if player is None else rules.legal_actions(game, player, setup=board)
    country, proposing = game.country_up, game.mode in ("proposal", "proposal-opp")
    return {
        "legalActions": [rules.action_to_json(action) for action in menu],
        "wheelOptions": rules.wheel_options(game, setup=board) if proposing else [],
        "taxPreview": rules.tax_preview(game, country, setup=board) if proposing else None,
        "investorPreview": (
            rules.investor_preview(game, country, player)
            if proposing and player is not None and player in game.country_info[country].leadership
            else None
        ),
    }


MOVE_SUMMARIES = {
    "agree": _("Agree with the leader's proposal"),
    "bid": _("Bid for a bond of the country up for auction"),
    "bid_buy": _("Take the bond that your bid has won, or not"),
    "buy": _("Buy a bond as an investor"),
    "dictator_peace": _("Answer an offer of peace as dictator"),
    "maneuver_batch": _("Plan a whole maneuver"),
    "maneuver_step": _("Move one unit"),
    "pause": _("Stop the clock"),
    "peace_vote": _("Vote on an offer of peace"),
    "propose": _("Propose what the country does"),
    "punt": _("Buy nothing as an investor"),
    "resume": _("Let the clock run again"),
    "vote": _("Vote for one of two proposals"),
}
ADDRESSES = {
    "history": history,
    "options": show_options,
    "plan": plan,
    "add_bot": api.move_endpoint(AddBotBody, summary=_("Seat a bot; for the host"))(api.add_bot),
    "remove_bot": remove_bot,
    "settings": api.settings_endpoint(SettingsBody),
    "undo": api.table_action("undo", summary=_("Take back your latest move")),
    "resign": api.table_action("hand_to_bot", summary=_("The older name of hand_to_bot")),
    **{kind: move(kind, action) for kind, action in sorted(_actions().items())},
}
"""By their last part; besides those of every table, or with their older spellings."""
