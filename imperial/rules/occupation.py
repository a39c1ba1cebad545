"""Occupation of territories by hostile armies (rules 1.4)."""

from imperial.rules.state import State


def occupied_territories(state: State, country: str) -> set[str]:
    """Returns territories with a hostile army of another country; fleets and coexisting armies occupy nothing."""
    return {
        army.territory
        for other, info in state.country_info.items()
        if other != country
        for army in info.armies
        if army.hostile
    }


def operational_factories(state: State, country: str) -> tuple[str, ...]:
    """Returns the factories that no hostile army closes."""
    factories = state.country_info[country].factories
    if not factories:
        return ()
    occupied = occupied_territories(state, country)
    return tuple(place for place in factories if place not in occupied)


def closed_factories(state: State) -> list[str]:
    """Returns the factories of all countries that a hostile army closes."""
    closed: list[str] = []
    for name, country in state.country_info.items():
        occupied = occupied_territories(state, name)
        closed += [place for place in country.factories if place in occupied]
    return closed
