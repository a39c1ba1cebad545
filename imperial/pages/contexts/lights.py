"""The light on the map: what may be chosen now, and what it would bring."""

from collections import Counter

from imperial.decisions.market import BidDecision, OfferDecision
from imperial.decisions.plan import PlanDecision
from imperial.decisions.proposal import Details, FactoryDetails, ImportDetails, ProductionDetails, ProposalDecision
from imperial.decisions.voting import ProposalCard, Taxes
from imperial.map.geometry import geometry, is_drawn
from imperial.map.sheet import region_id
from imperial.pages.contexts.board import Place
from imperial.pages.contexts.routes import site, stand
from imperial.pages.view import TableView
from imperial.rules.taxation import CHIP_REVENUE, FACTORY_REVENUE
from tabletop.live.parts import Context

BESIDE = 46.0
"""To the other side of a stack than the number of its units."""


class Light(Context, frozen=True):
    """A region that is lit, and stands for a control if it has one."""

    id: str
    name: str
    control: str | None
    value: str | None
    chosen: bool
    is_origin: bool


class Handle(Place, frozen=True):
    control: str


class Gain(Place, frozen=True):
    """A number on the map: units or taxes to come."""

    amount: int


class Lights(Context, frozen=True):
    lit: tuple[Light, ...]
    handles: tuple[Handle, ...]
    marks: tuple[Gain, ...]
    veil: bool


def lights(view: TableView) -> Lights:
    """Every light stands for a control."""
    decision = view.decision
    lit: list[Light] = []
    handles: list[Handle] = []
    marks: list[Gain] = []
    if isinstance(decision, ProposalDecision) and decision.details:
        lit = _places(decision.details)
        marks = _gains(decision.details)
    elif isinstance(decision, BidDecision | OfferDecision):
        control = "amount" if isinstance(decision, BidDecision) else None
        lit = _home(view.public.game.country_up, control=control)
    elif isinstance(decision, PlanDecision):
        lit = _destinations(decision)
        handles = _handles(decision)
    if card := view.discussed:
        marks = _foreseen(card)
    return Lights(lit=tuple(lit), handles=tuple(handles), marks=tuple(marks), veil=bool(lit))


def _foreseen(card: ProposalCard) -> list[Gain]:
    """What a proposal would bring where: units, a factory, taxes."""
    marks = [_newcomers(unit.unit, unit.place, unit.count) for unit in card.units if is_drawn(unit.place)]
    if card.factory and is_drawn(card.factory):
        x, y = site(card.factory)
        marks.append(Gain(x=x, y=y, amount=1))
    return marks + revenue(card.taxes)


def _gains(details: Details) -> list[Gain]:
    if isinstance(details, Taxes):
        return revenue(details)
    if not isinstance(details, ImportDetails):
        return []
    counts = Counter((unit.unit, unit.place) for unit in details.units if is_drawn(unit.place))
    return [_newcomers(kind, place, count) for (kind, place), count in counts.items()]


def _newcomers(kind: str, place: str, count: int) -> Gain:
    x, y = stand(kind, place)
    return Gain(x=x - BESIDE, y=y, amount=count)


def revenue(taxes: Taxes | None) -> list[Gain]:
    """Where the taxes come from."""
    if taxes is None:
        return []
    regions = geometry().regions
    works = [(regions[place].factory, FACTORY_REVENUE) for place in taxes.works if is_drawn(place)]
    chips = [(regions[place].chip, CHIP_REVENUE) for place in taxes.chips if is_drawn(place)]
    return [Gain(x=place[0], y=place[1], amount=amount) for place, amount in works + chips if place]


def _home(country: str, *, control: str | None) -> list[Light]:
    """The country whose bonds are for sale."""
    homes = [place for place, region in geometry().regions.items() if region.owner == country]
    return [_light(place, control=control, chosen=False) for place in homes]


def _places(details: Details) -> list[Light]:
    if isinstance(details, FactoryDetails):
        return [
            _light(free.place, control=f"place-{number}", chosen=free.chosen)
            for number, free in enumerate(details.places, start=1)
        ]
    if isinstance(details, ProductionDetails):
        return [
            _light(works.place, control=f"place-{number}", chosen=works.chosen)
            for number, works in enumerate(details.places, start=1)
            if not works.full
        ]
    if isinstance(details, ImportDetails):
        chosen = {unit.place for unit in details.units}
        places = import_places(details)
        return [_light(place, control=_import_control(details, place), chosen=place in chosen) for place in places]
    return []


def import_places(details: ImportDetails) -> tuple[str, ...]:
    """Where one more unit can be imported."""
    return tuple(dict.fromkeys((*details.army_places, *details.fleet_places))) if details.left else ()


def _import_control(details: ImportDetails, place: str) -> str:
    """The button, or where there is a choice between army and fleet the line with both."""
    army, fleet = place in details.army_places, place in details.fleet_places
    return import_id(place) if army and fleet else f"{import_id(place)}-{'army' if army else 'fleet'}"


def import_id(place: str) -> str:
    return f"import-{region_id(place)}"


def _destinations(decision: PlanDecision) -> list[Light]:
    if decision.in_hand is None:
        return []
    origin = decision.rows[decision.in_hand].origin
    return [
        _light(
            entry.place, control="destination", value=entry.place, chosen=entry.chosen, is_origin=entry.place == origin
        )
        for entry in decision.destinations
    ]


def _handles(decision: PlanDecision) -> list[Handle]:
    """Where the units stand that can be taken in hand: the first row of each place."""
    seen: set[tuple[str, str]] = set()
    handles = []
    for row in decision.rows:
        stack = (row.unit, row.origin)
        if stack not in seen and row.index != decision.in_hand and is_drawn(row.origin):
            seen.add(stack)
            x, y = stand(row.unit, row.origin)
            handles.append(Handle(x=x, y=y, control=f"row-{row.index}"))
    return handles


def _light(
    place: str, *, control: str | None, chosen: bool, value: str | None = None, is_origin: bool = False
) -> Light:
    """A place that is lit: a click on it presses the `control`, or sets it to `value`."""
    return Light(id=region_id(place), name=place, control=control, value=value, chosen=chosen, is_origin=is_origin)
