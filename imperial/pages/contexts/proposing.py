"""The panel of a proposal: the rondel to choose from, and what the chosen sector would do."""

from math import pi

from msgspec.structs import replace

from imperial.decisions.proposal import (
    Bill,
    Details,
    FactoryDetails,
    ImportDetails,
    ImportedUnit,
    InvestorRound,
    ManeuverDetails,
    ProductionDetails,
    ProposalDecision,
    Spot,
)
from imperial.decisions.voting import Interest, Taxes
from imperial.map import rondel
from imperial.map.rondel import RIM_DISCS
from imperial.pages.contexts import council
from imperial.pages.contexts.board import wheel_spots
from imperial.pages.contexts.lights import import_id, import_places
from imperial.pages.contexts.people import name, named
from imperial.pages.view import PublicView, TableView
from imperial.rules.state import ReturnMode
from tabletop.live.parts import Context


class Sector(Context, frozen=True):
    shape: rondel.Sector
    turn: Spot
    rim_x: float
    rim_y: float


class ImportPlace(Context, frozen=True):
    place: str
    id: str
    army: bool
    fleet: bool


class Import(Context, frozen=True):
    units: tuple[ImportedUnit, ...]
    left: int
    bill: Bill
    places: tuple[ImportPlace, ...]
    kind: str = "import"


DetailsShown = FactoryDetails | ProductionDetails | Import | Interest | Taxes | ManeuverDetails


class ProposalScreen(Context, frozen=True):
    turn: int
    follows: ReturnMode
    opposition: str | None
    leading: council.Card | None
    """The leader's proposal that lies before the opposition."""
    chosen: str | None
    steps: int | None
    cost: float | None
    investor_round: InvestorRound | None
    details: DetailsShown | None
    nothing: bool
    """Whether an action is chosen that would do nothing."""
    sectors: tuple[Sector, ...]
    markers: tuple[rondel.Marker, ...]
    screen: str = "proposal"


def proposal_screen(view: TableView, decision: ProposalDecision) -> ProposalScreen:
    public, details = view.public, decision.details
    return ProposalScreen(
        turn=decision.turn,
        follows=decision.follows,
        opposition=name(public, decision.opposition),
        leading=public.shared(council.leading) if decision.counters else None,
        chosen=decision.chosen,
        steps=decision.steps,
        cost=decision.cost,
        investor_round=decision.investor_round and _named_round(public, decision.investor_round),
        details=_shown(public, details) if details else None,
        nothing=_does_nothing(details),
        sectors=_sectors(public.board.wheel, decision.spots),
        markers=rondel.markers(public.board.wheel, wheel_spots(public), up=decision.country),
    )


def _named_round(public: PublicView, investors: InvestorRound) -> InvestorRound:
    swiss = tuple(public.faces[player].name for player in investors.swiss)
    return InvestorRound(holder=name(public, investors.holder), swiss=swiss)


def _sectors(wheel: tuple[str, ...], spots: tuple[Spot, ...]) -> tuple[Sector, ...]:
    width = 2 * pi / len(wheel)
    sectors = []
    for index, (shape, spot) in enumerate(zip(rondel.sectors(wheel), spots, strict=True)):
        x, y = rondel.on_circle(RIM_DISCS, -pi / 2 + index * width)
        sectors.append(Sector(shape=shape, turn=spot, rim_x=x, rim_y=y))
    return tuple(sectors)


def _does_nothing(details: Details | None) -> bool:
    if isinstance(details, FactoryDetails):
        return details.chosen is None
    return isinstance(details, ProductionDetails | ImportDetails) and not details.units


def _shown(public: PublicView, details: Details) -> DetailsShown:
    if isinstance(details, Interest | Taxes):
        return replace(details, payouts=named(public, details.payouts))
    if not isinstance(details, ImportDetails):
        return details
    places = tuple(
        ImportPlace(
            place=place, id=import_id(place), army=place in details.army_places, fleet=place in details.fleet_places
        )
        for place in import_places(details)
    )
    return Import(units=details.units, left=details.left, bill=details.bill, places=places)
