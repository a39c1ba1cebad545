"""Setup data (rules 16): what ships, and what is refused."""

import json
from importlib.resources import files
from typing import Any

import pytest

from imperial import rules
from imperial.rules.state import CENTS, Unit

SHIPPED_DATA = json.loads(files("imperial").joinpath("data", "standard.json").read_bytes())


def data_with(**changes: Any) -> dict[str, Any]:
    return {**json.loads(json.dumps(SHIPPED_DATA)), **changes}


def problems(data: Any) -> tuple[str, ...]:
    with pytest.raises(rules.SetupError) as refused:
        rules.parse_setup(data)
    return refused.value.problems


def test_the_standard_board_has_54_territories_and_134_borders() -> None:
    setup = rules.load_setup()
    kinds = [(territory.sea, territory.country is not None) for territory in setup.territories.values()]
    assert (kinds.count((False, True)), kinds.count((False, False)), kinds.count((True, False))) == (30, 15, 9)
    borders = {frozenset((name, other)) for name, place in setup.territories.items() for other in place.neighbours}
    assert len(borders) == 134


def test_fifteen_ports_border_the_sea_they_lead_to() -> None:
    setup = rules.load_setup()
    ports = [territory for territory in setup.territories.values() if territory.port]
    assert len(ports) == 15
    assert all(port.port in port.neighbours for port in ports)


def test_the_standard_countries_have_their_order_limits_and_factories() -> None:
    setup = rules.load_setup()
    assert [
        (name, country.order, country.army_limit, country.fleet_limit, country.start.factories)
        for name, country in setup.countries.items()
    ] == [
        ("Austria", 1, 12, 6, ("Vienna", "Budapest")),
        ("Italy", 2, 9, 9, ("Rome", "Naples")),
        ("France", 3, 9, 9, ("Paris", "Bordeaux")),
        ("England", 4, 6, 12, ("London", "Liverpool")),
        ("Germany", 5, 9, 9, ("Berlin", "Hamburg")),
        ("Russia", 6, 9, 9, ("Moscow", "Odessa")),
    ]
    for country in setup.countries.values():
        start = country.start
        assert (start.money, start.points, start.wheel_spot, start.last_tax) == (0, 0, "center", 5)
        assert start.avail_stock == (1, 2, 3, 4, 5, 6, 7, 8)
        assert (start.leadership, start.gov, start.off_limits) == ((), "dictatorship", False)
        assert (start.fleets, start.armies, start.tax_chips) == ((), (), ())


def test_the_standard_prices_and_wheel_are_those_of_the_rules() -> None:
    setup = rules.load_setup()
    assert setup.stock_costs == (0, 2, 4, 6, 9, 12, 16, 20, 25)
    assert setup.wheel == (
        "Factory",
        "R-Produce",
        "R-Maneuver",
        "Investor",
        "Import",
        "L-Produce",
        "L-Maneuver",
        "Taxation",
    )


def test_the_seed_s_example_has_its_own_wheel_and_prices_on_the_same_board() -> None:
    example, standard = rules.load_setup("seed-example"), rules.load_setup()
    assert example.stock_costs == (0, 2, 4, 6, 9, 12, 16, 21, 27)
    assert example.wheel[:3] == ("Factory", "L-Produce", "Import")
    assert example.wheel[-2:] == ("Investor", "R-Maneuver")
    assert example.territories == standard.territories


def test_a_setup_is_loaded_once() -> None:
    assert rules.load_setup("standard") is rules.load_setup("standard")


def test_an_unknown_setup_is_refused_by_name() -> None:
    with pytest.raises(rules.SetupError, match=r"no setup called \.\./settings"):
        rules.load_setup("../settings")


