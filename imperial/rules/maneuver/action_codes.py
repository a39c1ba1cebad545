"""Codes for what a unit does at its destination (rules 1.5). Country names may contain spaces."""

from typing import cast

from imperial.rules.state import UnitKind

PLAIN = ""
PEACE = "peace"
HOSTILE = "hostile"
BLOW_UP_ARMIES = 3
"""Armies that are lost when a factory is blown up."""
QUIET = frozenset((PLAIN, PEACE, HOSTILE))
"""What is neither war nor a blow-up."""
_WAR = "war "
_BLOW_UP = "blow up "


def war(country: str, kind: UnitKind) -> str:
    return f"{_WAR}{country} {kind}"


def blow_up(country: str) -> str:
    return f"{_BLOW_UP}{country}"


def is_war(action: str) -> bool:
    return action.startswith(_WAR)


def is_blow_up(action: str) -> bool:
    return action.startswith(_BLOW_UP)


def war_target(action: str) -> tuple[str, UnitKind]:
    """Returns the country and kind of the attacked unit."""
    country, _space, kind = action.removeprefix(_WAR).rpartition(" ")
    return country, cast(UnitKind, kind)


def blow_up_target(action: str) -> str:
    return action.removeprefix(_BLOW_UP)
