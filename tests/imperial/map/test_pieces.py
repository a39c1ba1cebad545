"""What stands on the map, and where."""

from imperial.map import pieces, rondel
from imperial.map.geometry import geometry
from imperial.rules.state import Country, Unit

WHEEL = ("Factory", "R-Produce", "R-Maneuver", "Investor", "Import", "L-Produce", "L-Maneuver", "Taxation")


def country(
    *,
    fleets: tuple[str, ...] = (),
    armies: tuple[str, ...] = (),
    guests: tuple[str, ...] = (),
    factories: tuple[str, ...] = (),
    chips: tuple[str, ...] = (),
) -> Country:
    return Country(
        fleets=tuple(Unit(territory=place) for place in fleets),
        armies=(
            *(Unit(territory=place) for place in armies),
            *(Unit(territory=place, hostile=False) for place in guests),
        ),
        factories=factories,
        tax_chips=chips,
    )


def test_units_of_one_kind_stand_together_with_their_number() -> None:
    (token,) = pieces.units({"Austria": country(armies=("Vienna", "Vienna"))})
    assert (token.kind, token.count, token.country, token.css) == ("army", 2, "Austria", "p-ah")


def test_an_army_that_coexists_is_drawn_apart_from_one_that_occupies() -> None:
    tokens = pieces.units({"Italy": country(armies=("Vienna",), guests=("Vienna",))})
    assert [token.kind for token in tokens] == ["army", "coexisting"]
    assert (tokens[0].x, tokens[0].y) != (tokens[1].x, tokens[1].y)


def test_a_fleet_in_port_lies_in_the_water_beside_it() -> None:
    (token,) = pieces.units({"Austria": country(fleets=("Trieste",))})
    port = geometry().regions["Trieste"].port
    assert port is not None
    assert (token.x, token.y) == port.fleet


def test_where_places_run_out_the_last_token_says_how_many_more_there_are() -> None:
    names = ("Austria", "Italy", "France", "England")
    tokens = pieces.units({name: country(armies=("Holland", "Holland")) for name in names})
    assert len(tokens) == len(geometry().regions["Holland"].units) == 2
    assert tokens[-1].more == 4


def test_only_the_units_of_the_country_that_moves_are_marked_as_own() -> None:
    tokens = pieces.units({"Austria": country(armies=("Vienna",)), "Italy": country(armies=("Rome",))}, own="Italy")
    assert [token.own for token in tokens] == [False, True]


def test_works_are_told_from_free_sites_and_closed_ones() -> None:
    drawn = pieces.factories({"Austria": country(factories=("Vienna", "Trieste"))}, closed=["Vienna"])
    by_place = {(works.x, works.y): works for works in drawn}
    regions = geometry().regions
    assert len(drawn) == 30
    vienna, trieste, prague = (by_place[regions[name].factory or (0, 0)] for name in ("Vienna", "Trieste", "Prague"))
    assert (vienna.kind, vienna.built, vienna.closed) == ("fact", True, True)
    assert (trieste.kind, trieste.built, trieste.closed) == ("yard", True, False)
    assert not prague.built


def test_a_chip_shows_the_letters_of_its_country() -> None:
    (chip,) = pieces.chips({"England": country(chips=("North Sea",))})
    assert (chip.code, chip.css) == ("GB", "p-gb")


def test_the_marker_of_the_country_that_is_up_is_told_from_the_others() -> None:
    names = ("Austria", "Italy", "France")
    drawn = rondel.markers(WHEEL, dict.fromkeys(names, "Investor"), up="Italy")
    assert [marker.up for marker in drawn] == [False, True, False]
    assert len({(marker.x, marker.y) for marker in drawn}) == len(names)


def test_a_country_that_has_not_moved_yet_is_not_on_the_rondel() -> None:
    assert rondel.markers(WHEEL, {"Austria": "center"}) == ()


def test_two_spots_of_one_action_share_their_colour() -> None:
    colours = {sector.spot: sector.css for sector in rondel.sectors(WHEEL)}
    assert colours["L-Produce"] == colours["R-Produce"] == "w-produce"
