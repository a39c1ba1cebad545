"""The tables of a board: made once, right also after they have been forgotten."""

from itertools import chain, combinations

import pytest
from msgspec.structs import replace

from imperial.rules.maneuver import geography
from imperial.rules.maneuver.geography import Geography, geography_of
from tests.imperial.rules.positions import STANDARD

ALL_SEAS = (1 << 9) - 1


def names(board: Geography, route: int) -> set[str]:
    return {name for name in board.seas if board.sea_bits[name] & route}


def test_the_tables_of_a_setup_are_made_once() -> None:
    assert geography_of(STANDARD) is geography_of(STANDARD)
    assert geography_of(STANDARD).setup is STANDARD


def test_setups_that_are_alike_have_tables_of_their_own() -> None:
    twin = replace(STANDARD)
    assert geography_of(twin).setup is twin
    assert geography_of(twin) is not geography_of(STANDARD)


def test_a_board_that_was_forgotten_is_worked_out_again() -> None:
    for number in range(70):
        other = replace(STANDARD, name=f"board {number}")
        assert geography_of(other).setup is other
    assert geography_of(STANDARD).setup is STANDARD


def test_answers_that_were_forgotten_are_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(geography, "_KEPT_ANSWERS", 2)
    board = Geography(STANDARD)
    asked = [(origin, seas) for origin in ("London", "Rome", "Paris") for seas in (ALL_SEAS, 0b11)]
    first = [board.shores("England", origin, seas=seas) for origin, seas in asked]
    assert [board.shores("England", origin, seas=seas) for origin, seas in asked] == first


def test_routes_are_all_the_crossings_that_waste_no_fleet() -> None:
    # Judged by trying every set of seas on the way from London to Greece, Bulgaria and Norway.
    board = Geography(STANDARD)
    for destination in ("Greece", "Bulgaria", "Norway", "Holland"):
        ways = [
            {board.seas[number] for number in seas}
            for seas in chain.from_iterable(combinations(range(9), length) for length in range(1, 10))
            if leads_across({board.seas[number] for number in seas}, "London", destination)
        ]
        thrifty = [way for way in ways if not any(other < way for other in ways)]
        found = [names(board, route) for route in board.routes("England", "London", destination, seas=ALL_SEAS)]
        assert sorted(map(sorted, found)) == sorted(map(sorted, thrifty))


def leads_across(seas: set[str], origin: str, destination: str) -> bool:
    """From any English home territory but Dublin, over these seas alone."""
    neighbours = {name: set(place.neighbours) for name, place in STANDARD.territories.items()}
    rail = {name for name, place in STANDARD.territories.items() if place.country == "England"} - {"Dublin"}
    assert origin in rail
    reached: set[str] = set()
    fresh = {sea for sea in seas if neighbours[sea] & rail}
    while fresh:
        reached |= fresh
        fresh = {sea for sea in seas - reached if neighbours[sea] & reached}
    return bool(reached & neighbours[destination])


def test_routes_keep_to_the_seas_with_fleets() -> None:
    board = Geography(STANDARD)
    channel = board.sea_bits["English Channel"]
    assert board.routes("England", "London", "Holland", seas=channel) == (channel,)
    assert board.routes("England", "London", "Norway", seas=channel) == ()
