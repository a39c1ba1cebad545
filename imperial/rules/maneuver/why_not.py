"""Reasons for refused maneuver moves, as sentences for players."""

from imperial.rules.maneuver import action_codes as codes
from imperial.rules.maneuver.geography import Geography
from imperial.rules.maneuver.virtual_board import VirtualBoard
from imperial.rules.refusals import refusal
from imperial.rules.state import UnitKind
from tabletop.rules import RuleViolation, say
from tabletop.rules import gettext_noop as _

_NONE_LEFT: dict[UnitKind, str] = {
    "fleet": _("There is no fleet left to move in %(place)s."),
    "army": _("There is no army left to move in %(place)s."),
}


def no_such_unit(kind: UnitKind, origin: str) -> RuleViolation:
    return refusal("wrong_units", _NONE_LEFT[kind], place=origin)


def no_such_way(geography: Geography, kind: UnitKind, origin: str, destination: str) -> RuleViolation:
    """Why a unit of this kind does not get from here to there."""
    port = geography.territories[origin].port
    template = _why_no_way(kind, to_sea=geography.territories[destination].sea, from_port=port is not None)
    return refusal("unreachable", template, origin=origin, destination=destination, port=port or "")


def _why_no_way(kind: UnitKind, *, to_sea: bool, from_port: bool) -> str:
    if kind == "army":
        if to_sea:
            return _("The army in %(origin)s cannot go to %(destination)s: armies cross the sea but never stay there.")
        return _(
            "The army in %(origin)s cannot reach %(destination)s: it goes by rail at home, then one step by land or "
            "one crossing by sea."
        )
    if not to_sea:
        return _("The fleet in %(origin)s cannot go to %(destination)s: fleets never go back to land.")
    if from_port:
        return _("The fleet in %(origin)s cannot go to %(destination)s: from this port fleets go to the %(port)s.")
    return _("The fleet in %(origin)s cannot go to %(destination)s: fleets go to the next sea only.")


def no_such_action(board: VirtualBoard, kind: UnitKind, destination: str, action: str) -> RuleViolation:
    """Why the unit cannot do this at its destination."""
    if codes.is_war(action):
        country, target = codes.war_target(action)
        template = _("There is no %(unit)s of %(country)s to fight in %(place)s.")
        return refusal("illegal_action", template, unit=say(target), country=say(country), place=destination)
    if codes.is_blow_up(action):
        owner = codes.blow_up_target(action)
        template = _why_no_blow_up(board, kind, destination, owner)
        return refusal("illegal_action", template, country=say(owner), place=destination)
    return refusal("illegal_action", _why_not(board, kind, destination, action), place=destination, action=action)


def _why_not(board: VirtualBoard, kind: UnitKind, destination: str, action: str) -> str:
    """The template for what is neither war nor a blow-up."""
    if action == codes.HOSTILE:
        return _why_not_hostile(board, kind, destination)
    if action == codes.PEACE:
        return _("There is nobody in %(place)s to be at peace with.")
    if action == codes.PLAIN:
        return _why_not_plain(board, destination)
    return _("A unit cannot do this: %(action)s.")


def _why_no_blow_up(board: VirtualBoard, kind: UnitKind, destination: str, owner: str) -> str:
    """The template for a factory of `owner` that cannot be blown up."""
    if kind == "fleet":
        return _("Only armies can blow up a factory.")
    if destination not in board.factories.get(owner, ()) or not board.is_foreign_home(destination):
        return _("There is no factory of %(country)s to blow up in %(place)s.")
    if board.hostile_countries(destination):
        return _("Other units stand in %(place)s and protect the factory.")
    return _("%(country)s would have no working factory left: one other must remain.")


def _why_not_hostile(board: VirtualBoard, kind: UnitKind, destination: str) -> str:
    if kind == "fleet" or not board.is_foreign_home(destination):
        return _("Only an army on the home territory of another country can be hostile.")
    if board.hostile_countries(destination):
        return _("Other units stand in %(place)s: fight them or come in peace.")
    return _("%(place)s has the last working factory of its country: no army may close it.")


def _why_not_plain(board: VirtualBoard, destination: str) -> str:
    if board.foreign.get(destination):
        return _("Other units stand in %(place)s: say whether you fight them or come in peace.")
    return _("%(place)s is the home of another country: say whether you come in peace or hostile.")
