"""The drawing of the map: complete, and light enough for a phone."""

import gzip
import re
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.core.management import call_command
from django.utils.text import slugify

from imperial.management.commands import draw_imperial_map
from imperial.map.drawing import draw
from imperial.map.geometry import geometry
from imperial.map.sheet import region_id
from imperial.rules.setups import load_setup
from imperial.templatetags.imperial_format import map_labels, map_sheet
from tests.look.files import IMAGES

REGIONS = geometry().regions
DRAWING = (IMAGES / "europe.svg").read_text()
MOST_BYTES_OF_THE_DRAWING = 41_000
"""Compressed as for a site without encryption. Every coast is in it twice: a sea that is lit must end there."""
MOST_BYTES_IN_A_PAGE = 13_000
"""Before compression."""


def test_the_map_has_54_regions_of_which_9_are_seas() -> None:
    assert len(REGIONS) == 54
    assert sum(region.kind == "sea" for region in REGIONS.values()) == 9


def test_the_map_shows_what_the_rules_know() -> None:
    """A reader of the map knows who borders on whom, whose a place is, and where its fleets go."""
    board = load_setup().territories
    assert set(REGIONS) == set(board)
    borders = {frozenset({name, other}) for name, place in board.items() for other in place.neighbours}
    assert {frozenset(pair[:2]) for pair in geometry().adjacency} == borders
    for name, place in board.items():
        region = REGIONS[name]
        shown = (region.kind == "sea", region.owner, region.port.sea if region.port else None)
        assert shown == (place.sea, place.country or None, place.port or None), name


def test_every_home_province_has_a_place_for_a_factory_and_every_other_region_one_for_a_chip() -> None:
    for name, region in REGIONS.items():
        assert (region.factory is not None) == (region.owner is not None), name
        assert (region.chip is not None) == (region.owner is None), name


def test_every_port_opens_to_a_sea_it_touches() -> None:
    touching = {frozenset(pair[:2]) for pair in geometry().adjacency}
    seas = {name: region.port.sea for name, region in REGIONS.items() if region.port}
    assert len(seas) == 15
    for name, sea in seas.items():
        assert REGIONS[sea].kind == "sea"
        assert frozenset({name, sea}) in touching


@pytest.mark.parametrize("name", sorted(REGIONS))
def test_every_place_of_a_region_lies_in_its_frame(name: str) -> None:
    region = REGIONS[name]
    left, top, right, bottom = region.bbox
    margin = 30  # tokens of small lands may stand in the water beside them
    places = [*region.units, region.pole, *filter(None, [region.factory, region.chip])]
    for x, y in places:
        assert left - margin <= x <= right + margin
        assert top - margin <= y <= bottom + margin


def test_every_region_has_at_least_two_places_for_tokens() -> None:
    assert min(len(region.units) for region in REGIONS.values()) == 2


def test_the_drawing_has_every_region_once_and_stays_light() -> None:
    ids = re.findall(r'id="([^"]+)"', DRAWING)
    assert len(ids) == len(set(ids))
    assert {region_id(name) for name in REGIONS} <= set(ids)
    assert len(gzip.compress(DRAWING.encode())) < MOST_BYTES_OF_THE_DRAWING


def test_the_drawing_names_every_region() -> None:
    names = " ".join(re.findall(r"<text[^>]*>([^<]+)</text>", DRAWING))
    assert all(" ".join(region.label.lines) in names for region in REGIONS.values())
    assert all(name in names for name in geometry().neutral)


def test_the_drawing_is_that_of_the_geometry() -> None:
    assert draw() == DRAWING, "run manage.py draw_imperial_map"


def test_the_command_writes_the_drawing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draw_imperial_map, "FILE", tmp_path / "europe.svg")
    told = StringIO()
    call_command("draw_imperial_map", stdout=told)
    assert (tmp_path / "europe.svg").read_text() == DRAWING
    assert f"{len(DRAWING.encode()):,} bytes" in told.getvalue()


def test_the_drawing_takes_its_looks_from_the_page_that_shows_it() -> None:
    looks = {"class", "style", "fill", "stroke", "font-size", "opacity"}
    for element in ElementTree.fromstring(DRAWING).iter():
        assert looks.isdisjoint(element.attrib)


def test_a_page_shows_every_region_without_carrying_its_shape() -> None:
    printed = map_sheet() + map_labels()
    assert re.findall(r'data-place="([^"]+)"', map_sheet()) == sorted(
        REGIONS, key=lambda name: (REGIONS[name].kind != "sea", name)
    )
    assert len(printed.encode()) < MOST_BYTES_IN_A_PAGE
    assert not any(region.outline in printed for region in REGIONS.values())


def test_a_page_uses_nothing_that_the_drawing_does_not_have() -> None:
    used = set(re.findall(r'href="[^"#]*europe[^"#]*#([^"]+)"', map_sheet() + map_labels()))
    assert {region_id(name) for name in REGIONS} < used
    assert used <= set(re.findall(r'id="([^"]+)"', DRAWING))


@pytest.mark.parametrize("name", [*REGIONS, "  São  Tomé-Príncipe_", "King's Land", "Москва"])
def test_the_id_of_a_region_is_a_slug_of_its_name(name: str) -> None:
    assert region_id(name) == f"p-{slugify(name)}"


def test_the_printed_map_names_its_source() -> None:
    assert "Natural Earth" in geometry().about
    assert geometry().about in DRAWING
