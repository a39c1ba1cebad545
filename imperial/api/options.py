"""What a player can choose now, computed by the rules that judge it (rules 8)."""

from django.utils.translation import gettext as _

from imperial import rules
from imperial.plug import table
from tabletop.rules import Json, RuleViolation
from tabletop.table import Table


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
