"""Rules 5.5: the search finds an assignment whenever there is one. Judged by trying everything."""

from random import Random

from hypothesis import given, settings

from imperial.rules.maneuver.transport import find_assignment
from tests.imperial.rules.maneuver.brute_force import by_trying_everything, fits
from tests.imperial.rules.maneuver.random_positions import seeds
from tests.kit.bulk import bulk


@given(seeds)
@settings(max_examples=bulk(200))
def test_the_search_agrees_with_trying_everything(chance: Random) -> None:
    seas = chance.randint(1, 6)
    supply = [chance.choice([0, 1, 1, 2, 3]) for _sea in range(seas)]
    demands = [
        tuple({chance.randrange(1, 2**seas) & chance.randrange(1, 2**seas) for _option in range(chance.randint(1, 4))})
        for _army in range(chance.randint(0, 4))
    ]
    found = find_assignment(demands, supply)
    assert (found is not None) == by_trying_everything(demands, supply)
    if found is not None:
        assert fits(found, supply)
        assert all(option in options for option, options in zip(found, demands, strict=True))


def test_nobody_to_carry_needs_no_fleet() -> None:
    assert find_assignment([], []) == []
    assert find_assignment([], [0, 2]) == []


def test_an_army_without_a_route_cannot_be_carried() -> None:
    assert find_assignment([()], [3]) is None
    assert find_assignment([(0b1,), ()], [3]) is None


def test_a_demand_that_needs_nothing_is_served() -> None:
    assert find_assignment([(0,), (0b1,)], [1]) == [0, 1]


def test_first_come_first_served_would_be_wrong() -> None:
    # The first could take either sea, the second needs the first sea, and so on round the table.
    assert find_assignment([(0b01, 0b10), (0b01,)], [1, 1]) == [0b10, 0b01]
    assert find_assignment([(0b001, 0b010), (0b001, 0b100), (0b001,)], [1, 1, 1]) == [0b010, 0b100, 0b001]
    assert find_assignment([(0b01, 0b10), (0b01,), (0b10,)], [1, 1]) is None


def test_a_long_route_is_taken_when_the_short_one_is_needed_by_another() -> None:
    assert find_assignment([(0b001, 0b110), (0b001,)], [1, 1, 1]) == [0b110, 0b001]
    assert find_assignment([(0b001, 0b110), (0b001,), (0b010,)], [1, 1, 1]) is None
