"""Whose armies stand in the way of whom (rules 1.4)."""

from imperial.rules.state import State


def occupied_territories(state: State, country: str) -> set[str]:
    """Where an army of another country is hostile. Fleets, own armies and coexisting armies occupy nothing."""
    return {
        army.territory
        for other, info in state.country_info.items()
        if other != country
        for army in info.armies
        if army.hostile
    }


def operational_factories(state: State, country: str) -> tuple[str, ...]:
    """The factories that are not saturated."""
    factories = state.country_info[country].factories
    if not factories:
        return ()
    occupied = occupied_territories(state, country)
    return tuple(place for place in factories if place not in occupied)
