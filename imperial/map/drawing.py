"""The drawing of the map, which browsers keep: `static/img/europe.svg`, made by `manage.py draw_imperial_map`.

Its shapes and names have no class: pages show them by <use>, which gives them colours, lines and letters.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter

from imperial.map.geometry import Label, Port, Region, geometry
from imperial.map.powers import POWERS
from imperial.map.sheet import FREE, home_id, region_id

LAND_LINE_HEIGHT = 15.5
SEA_LINE_HEIGHT = 19.5
LETTERS_BELOW_THE_MIDDLE = 0.33
"""Share of the line height that centers the letters in their box."""

MERIDIANS = tuple(
    f"M{west} 1000Q{west + 290} 480 {northern} 0"
    for west, northern in zip(range(-520, 1800, 150), range(114, 1842, 108), strict=False)
)
PARALLELS = tuple(f"M0 {west}Q700 {west - 120} 1400 {west + 30}" for west in range(60, 1200, 165))

PORT_RADIUS = 7.4
ANCHOR = "m0-4.2v8.2m-2.2-5.6h4.4m-6 2.6c.2 3.8 7.4 3.8 7.6 0"


def draw() -> str:
    """The whole file."""
    drawn = geometry()
    x, y, width, height = drawn.view_box
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x:g} {y:g} {width:g} {height:g}">',
            f"<!-- {drawn.about} -->",
            '<defs display="none">',
            *_lands(),
            *(_shape(region_id(name), region.outline) for name, region in _sorted("sea")),
            *(_shape(region_id(name), land.outline) for name, land in drawn.neutral.items()),
            _shape("frontier", drawn.borders.frontier),
            _shape("province", drawn.borders.province),
            _shape("seaborder", drawn.borders.sea),
            _shape("graticule", "".join(MERIDIANS + PARALLELS)),
            *_names(),
            *_ports(region.port for region in drawn.regions.values() if region.port),
            "</defs>",
            "</svg>",
            "",
        ]
    )


def _sorted(kind: str) -> list[tuple[str, Region]]:
    return [(name, region) for name, region in sorted(geometry().regions.items()) if region.kind == kind]


def _lands() -> Iterator[str]:
    """The provinces of a power, then its whole home as one shape: clipped by one shape a band is drawn at once.

    Side by side, where compression finds the same outlines again.
    """
    by_power = sorted((POWERS[land.owner].css if land.owner else FREE, name) for name, land in _sorted("land"))
    regions = geometry().regions
    for css, group in groupby(by_power, key=itemgetter(0)):
        names = [name for _css, name in group]
        yield from (_shape(region_id(name), regions[name].outline) for name in names)
        yield _shape(home_id(css), "".join(regions[name].outline for name in names))


def _shape(shape_id: str, outline: str) -> str:
    return f'<path id="{shape_id}" d="{outline}"/>'


def _names() -> Iterator[str]:
    for kind, height in (("land", LAND_LINE_HEIGHT), ("sea", SEA_LINE_HEIGHT)):
        labels = [region.label for _name, region in _sorted(kind)]
        yield _group(f"names-{kind}", (line for label in labels for line in _lines(label, height)))
    yield _group("names-neutral", (_text(name, *land.label) for name, land in geometry().neutral.items()))


def _lines(label: Label, height: float) -> list[str]:
    first = label.y - (len(label.lines) - 1) * height / 2 + height * LETTERS_BELOW_THE_MIDDLE
    return [_text(text, label.x, round(first + row * height, 1)) for row, text in enumerate(label.lines)]


def _text(text: str, x: float, y: float) -> str:
    return f'<text x="{x:g}" y="{y:g}">{text}</text>'


def _group(group_id: str, lines: Iterable[str]) -> str:
    return "\n".join([f'<g id="{group_id}">', *lines, "</g>"])


def _ports(ports: Iterable[Port]) -> Iterator[str]:
    """Discs and anchors of all ports, each as one shape."""
    places = [(port.x, port.y) for port in ports]
    half = f"a{PORT_RADIUS} {PORT_RADIUS} 0 1 1 "
    disc = f"{half}{2 * PORT_RADIUS:g} 0{half}-{2 * PORT_RADIUS:g} 0z"
    yield _shape("port-discs", "".join(f"M{x - PORT_RADIUS:.1f} {y:g}{disc}" for x, y in places))
    yield _shape("port-anchors", "".join(f"M{x:g} {y:g}{ANCHOR}" for x, y in places))
