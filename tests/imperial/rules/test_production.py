"""Producing units (rules 4.3, 4.9)."""

import pytest

from imperial.rules.state import Unit
from tests.imperial.rules.positions import do, dollars, new_lines, position, refused, units

FACTORIES = {"Austria": {"factories": ("Vienna", "Trieste", "Budapest")}}


@pytest.mark.parametrize("spot", ["L-Produce", "R-Produce"])
def test_a_port_makes_a_fleet_and_an_inland_factory_an_army_for_free(spot: str) -> None:
    state = position(countries=FACTORIES, armies={"Austria": ["Rome"]})
    after = do(state, "Ann", "propose", wheel_spot=spot, fleet_produce=["Trieste"], army_produce=["Budapest", "Vienna"])
    assert after.country_info["Austria"].fleets == (Unit(territory="Trieste", hostile=True),)
    assert after.country_info["Austria"].armies == units("Rome", "Budapest", "Vienna")
    assert dollars(after, "Austria") == 0
    assert dollars(after, "Ann") == 10
    assert after.country_info["Austria"].wheel_spot == spot


def test_the_proposer_picks_any_subset() -> None:
    state = position(countries=FACTORIES)
    assert do(state, "Ann", "propose", wheel_spot="L-Produce", army_produce=["Vienna"]).country_info[
        "Austria"
    ].armies == units("Vienna")
    assert do(state, "Ann", "propose", wheel_spot="L-Produce").country_info["Austria"].armies == ()


def test_a_factory_makes_one_unit_at_a_time() -> None:
    state = position(countries=FACTORIES)
    assert (
        refused(state, "Ann", "propose", wheel_spot="L-Produce", army_produce=["Vienna", "Vienna"]) == "illegal_place"
    )


def test_the_kind_goes_with_the_place() -> None:
    state = position(countries=FACTORIES)
    assert refused(state, "Ann", "propose", wheel_spot="L-Produce", army_produce=["Trieste"]) == "illegal_place"
    assert refused(state, "Ann", "propose", wheel_spot="L-Produce", fleet_produce=["Vienna"]) == "illegal_place"


def test_units_come_from_own_factories_only() -> None:
    for place in ("Prague", "Rome", "Atlantis"):
        assert refused(position(), "Ann", "propose", wheel_spot="L-Produce", army_produce=[place]) == "illegal_place"


def test_a_saturated_factory_makes_nothing() -> None:
    state = position(countries=FACTORIES, armies={"Italy": ["Vienna", "~Budapest"]}, fleets={"Italy": ["Trieste"]})
    assert refused(state, "Ann", "propose", wheel_spot="L-Produce", army_produce=["Vienna"]) == "illegal_place"
    after = do(state, "Ann", "propose", wheel_spot="L-Produce", army_produce=["Budapest"], fleet_produce=["Trieste"])
    assert len(after.country_info["Austria"].armies) == 1, "coexisting armies and fleets saturate nothing"


def test_own_armies_never_saturate() -> None:
    state = position(armies={"Austria": ["Vienna"]})
    after = do(state, "Ann", "propose", wheel_spot="L-Produce", army_produce=["Vienna"])
    assert after.country_info["Austria"].armies == units("Vienna", "Vienna")


def test_new_units_stay_within_the_limits_of_each_kind() -> None:
    full = position(countries=FACTORIES, fleets={"Austria": ["Ionian Sea"] * 6}, armies={"Austria": ["Vienna"] * 11})
    assert refused(full, "Ann", "propose", wheel_spot="L-Produce", fleet_produce=["Trieste"]) == "limit"
    assert refused(full, "Ann", "propose", wheel_spot="L-Produce", army_produce=["Vienna", "Budapest"]) == "limit"
    after = do(full, "Ann", "propose", wheel_spot="L-Produce", army_produce=["Vienna"])
    assert len(after.country_info["Austria"].armies) == 12


def test_limits_bind_only_when_units_are_created() -> None:
    over = position(armies={"Austria": ["Vienna"] * 14})
    assert do(over, "Ann", "propose", wheel_spot="L-Produce").mode == "proposal"


def test_an_empty_list_leaves_no_trace_in_the_log() -> None:
    state = position(countries=FACTORIES)
    after = do(state, "Ann", "propose", wheel_spot="L-Produce", fleet_produce=["Trieste"], army_produce=[])
    assert new_lines(state, after) == ["Austria: Ann chooses L-Produce: a fleet in Trieste."]
