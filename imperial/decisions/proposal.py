"""The decision of a proposal: an action on the rondel, and its effect (rules 3.3, 3.4 and 4)."""

from typing import Literal

from imperial.decisions.draft import Draft, asked_since
from imperial.decisions.records import Question, Record
from imperial.decisions.voting import Interest, Taxes, interest, taxes
from imperial.rules.actions import Propose
from imperial.rules.board import Setup
from imperial.rules.factory import FACTORY_CENTS, factory_places, factory_shortfall
from imperial.rules.importing import MOST_IMPORTS, UNIT_CENTS, import_places, import_shortfall
from imperial.rules.money import to_dollars
from imperial.rules.production import production_places
from imperial.rules.proposals import return_mode_of
from imperial.rules.rondel import FACTORY, IMPORT, INVESTOR, MANEUVER, PRODUCE, TAXATION, turns_from
from imperial.rules.state import Import, Proposal, ReturnMode, State, UnitKind
from imperial.rules.unit_limits import room_for_units


class Spot(Record, frozen=True):
    """A sector of the rondel, as far as the player may go there."""

    spot: str
    legal: bool
    too_dear: bool
    steps: int | None
    cost: float | None
    investor: bool
    chosen: bool


class InvestorRound(Record, frozen=True):
    """Who may buy: the holder of the investor card, then the Swiss banks."""

    holder: str | None
    swiss: tuple[str, ...]


class Bill(Record, frozen=True):
    """A price: the treasury pays first, the player the rest."""

    price: float
    treasury: float
    you: float


class Site(Record, frozen=True):
    place: str
    chosen: bool
    port: bool


class FactoryDetails(Record, frozen=True):
    places: tuple[Site, ...]
    chosen: str | None
    bill: Bill | None
    kind: Literal["factory"] = "factory"


class Works(Record, frozen=True):
    place: str
    unit: UnitKind
    chosen: bool
    full: bool


class ProductionDetails(Record, frozen=True):
    places: tuple[Works, ...]
    units: int
    kind: Literal["production"] = "production"


class ImportedUnit(Record, frozen=True):
    unit: UnitKind
    place: str


class ImportDetails(Record, frozen=True):
    units: tuple[ImportedUnit, ...]
    left: int
    army_places: tuple[str, ...]
    fleet_places: tuple[str, ...]
    bill: Bill
    kind: Literal["import"] = "import"


class ManeuverDetails(Record, frozen=True):
    fleets: int
    armies: int
    kind: Literal["maneuver"] = "maneuver"


Details = FactoryDetails | ProductionDetails | ImportDetails | Interest | Taxes | ManeuverDetails
"""What the chosen sector would do."""


class ProposalDecision(Question, frozen=True):
    country: str
    follows: ReturnMode
    opposition: str | None
    counters: bool
    """Whether the leader's proposal lies before the player."""
    spots: tuple[Spot, ...]
    chosen: str | None
    steps: int | None
    cost: float | None
    investor_round: InvestorRound | None
    details: Details | None
    screen: Literal["proposal"] = "proposal"


def proposal_decision(state: State, player: str, draft: Draft, *, setup: Setup) -> ProposalDecision:
    """The rondel with its costs, and the details of the sector that the draft has chosen."""
    country = state.country_up
    turns = turns_from(setup, state.country_info[country].wheel_spot)
    cash = state.player_info[player].purse
    chosen = turns.get(draft.spot or "")
    if chosen is not None and chosen.cost > cash:
        chosen = None
    return ProposalDecision(
        turn=asked_since(state),
        country=country,
        follows=return_mode_of(state),
        opposition=next(iter(state.country_info[country].leadership[1:]), None),
        counters=state.mode == "proposal-opp" and state.proposal_1 is not None,
        spots=tuple(
            Spot(
                spot=spot,
                legal=spot in turns and turns[spot].cost <= cash,
                too_dear=spot in turns and turns[spot].cost > cash,
                steps=turns[spot].steps if spot in turns else None,
                cost=to_dollars(turns[spot].cost) if spot in turns else None,
                investor=spot in turns and turns[spot].triggers_investor,
                chosen=chosen is not None and chosen.spot == spot,
            )
            for spot in setup.wheel
        ),
        chosen=None if chosen is None else chosen.spot,
        steps=None if chosen is None else chosen.steps,
        cost=None if chosen is None else to_dollars(chosen.cost),
        investor_round=_investor_round(state) if chosen is not None and chosen.triggers_investor else None,
        details=None if chosen is None else _details(state, player, chosen.spot, draft, setup=setup),
    )


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


