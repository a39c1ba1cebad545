"""Rules 5.5: fleets carry armies."""

from random import Random

import pytest
from hypothesis import assume, given, settings

from imperial.rules.maneuver.geography import geography_of
from imperial.rules.maneuver.transport import Options, Transport
from tests.imperial.rules.maneuver.brute_force import by_trying_everything
from tests.imperial.rules.maneuver.maneuvers import entered, holds, places, refusal
from tests.imperial.rules.maneuver.random_positions import SEAS, seeds
from tests.imperial.rules.positions import STANDARD
from tests.kit.bulk import bulk

HOLLAND = ("London", "Holland", "")
NORWAY = ("London", "Norway", "")
BELGIUM = ("London", "Belgium", "")
TWO_SEAS = ["North Sea", "English Channel"]


def test_an_army_crosses_a_sea_with_a_fleet_in_it() -> None:
    game = entered("England", fleets={"England": ["North Sea"]}, armies={"England": ["London"]})
    assert "Norway" in game.reachable("army", "London")
    assert places(game.batch(holds("North Sea"), [NORWAY]).state, "England") == ["Norway"]


def test_without_a_fleet_no_army_crosses() -> None:
    # Rules T13
    game = entered("England", armies={"England": ["London"]})
    refused = refusal(game.step, "Norway")
    assert (refused.code, refused.message) == (
        "no_convoy",
        "No free fleet carries the army in London to Norway: a fleet takes one army.",
    )


def test_a_crossing_leads_over_any_number_of_convoyed_seas() -> None:
    seas = ["Bay of Biscay", "Western Med", "Ionian Sea"]
    game = entered("France", fleets={"France": seas}, armies={"France": ["Paris"]})
    assert {"Greece", "Tunis", "Morocco"} < game.reachable("army", "Paris")
    assert "Turkey" not in game.reachable("army", "Paris")
    assert places(game.batch(holds(*seas), [("Paris", "Greece", "")]).state, "France") == ["Greece"]


def test_every_sea_of_a_crossing_needs_a_fleet() -> None:
    game = entered("France", fleets={"France": ["Bay of Biscay", "Ionian Sea"]}, armies={"France": ["Brest"]})
    assert "Morocco" in game.reachable("army", "Brest")
    assert "Greece" not in game.reachable("army", "Brest")


def test_rail_comes_before_the_crossing() -> None:
    game = entered("England", fleets={"England": ["North Atlantic"]}, armies={"England": ["Sheffield"]})
    assert "Dublin" in game.reachable("army", "Sheffield")


def test_holding_at_sea_counts_as_capacity() -> None:
    game = entered("England", fleets={"England": ["North Sea"]}, armies={"England": ["London"]})
    assert game.batch(holds("North Sea"), [NORWAY]).is_complete


def test_a_fleet_carries_from_where_it_arrives() -> None:
    game = entered("England", fleets={"England": ["London"]}, armies={"England": ["London", "London"]})
    out = [("London", "English Channel", "")]
    assert game.batch(out, [BELGIUM, *holds("London")]).is_complete
    assert refusal(game.batch, out, [NORWAY, *holds("London")]).code == "no_convoy"


def test_a_fleet_that_came_in_peace_carries() -> None:
    game = entered(
        "England", fleets={"England": ["English Channel"], "France": ["North Sea"]}, armies={"England": ["London"]}
    )
    assert game.batch([("English Channel", "North Sea", "peace")], [NORWAY]).is_complete


def test_a_fleet_at_war_carries_nothing() -> None:
    # Rules T12
    game = entered(
        "England", fleets={"England": ["North Sea"], "France": ["North Sea"]}, armies={"England": ["London"]}
    )
    assert refusal(game.batch, [("North Sea", "North Sea", "war France fleet")], [NORWAY]).code == "no_convoy"
    assert game.batch([("North Sea", "North Sea", "peace")], [NORWAY]).is_complete


def test_of_two_fleets_in_a_sea_the_one_at_war_carries_nothing_and_the_other_carries() -> None:
    # Rules T12: exactly one of them is free.
    fleets = {"England": ["North Sea", "North Sea"], "France": ["North Sea"]}
    game = entered("England", fleets=fleets, armies={"England": ["London", "London"]})
    plan = [("North Sea", "North Sea", "war France fleet"), ("North Sea", "North Sea", "")]
    assert game.batch(plan, [NORWAY, *holds("London")]).is_complete
    assert refusal(game.batch, plan, [NORWAY, NORWAY]).code == "no_convoy"


def test_a_fleet_in_port_carries_nothing() -> None:
    game = entered("England", fleets={"England": ["Edinburgh"]}, armies={"England": ["London"]})
    assert refusal(game.batch, holds("Edinburgh"), [NORWAY]).code == "no_convoy"


def test_each_fleet_carries_one_army_in_a_maneuver() -> None:
    game = entered("England", fleets={"England": ["North Sea"]}, armies={"England": ["London", "Sheffield"]})
    refused = refusal(game.batch, holds("North Sea"), [NORWAY, ("Sheffield", "Denmark", "")])
    assert (refused.code, "Sheffield" in refused.message) == ("no_convoy", True)


def test_two_fleets_in_one_sea_carry_two_armies() -> None:
    # Rules T12: counted for each sea, not as a set of seas.
    game = entered("England", fleets={"England": ["North Sea"] * 2}, armies={"England": ["London"] * 3})
    fleets = holds("North Sea", "North Sea")
    assert game.batch(fleets, [NORWAY, NORWAY, *holds("London")]).is_complete
    assert refusal(game.batch, fleets, [NORWAY] * 3).code == "no_convoy"


