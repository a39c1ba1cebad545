"""Markers on the rondel: however many countries stand in a sector, all of it can be read."""

from itertools import combinations
from math import dist, hypot, pi

import pytest

from imperial.map.rondel import IN_THE_PANEL, ON_THE_MAP, RIM, Wheel, boxes, distance, standing

SECTORS = 8
COUNTRIES = 6
MOST_COVERED = 1 / 5
ROUNDING = 0.1
LEAST_SCALE = 0.77


@pytest.fixture(params=(ON_THE_MAP, IN_THE_PANEL), ids=("on-the-map", "in-the-panel"))
def wheel(request: pytest.FixtureRequest) -> Wheel:
    assert isinstance(request.param, Wheel)
    return request.param


@pytest.mark.parametrize("markers", range(1, COUNTRIES + 1))
def test_markers_cover_neither_each_other_nor_what_is_written_in_their_sector(wheel: Wheel, markers: int) -> None:
    for sector in range(SECTORS):
        stands = standing(sector=sector, sectors=SECTORS, markers=markers, wheel=wheel)
        assert len(stands.places) == markers
        for one, other in combinations(stands.places, 2):
            assert dist(one, other) >= 2 * stands.radius * (1 - MOST_COVERED)
        for place in stands.places:
            assert all(
                distance(place, box) >= stands.radius - ROUNDING
                for box in boxes(-pi / 2 + sector * 2 * pi / SECTORS, wheel)
            )
            assert wheel.hub <= hypot(*place) - stands.radius + ROUNDING
            assert hypot(*place) + stands.radius <= RIM + ROUNDING


def test_even_six_markers_in_one_sector_keep_letters_that_can_be_read(wheel: Wheel) -> None:
    for sector in range(SECTORS):
        stands = standing(sector=sector, sectors=SECTORS, markers=COUNTRIES, wheel=wheel)
        assert stands.radius >= LEAST_SCALE * wheel.largest


def test_a_marker_alone_stands_in_the_middle_of_its_sector() -> None:
    assert standing(sector=0, sectors=SECTORS, markers=1, wheel=IN_THE_PANEL).places[0][0] == 0
    for sector, sign in ((1, -1), (3, 1)):
        ((x, y),) = standing(sector=sector, sectors=SECTORS, markers=1, wheel=ON_THE_MAP).places
        assert x == sign * y


def test_a_crowd_in_a_narrow_sector_finds_room_by_being_smaller() -> None:
    crowd = standing(sector=1, sectors=12, markers=9, wheel=IN_THE_PANEL)
    assert len(set(crowd.places)) == 9
    assert crowd.radius < IN_THE_PANEL.largest
