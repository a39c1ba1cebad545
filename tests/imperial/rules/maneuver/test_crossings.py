"""Rules 5.5, for those who look: which seas an army crosses, and which fleet carries it there."""

from collections.abc import Sequence

from imperial.rules.maneuver.geography import geography_of
from imperial.rules.maneuver.transport import Crossing, Transport
from tests.imperial.rules.positions import STANDARD


def transport(country: str, *seas: str) -> Transport:
    made = Transport(country, geography=geography_of(STANDARD))
    for sea in seas:
        made.add_fleet(sea)
    return made


def crossings(made: Transport, armies: Sequence[tuple[str, str]]) -> list[Crossing]:
    for origin, destination in armies:
        assert made.can_carry(origin, destination)
        made.carry(origin, destination)
    return made.crossings()


def test_a_crossing_names_its_sea_and_the_fleet_there() -> None:
    made = transport("England", "English Channel", "North Sea")
    assert crossings(made, [("London", "Norway")]) == [(("North Sea",), (1,))]


def test_the_seas_come_in_the_order_of_the_crossing() -> None:
    made = transport("Austria", "Eastern Med", "Ionian Sea")
    assert crossings(made, [("Budapest", "Turkey")]) == [(("Ionian Sea", "Eastern Med"), (1, 0))]


def test_every_army_has_a_fleet_of_its_own() -> None:
    made = transport("Austria", "Ionian Sea", "Ionian Sea")
    assert crossings(made, [("Vienna", "Tunis"), ("Budapest", "Tunis")]) == [
        (("Ionian Sea",), (0,)),
        (("Ionian Sea",), (1,)),
    ]


def test_an_earlier_army_changes_ships_for_a_later_one() -> None:
    made = transport("England", "North Sea", "English Channel")
    # Belgium lies on both seas, Norway on one alone.
    both = crossings(made, [("London", "Belgium"), ("London", "Norway")])
    assert both == [(("English Channel",), (1,)), (("North Sea",), (0,))]


def test_without_armies_at_sea_there_are_no_crossings() -> None:
    assert transport("Austria", "Ionian Sea").crossings() == []
