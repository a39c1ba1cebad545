"""The layers of the map that change: pieces, the rondel, and where a narrow screen looks."""

from imperial.map import pieces, rondel
from imperial.map.geometry import geometry, home_box, is_drawn
from imperial.map.rondel import ON_THE_MAP
from imperial.pages.view import PublicView
from imperial.rules.occupation import closed_factories
from tabletop.live.parts import Context


class Works(Context, frozen=True):
    factories: tuple[pieces.Works, ...]


class Chips(Context, frozen=True):
    chips: tuple[pieces.Chip, ...]


class Units(Context, frozen=True):
    units: tuple[pieces.Token, ...]


class Place(Context, frozen=True):
    x: float
    y: float


class Rondel(Context, frozen=True):
    circle: Place
    round: int
    sectors: tuple[rondel.Sector, ...]
    markers: tuple[rondel.Marker, ...]


def works(public: PublicView) -> Works:
    return Works(factories=pieces.factories(public.game.country_info, closed=closed_factories(public.game)))


def chips(public: PublicView) -> Chips:
    return Chips(chips=pieces.chips(public.game.country_info))


def units(public: PublicView) -> Units:
    maneuver = public.game.current_maneuver
    return Units(units=pieces.units(public.game.country_info, own=maneuver.country if maneuver else None))


def focus(public: PublicView) -> Place:
    """Where a narrow screen looks: at the place a question is about, else at the home of the country that is up."""
    offer = public.offer
    if offer and is_drawn(offer.destination):
        x, y = geometry().regions[offer.destination].pole
    else:
        left, top, right, bottom = home_box(public.game.country_up)
        x, y = (left + right) / 2, (top + bottom) / 2
    return Place(x=round(x), y=round(y))


def wheel(public: PublicView) -> Rondel:
    circle, game, spots = geometry().rondel, public.game, public.board.wheel
    return Rondel(
        circle=Place(x=circle.x, y=circle.y),
        round=game.round,
        sectors=rondel.sectors(spots),
        markers=rondel.markers(spots, wheel_spots(public), up=game.country_up, drawn=ON_THE_MAP),
    )


def wheel_spots(public: PublicView) -> dict[str, str]:
    return {country: info.wheel_spot for country, info in public.game.country_info.items()}
