"""The decision of a proposal: an action on the rondel, and its effect (rules 3.3, 3.4 and 4)."""

from imperial.decisions.draft import Draft
from imperial.decisions.voting import interest, proposal_card, taxes
from imperial.rules.actions import Propose
from imperial.rules.board import Setup
from imperial.rules.factory import FACTORY_CENTS, factory_places, factory_shortfall
from imperial.rules.importing import MOST_IMPORTS, UNIT_CENTS, import_places, import_shortfall
from imperial.rules.money import to_dollars
from imperial.rules.production import production_places
from imperial.rules.proposals import return_mode_of
from imperial.rules.rondel import FACTORY, IMPORT, INVESTOR, MANEUVER, PRODUCE, TAXATION, turns_from
from imperial.rules.state import Import, Proposal, State
from imperial.rules.unit_limits import room_for_units
from tabletop.rules import Json


def proposal_decision(state: State, player: str, draft: Draft, *, setup: Setup) -> Json:
    country = state.country_up
    turns = turns_from(setup, state.country_info[country].wheel_spot)
    cash = state.player_info[player].purse
    chosen = turns.get(draft.spot or "")
    if chosen is not None and chosen.cost > cash:
        chosen = None
    return {
        "screen": "proposal",
        "country": country,
        "follows": return_mode_of(state),
        "opposition": next(iter(state.country_info[country].leadership[1:]), None),
        "leading": proposal_card(state, state.proposal_1, setup=setup)
        if state.mode == "proposal-opp" and state.proposal_1
        else None,
        "spots": [
            {
                "spot": spot,
                "legal": spot in turns and turns[spot].cost <= cash,
                "tooDear": spot in turns and turns[spot].cost > cash,
                "steps": turns[spot].steps if spot in turns else None,
                "cost": to_dollars(turns[spot].cost) if spot in turns else None,
                "investor": spot in turns and turns[spot].triggers_investor,
                "chosen": chosen is not None and chosen.spot == spot,
            }
            for spot in setup.wheel
        ],
        "chosen": None if chosen is None else chosen.spot,
        "steps": None if chosen is None else chosen.steps,
        "cost": None if chosen is None else to_dollars(chosen.cost),
        "investorRound": _investor_round(state) if chosen is not None and chosen.triggers_investor else None,
        "details": None if chosen is None else _details(state, player, chosen.spot, draft, setup=setup),
    }


def proposed_action(state: State, draft: Draft, *, setup: Setup) -> Propose | None:
    """Returns the action of the draft; None while no sector is chosen."""
    spot = draft.spot
    if spot is None:
        return None
    if spot == FACTORY:
        return Propose(wheel_spot=spot, factory_loc=draft.factory)
    if spot in PRODUCE:
        fleets, armies = _produced(state, draft, setup=setup)
        return Propose(wheel_spot=spot, fleet_produce=fleets, army_produce=armies)
    if spot == IMPORT:
        return Propose(wheel_spot=spot, imports=_imports(draft))
    return Propose(wheel_spot=spot)


def _imports(draft: Draft) -> Import:
    return Import(
        types=tuple(kind for kind, _place in draft.imports), territories=tuple(place for _kind, place in draft.imports)
    )


def _investor_round(state: State) -> Json:
    """Returns who may buy: the holder of the investor card, then the Swiss banks."""
    holder = next((name for name, player in state.player_info.items() if player.investor), None)
    swiss = [name for name, player in state.player_info.items() if player.swiss and name != holder]
    return {"holder": holder, "swiss": swiss}


def _details(state: State, player: str, spot: str, draft: Draft, *, setup: Setup) -> Json:
    if spot == FACTORY:
        return _factory(state, player, draft, setup=setup)
    if spot in PRODUCE:
        return _production(state, draft, setup=setup)
    if spot == IMPORT:
        return _import(state, player, draft, setup=setup)
    if spot == INVESTOR:
        return interest(state, player)
    if spot == TAXATION:
        return taxes(state)
    if spot in MANEUVER:
        country = state.country_info[state.country_up]
        return {"kind": "maneuver", "fleets": len(country.fleets), "armies": len(country.armies)}
    raise ValueError(spot)


def _bill(cents: int, *, shortfall: int) -> Json:
    """Splits the price: the treasury pays first, the player the rest."""
    return {"price": to_dollars(cents), "treasury": to_dollars(cents - shortfall), "you": to_dollars(shortfall)}


def _factory(state: State, player: str, draft: Draft, *, setup: Setup) -> Json:
    places = factory_places(state, state.country_up, setup=setup)
    chosen = draft.factory if draft.factory in places else None
    proposal = Proposal(name=player, wheel_spot=FACTORY, factory_loc=chosen)
    return {
        "kind": "factory",
        "places": [
            {"place": place, "chosen": place == chosen, "port": bool(setup.territories[place].port)} for place in places
        ],
        "chosen": chosen,
        "bill": _bill(FACTORY_CENTS, shortfall=factory_shortfall(state, proposal)) if chosen else None,
    }


def _produced(state: State, draft: Draft, *, setup: Setup) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Returns the places that make a fleet, and those that make an army."""
    ports, inland = production_places(state, state.country_up, setup=setup)
    if draft.produce is None:
        room = room_for_units(state, state.country_up, setup=setup)
        return ports[: room.fleets], inland[: room.armies]
    chosen = draft.produce
    return tuple(place for place in ports if place in chosen), tuple(place for place in inland if place in chosen)


def _production(state: State, draft: Draft, *, setup: Setup) -> Json:
    ports, inland = production_places(state, state.country_up, setup=setup)
    fleets, armies = _produced(state, draft, setup=setup)
    room = room_for_units(state, state.country_up, setup=setup)
    works = [(place, "fleet", len(fleets) >= room.fleets) for place in ports]
    works += [(place, "army", len(armies) >= room.armies) for place in inland]
    chosen = fleets + armies
    return {
        "kind": "production",
        "places": [
            {"place": place, "unit": unit, "chosen": place in chosen, "full": place not in chosen and full}
            for place, unit, full in works
        ],
        "fleets": len(fleets),
        "armies": len(armies),
    }


def _import(state: State, player: str, draft: Draft, *, setup: Setup) -> Json:
    ports, lands = import_places(state, state.country_up, setup=setup)
    room = room_for_units(state, state.country_up, setup=setup)
    wanted = list(draft.imports)
    kinds = [kind for kind, _place in wanted]
    proposal = Proposal(name=player, wheel_spot=IMPORT, imports=_imports(draft))
    return {
        "kind": "import",
        "units": [{"unit": kind, "place": place} for kind, place in wanted],
        "left": MOST_IMPORTS - len(wanted),
        "armyPlaces": list(lands) if kinds.count("army") < room.armies else [],
        "fleetPlaces": list(ports) if kinds.count("fleet") < room.fleets else [],
        "bill": _bill(UNIT_CENTS * len(wanted), shortfall=import_shortfall(state, proposal)),
    }