def test_a_crossing_takes_a_fleet_in_each_sea_it_passes() -> None:
    game = entered("England", fleets={"England": TWO_SEAS}, armies={"England": ["London", "Dublin"]})
    # Over the Channel and the Bay of Biscay is no way; from Dublin neither sea is to be boarded.
    assert game.reachable("army", "Dublin") == {"Dublin"}
    fleets = ["North Atlantic", "North Sea"]
    game = entered("England", fleets={"England": fleets}, armies={"England": ["Dublin", "Edinburgh"]})
    far = [("Dublin", "Norway", ""), ("Edinburgh", "Denmark", "")]
    assert refusal(game.batch, holds(*fleets), far).code == "no_convoy"
    assert game.batch(holds(*fleets), [far[0], *holds("Edinburgh")]).is_complete


def test_armies_that_get_there_by_land_use_no_fleet() -> None:
    game = entered("Germany", fleets={"Germany": ["North Sea"]}, armies={"Germany": ["Hamburg", "Berlin"]})
    # Denmark borders Hamburg, so only Norway needs the fleet.
    assert game.batch(holds("North Sea"), [("Hamburg", "Denmark", ""), ("Berlin", "Norway", "")]).is_complete


@pytest.mark.parametrize("action", ["war France army", "peace"])
def test_armies_that_fight_need_transport_like_any_other(action: str) -> None:
    armies = {"England": ["London", "London"], "France": ["Norway", "Norway"]}
    game = entered("England", fleets={"England": ["North Sea"]}, armies=armies)
    moves = [("London", "Norway", action)] * 2
    assert refusal(game.batch, holds("North Sea"), moves).code == "no_convoy"


def test_armies_that_blow_up_need_transport_like_any_other() -> None:
    armies = {"England": ["London", "London", "London"]}
    paris = [("London", "Paris", "peace"), ("London", "Paris", "peace"), ("London", "Paris", "blow up France")]
    for ships, carried in ((2, False), (3, True)):
        fleets = ["English Channel"] * ships
        game = entered("England", fleets={"England": fleets}, armies=armies)
        if carried:
            assert "Paris" not in game.batch(holds(*fleets), paris).state.country_info["France"].factories
        else:
            assert refusal(game.batch, holds(*fleets), paris).code == "no_convoy"


@pytest.mark.parametrize("armies", [[HOLLAND, NORWAY], [NORWAY, HOLLAND]], ids=["holland_first", "norway_first"])
def test_an_army_that_has_a_choice_of_seas_yields_the_one_another_army_needs(armies: list) -> None:
    game = entered("England", fleets={"England": TWO_SEAS}, armies={"England": ["London"] * 3})
    assert game.batch(holds(*TWO_SEAS), [*armies, *holds("London")]).is_complete
    third = refusal(game.batch, holds(*TWO_SEAS), [*armies, BELGIUM])
    assert (third.code, third.message) == (
        "no_convoy",
        "No free fleet carries the army in London to Belgium: a fleet takes one army.",
    )


@pytest.mark.parametrize("armies", [[HOLLAND, NORWAY], [NORWAY, HOLLAND]], ids=["holland_first", "norway_first"])
def test_in_steps_armies_that_crossed_earlier_are_rerouted(armies: list) -> None:
    game = entered("England", fleets={"England": TWO_SEAS}, armies={"England": ["London"] * 3})
    for sea in TWO_SEAS:
        game = game.step(sea)
    for _origin, destination, action in armies:
        game = game.step(destination, action)
    assert "Belgium" not in game.reachable("army", "London")
    assert refusal(game.step, "Belgium").code == "no_convoy"
    assert game.step("London").is_complete


def test_after_a_change_of_ships_the_ships_left_are_counted_anew() -> None:
    # Holland is first sent over the Channel, then over the North Sea because Belgium needs the Channel.
    seas = ["English Channel", "North Sea", "North Atlantic"]
    game = entered("England", fleets={"England": seas}, armies={"England": ["London"] * 3})
    plan = [*holds(*seas), HOLLAND, BELGIUM]
    assert game.reachable("army", "London", plan) == {"London", "Liverpool", "Sheffield", "Edinburgh", "Dublin"}
    assert refusal(game.batch, holds(*seas), [HOLLAND, BELGIUM, NORWAY]).code == "no_convoy"
    assert game.batch(holds(*seas), [HOLLAND, BELGIUM, ("London", "Dublin", "")]).is_complete


@given(seeds)
@settings(max_examples=bulk(100))
def test_one_army_after_the_other_gets_the_answer_that_all_at_once_would_get(chance: Random) -> None:
    geography = geography_of(STANDARD)
    transport = Transport("England", geography=geography)
    supply = [0] * len(SEAS)
    for sea in chance.choices(geography.seas, k=chance.randint(1, 6)):
        transport.add_fleet(sea)
        supply[geography.sea_numbers[sea]] += 1
    carried: list[Options] = []
    by_the_sea = [origin for origin in ("London", "Dublin", "Norway", "Spain") if transport.shores(origin)]
    assume(by_the_sea)
    for _army in range(6):
        origin = chance.choice(by_the_sea)
        destination = chance.choice(transport.shores(origin))
        routes = transport.routes(origin, destination)
        possible = by_trying_everything([*carried, routes], supply)
        assert transport.can_carry(origin, destination) == possible
        if possible:
            transport.carry(origin, destination)
            carried.append(routes)


def test_a_place_no_sea_route_leads_to_is_out_of_reach_whatever_the_fleets() -> None:
    game = entered("England", fleets={"England": ["North Sea"]}, armies={"England": ["London"]})
    assert refusal(game.batch, holds("North Sea"), [("London", "Moscow", "peace")]).code == "unreachable"
