"""Why a unit may not go there or do that, in the words of a player."""

from imperial.rules.maneuver import action_codes as codes
from imperial.rules.maneuver.geography import Geography
from imperial.rules.maneuver.virtual_board import VirtualBoard
from imperial.rules.state import UnitKind


def no_such_way(geography: Geography, kind: UnitKind, origin: str, destination: str) -> str:
    to_sea = geography.territories[destination].sea
    if kind == "army":
        if to_sea:
            return f"The army in {origin} cannot go to {destination}: armies cross the sea but never stay there."
        return (
            f"The army in {origin} cannot reach {destination}: it goes by rail at home, then one step by land or one "
            "crossing by sea."
        )
    if not to_sea:
        return f"The fleet in {origin} cannot go to {destination}: fleets never go back to land."
    port = geography.territories[origin].port
    if port is not None:
        return f"The fleet in {origin} cannot go to {destination}: from this port fleets go to the {port}."
    return f"The fleet in {origin} cannot go to {destination}: fleets go to the next sea only."


def no_such_action(board: VirtualBoard, kind: UnitKind, destination: str, action: str) -> str:
    if codes.is_war(action):
        country, target = codes.war_target(action)
        return f"There is no {target} of {country} to fight in {destination}."
    if codes.is_blow_up(action):
        return _no_blow_up(board, kind, destination, codes.blow_up_target(action))
    if action == codes.HOSTILE:
        return _not_hostile(board, kind, destination)
    if action == codes.PEACE:
        return f"There is nobody in {destination} to be at peace with."
    if action == codes.PLAIN:
        return _not_plain(board, destination)
    return f"A unit cannot do this: {action}."


def _not_hostile(board: VirtualBoard, kind: UnitKind, destination: str) -> str:
    if kind == "fleet" or not board.is_foreign_home(destination):
        return "Only an army on the home territory of another country can be hostile."
    if board.hostile_countries(destination):
        return f"Other units stand in {destination}: fight them or come in peace."
    return f"{destination} has the last working factory of its country: no army may close it."


def _not_plain(board: VirtualBoard, destination: str) -> str:
    if board.foreign.get(destination):
        return f"Other units stand in {destination}: say whether you fight them or come in peace."
    return f"{destination} is the home of another country: say whether you come in peace or hostile."


def _no_blow_up(board: VirtualBoard, kind: UnitKind, destination: str, owner: str) -> str:
    if kind == "fleet":
        return "Only armies can blow up a factory."
    if destination not in board.factories.get(owner, ()) or not board.is_foreign_home(destination):
        return f"There is no factory of {owner} to blow up in {destination}."
    if board.hostile_countries(destination):
        return f"Other units stand in {destination} and protect the factory."
    return f"{owner} would have no working factory left: one other must remain."
