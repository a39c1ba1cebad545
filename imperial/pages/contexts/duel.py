"""A vote: both proposals side by side, each drawn on the same piece of the map and described."""

from collections.abc import Set

from imperial.decisions.voting import ProposalCard, VoteDecision
from imperial.map.geometry import Point, geometry, home_box, is_drawn
from imperial.map.pieces import kind_of_works
from imperial.pages.contexts.board import Place
from imperial.pages.contexts.council import Card, card
from imperial.pages.contexts.lights import Gain, revenue
from imperial.pages.contexts.people import Mark, mark
from imperial.pages.contexts.routes import Route, has_way, route, site, stand
from imperial.pages.view import PublicView, TableView
from imperial.rules.maneuver import action_codes as codes
from tabletop.live.parts import Context
from tabletop.tables.faces import Face

MARGIN = 30.0
LEAST_WIDTH = 420.0
SHAPE = 1.02
"""Width by height of the piece of map on a card."""
BESIDE = 27.0
"""How far a new unit stands from those that are there already."""


class NewUnit(Place, frozen=True):
    unit: str


class NewWorks(Place, frozen=True):
    kind: str


class Side(Context, frozen=True):
    """A proposal, drawn and described."""

    number: int
    by: Face
    card: Card
    routes: tuple[Route, ...]
    fights: tuple[Place, ...]
    new: tuple[NewUnit, ...]
    factory: NewWorks | None
    marks: tuple[Gain, ...]


class Duel(Context, frozen=True):
    yours: bool
    choice: int | None
    my_seat: int
    country: Mark
    box: str
    sides: tuple[Side, ...]


def duel(view: TableView) -> Duel:
    decision, public = view.decision, view.public
    yours = isinstance(decision, VoteDecision)
    return Duel(
        yours=yours,
        choice=decision.choice if isinstance(decision, VoteDecision) else None,
        my_seat=view.my_seat,
        country=mark(public.game.country_up),
        box=public.shared(_common_box),
        sides=public.shared(_sides),
    )


def _common_box(public: PublicView) -> str:
    return _box(public.game.country_up, [point for laid in public.proposals for point in _touched(laid)])


def _sides(public: PublicView) -> tuple[Side, ...]:
    countries = public.game.country_info.values()
    taken = {unit.territory for country in countries for unit in (*country.fleets, *country.armies)}
    return tuple(_side(public, laid, taken) for laid in public.proposals)


def _side(public: PublicView, laid: ProposalCard, taken: Set[str]) -> Side:
    return Side(
        number=laid.number,
        by=public.faces[laid.player],
        card=card(public, laid),
        routes=tuple(route(row, 0) for row in laid.moves if has_way(row)),
        fights=_fights(laid),
        new=tuple(_new(unit.unit, unit.place, taken) for unit in laid.units if is_drawn(unit.place)),
        factory=_works(laid.factory) if laid.factory and is_drawn(laid.factory) else None,
        marks=tuple(revenue(laid.taxes)),
    )


def _touched(laid: ProposalCard) -> list[Point]:
    stops = [
        (unit, place)
        for row in laid.moves
        for unit, places in ((row.unit, (row.origin, row.destination)), ("fleet", row.seas))
        for place in places
    ]
    stops += [(unit.unit, unit.place) for unit in laid.units]
    built = [site(laid.factory)] if laid.factory and is_drawn(laid.factory) else []
    marks = [(mark.x, mark.y) for mark in revenue(laid.taxes)]
    return [stand(unit, place) for unit, place in stops if is_drawn(place)] + built + marks


def _fights(laid: ProposalCard) -> tuple[Place, ...]:
    """Where a unit or a factory is lost."""
    drawn = [row for row in laid.moves if is_drawn(row.destination)]
    fought = [_place(stand(row.unit, row.destination)) for row in drawn if codes.is_war(row.action)]
    return (*fought, *(_place(site(row.destination)) for row in drawn if codes.is_blow_up(row.action)))


def _new(unit: str, place: str, taken: Set[str]) -> NewUnit:
    x, y = stand(unit, place)
    return NewUnit(unit=unit, x=x - (BESIDE if place in taken else 0.0), y=y)


def _works(place: str) -> NewWorks:
    x, y = site(place)
    return NewWorks(kind=kind_of_works(place), x=x, y=y)


def _place(point: Point) -> Place:
    return Place(x=point[0], y=point[1])


def _box(country: str, points: list[Point]) -> str:
    """The home of the country and all that a proposal touches, in the shape of a card and inside the map."""
    left, top, right, bottom = home_box(country)
    left, right = min([left, *(x for x, _y in points)]) - MARGIN, max([right, *(x for x, _y in points)]) + MARGIN
    top, bottom = min([top, *(y for _x, y in points)]) - MARGIN, max([bottom, *(y for _x, y in points)]) + MARGIN
    _x, _y, most_width, most_height = geometry().view_box
    width = min(max(right - left, (bottom - top) * SHAPE, LEAST_WIDTH), most_height * SHAPE)
    height = width / SHAPE
    x = min(max((left + right - width) / 2, 0), most_width - width)
    y = min(max((top + bottom - height) / 2, 0), most_height - height)
    return f"{x:.0f} {y:.0f} {width:.0f} {height:.0f}"