def _investor_round(state: State) -> InvestorRound:
    holder = next((player for player, info in state.player_info.items() if info.investor), None)
    swiss = tuple(player for player, info in state.player_info.items() if info.swiss and player != holder)
    return InvestorRound(holder=holder, swiss=swiss)


def _details(state: State, player: str, spot: str, draft: Draft, *, setup: Setup) -> Details:
    """What is to be chosen or known for this sector."""
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
        return ManeuverDetails(fleets=len(country.fleets), armies=len(country.armies))
    raise ValueError(spot)


def _bill(cents: int, *, shortfall: int) -> Bill:
    return Bill(price=to_dollars(cents), treasury=to_dollars(cents - shortfall), you=to_dollars(shortfall))


def _factory(state: State, player: str, draft: Draft, *, setup: Setup) -> FactoryDetails:
    """Where a factory may stand, and what it costs whom."""
    places = factory_places(state, state.country_up, setup=setup)
    chosen = draft.factory if draft.factory in places else None
    proposal = Proposal(player=player, wheel_spot=FACTORY, factory_loc=chosen)
    return FactoryDetails(
        places=tuple(
            Site(place=place, chosen=place == chosen, port=bool(setup.territories[place].port)) for place in places
        ),
        chosen=chosen,
        bill=_bill(FACTORY_CENTS, shortfall=factory_shortfall(state, proposal)) if chosen else None,
    )


def _produced(state: State, draft: Draft, *, setup: Setup) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Returns the places that make a fleet, and those that make an army."""
    ports, inland = production_places(state, state.country_up, setup=setup)
    if draft.produce is None:
        room = room_for_units(state, state.country_up, setup=setup)
        return ports[: room.fleets], inland[: room.armies]
    chosen = draft.produce
    return tuple(place for place in ports if place in chosen), tuple(place for place in inland if place in chosen)


def _production(state: State, draft: Draft, *, setup: Setup) -> ProductionDetails:
    ports, inland = production_places(state, state.country_up, setup=setup)
    fleets, armies = _produced(state, draft, setup=setup)
    room = room_for_units(state, state.country_up, setup=setup)
    works: list[tuple[str, UnitKind, bool]] = [(place, "fleet", len(fleets) >= room.fleets) for place in ports]
    works += [(place, "army", len(armies) >= room.armies) for place in inland]
    chosen = fleets + armies
    return ProductionDetails(
        places=tuple(
            Works(place=place, unit=unit, chosen=place in chosen, full=place not in chosen and full)
            for place, unit, full in works
        ),
        units=len(chosen),
    )


def _import(state: State, player: str, draft: Draft, *, setup: Setup) -> ImportDetails:
    """Units that may be bought and their places, and what the chosen ones cost."""
    ports, lands = import_places(state, state.country_up, setup=setup)
    room = room_for_units(state, state.country_up, setup=setup)
    wanted = draft.imports
    kinds = [kind for kind, _place in wanted]
    proposal = Proposal(player=player, wheel_spot=IMPORT, imports=_imports(draft))
    return ImportDetails(
        units=tuple(ImportedUnit(unit=kind, place=place) for kind, place in wanted),
        left=MOST_IMPORTS - len(wanted),
        army_places=tuple(lands) if kinds.count("army") < room.armies else (),
        fleet_places=tuple(ports) if kinds.count("fleet") < room.fleets else (),
        bill=_bill(UNIT_CENTS * len(wanted), shortfall=import_shortfall(state, proposal)),
    )