def test_all_problems_are_listed_at_once() -> None:
    data = data_with(wheel=["Factory", "Factory", "Rest"], stockCosts=[1, 2, 2, 6, 9, 12, 16, 20])
    data["countries"]["Italy"]["order"] = 7
    data["territories"]["Vienna"]["adjacencies"].append("Atlantis")
    data["territories"]["Morocco"]["adjacencies"].remove("Algeria")
    assert problems(data) == (
        "The wheel has Factory twice.",
        "The wheel has the unknown spot Rest.",
        "The wheel has no Investor spot.",
        "The wheel has no Taxation spot.",
        "The first of stockCosts is unused and must be 0, not 1.",
        "Prices must increase: denomination 2 costs 2 after 2.",
        "The orders of the countries must be 1 to 6, not 1, 3, 4, 5, 6, 7.",
        "Vienna borders the unknown territory Atlantis.",
        "Algeria borders Morocco, but Morocco does not border Algeria.",
        *(
            f"{name} has the bond 8 without a price."
            for name in ("Austria", "Italy", "France", "England", "Germany", "Russia")
        ),
    )


def test_a_negative_limit_is_refused() -> None:
    data = data_with()
    data["countries"]["Italy"] |= {"armyLimit": -1, "fleetLimit": -2}
    assert problems(data)[:2] == ("The fleet limit of Italy is -2.", "The army limit of Italy is -1.")


def test_a_wheel_that_could_leave_a_country_stuck_is_refused() -> None:
    assert "at least 3 spots" in problems(data_with(wheel=["Investor", "Taxation"]))[0]


def test_a_border_named_twice_or_with_itself_is_refused() -> None:
    data = data_with()
    data["territories"]["Vienna"]["adjacencies"] += ["Munich", "Vienna"]
    assert problems(data) == ("Vienna has the border with Munich twice.", "Vienna borders itself.")


def test_a_port_must_border_the_sea_it_leads_to() -> None:
    data = data_with()
    data["territories"]["Trieste"]["port"] = "Black Sea"
    data["territories"]["Genoa"]["port"] = "Vienna"
    data["territories"]["Venice"]["port"] = True
    data["territories"]["Spain"]["port"] = "Western Med"
    assert problems(data) == (
        "Trieste is a port to Black Sea, but does not border it.",
        "Genoa is a port to Vienna, which is no sea.",
        "Venice is a port, but does not say to which sea.",
        "Spain is a port, but no home territory of a country.",
    )


def test_territories_belong_to_known_countries_and_seas_to_none() -> None:
    data = data_with()
    data["territories"]["Spain"]["country"] = "Castile"
    data["territories"]["Black Sea"]["country"] = "Russia"
    assert problems(data) == (
        "Spain belongs to the unknown country Castile.",
        "Black Sea is a sea and cannot belong to Russia.",
    )


def test_a_starting_position_must_be_possible() -> None:
    data = data_with()
    data["countries"]["Austria"]["start"] |= {
        "money": -1,
        "factories": ["Vienna", "Vienna", "Rome"],
        "availStock": [2, 2, 1],
        "taxChips": ["Vienna", "Spain"],
        "fleets": [{"territory": "Vienna"}, {"territory": "Ionian Sea"}, {"territory": "Trieste"}],
        "armies": [{"territory": "Ionian Sea"}],
    }
    data["countries"]["Italy"]["start"]["taxChips"] = ["Spain"]
    data["countries"]["Italy"]["start"]["armies"] = [{"territory": "Rome"}] * 10
    assert problems(data) == (
        "Austria starts with money, points or a last tax that cannot be.",
        "Austria has a factory in Vienna twice.",
        "Austria has a factory in Rome, which is no home territory of Austria.",
        "Austria has the bond 2 twice.",
        "The bonds of Austria are not in order.",
        "Austria has a tax chip in Vienna, which is neither neutral land nor sea.",
        "Spain has more than one tax chip.",
        "A fleet of Austria starts in Vienna, which is neither a sea nor a port of Austria.",
        "An army of Austria starts in Ionian Sea, which is no land.",
        "Italy starts with more units than its limits allow.",
    )


@pytest.mark.parametrize(
    "start",
    [{"money": float("nan")}, {"money": float("inf")}, {"money": 1e30}, {"lastTax": 16}, {"lastTax": -1}],
    ids=["no number", "without end", "too much", "tax too high", "tax below nothing"],
)
def test_numbers_to_start_with_are_within_reason(start: Any) -> None:
    data = data_with()
    data["countries"]["Austria"]["start"] |= start
    assert problems(data) == ("Austria starts with money, points or a last tax that cannot be.",)


def test_an_army_coexists_only_where_it_is_a_guest() -> None:
    data = data_with()
    armies = [{"territory": place, "hostile": False} for place in ("Vienna", "Spain", "Rome")]
    data["countries"]["Austria"]["start"]["armies"] = armies
    assert problems(data) == (
        "An army of Austria coexists in Vienna, but is no guest there.",
        "An army of Austria coexists in Spain, but is no guest there.",
    )


@pytest.mark.parametrize("name", [" ", "New\0York", "\ud800"], ids=["blank", "with a zero", "half a letter"])
def test_what_nobody_can_read_is_no_name(name: str) -> None:
    data = data_with(name=name)
    data["territories"][name] = {}
    data["countries"][name] = {"order": 7, "fleetLimit": 1, "armyLimit": 1}
    told = f"{name!r} is no name."
    assert problems(data) == ("The setup needs a name.", told, told)


def test_a_setup_without_name_countries_and_bonds_is_refused() -> None:
    assert problems({"name": " ", "wheel": [], "stockCosts": [], "countries": {}, "territories": {}}) == (
        "The setup needs a name.",
        "The wheel needs at least 3 spots, so that no country is ever stuck.",
        "The wheel has no Investor spot.",
        "The wheel has no Taxation spot.",
        "There is no bond to buy: stockCosts needs a price for at least one denomination.",
        "There is no country.",
    )


@pytest.mark.parametrize(
    "data", [None, [], "standard", {"name": "x"}, {**SHIPPED_DATA, "wheel": "Factory"}], ids=range(5)
)
def test_what_is_no_setup_at_all_is_refused(data: Any) -> None:
    (problem,) = problems(data)
    assert problem.startswith("This is not a setup")


def test_a_name_written_twice_in_a_file_is_noticed() -> None:
    text = json.dumps(SHIPPED_DATA).replace('"Budapest": {', '"Vienna": {}, "Budapest": {', 1)
    with pytest.raises(rules.SetupError) as refused:
        rules.read_setup(text)
    assert refused.value.problems == ("Vienna is there twice.",)


@pytest.mark.parametrize("text", ["{", b"\xff\xfe\xff", "[" * 100_000], ids=["cut off", "no text", "endless"])
def test_a_file_that_is_no_json_is_refused(text: str | bytes) -> None:
    with pytest.raises(rules.SetupError, match="not JSON"):
        rules.read_setup(text)


def test_a_setup_may_start_in_the_middle_of_things() -> None:
    data = data_with(name="late")
    data["countries"]["Italy"]["start"] = {
        "money": 3.5,
        "fleets": [{"territory": "Ionian Sea", "hostile": False}],
        "armies": [{"territory": "Vienna", "hostile": False}],
    }
    del data["countries"]["France"]["start"]
    start = rules.parse_setup(data).countries["Italy"].start
    assert start.money == 3.5 * CENTS
    assert start.fleets == (Unit(territory="Ionian Sea"),), "fleets are always hostile"
    assert start.armies == (Unit(territory="Vienna", hostile=False),)
    assert rules.parse_setup(data).countries["France"].start.avail_stock == (1, 2, 3, 4, 5, 6, 7, 8)


def test_countries_play_in_their_order_however_they_are_listed() -> None:
    data = data_with()
    data["countries"] = dict(reversed(data["countries"].items()))
    assert next(iter(rules.parse_setup(data).countries)) == "Austria"


def test_what_pages_need_besides_is_ignored() -> None:
    data = data_with(wheelCoords={"Factory": [1, 2]})
    data["territories"]["Spain"] |= {"unitCoords": [1, 2], "port": False}
    assert rules.parse_setup(data).territories["Spain"].port is None
