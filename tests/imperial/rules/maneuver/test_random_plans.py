"""Random positions and plans: what the planner offers is what is accepted, and nothing gets lost on the way."""

from collections import Counter
from random import Random

from hypothesis import assume, given, settings
from msgspec.structs import replace

from imperial.rules.actions import ManeuverBatch
from imperial.rules.maneuver import action_codes as codes
from imperial.rules.maneuver.carrying_out import carry_out
from imperial.rules.maneuver.progress import take_batch
from imperial.rules.state import Country, State
from tabletop.rules import RuleViolation
from tests.imperial.rules.maneuver.maneuvers import Maneuver
from tests.imperial.rules.maneuver.random_positions import (
    COUNTRIES,
    LAND,
    SEAS,
    begun,
    pending,
    played_at_random,
    random_holders,
    random_position,
    seeds,
    with_one_owner,
)
from tests.imperial.rules.positions import STANDARD
from tests.kit.bulk import bulk

Move = tuple[str, str, str]
ALL_ACTIONS = [
    "",
    "peace",
    "hostile",
    *(codes.war(country, kind) for country in COUNTRIES for kind in ("fleet", "army")),
    *(codes.blow_up(country) for country in COUNTRIES),
]


def random_plan(game: Maneuver, chance: Random) -> list[tuple[str, Move]]:
    """Made with the planner, unit by unit in any order within the kinds; every fourth unit goes where others went."""
    units = pending(game.current)
    chance.shuffle(units)
    units.sort(key=lambda unit: unit[0], reverse=True)
    plan: list[tuple[str, Move]] = []
    for kind, origin in units:
        moves = [move for _kind, move in plan]
        places = sorted(game.reachable(kind, origin, moves))
        crowded = [place for place in places if place in {destination for _origin, destination, _action in moves}]
        destination = chance.choice(crowded if crowded and chance.random() < 0.5 else places)
        offered = game.actions(kind, origin, destination, moves)
        blow_ups = [action for action in offered if codes.is_blow_up(action)]
        plan.append((kind, (origin, destination, chance.choice(blow_ups or offered))))
    return plan


def submitted(game: Maneuver, plan: list[tuple[str, Move]]) -> Maneuver:
    return game.batch([move for kind, move in plan if kind == "fleet"], [move for kind, move in plan if kind == "army"])


@given(seeds)
@settings(max_examples=bulk(150))
def test_whatever_the_planner_offers_is_accepted_as_a_batch_and_in_steps_alike(chance: Random) -> None:
    start = begun(random_position(chance))
    assume(not start.is_complete)
    plan = random_plan(start, chance)
    whole = submitted(start, plan)
    game = start
    for _kind, (origin, destination, action) in plan:
        game = game.step(destination, action, origin=origin)
    assert whole.is_complete
    assert replace(game.state, same_turn=False) == whole.state
    assert_nothing_got_lost(start.state, whole.state, [move for _kind, move in plan])


@given(seeds)
@settings(max_examples=bulk(25))
def test_whatever_the_planner_does_not_offer_is_refused(chance: Random) -> None:
    start = begun(random_position(chance, most=3))
    assume(not start.is_complete)
    plan = random_plan(start, chance)
    kind, (origin, _destination, _action) = plan.pop()
    moves = [move for _kind, move in plan]
    offered = {
        (place, action)
        for place in start.reachable(kind, origin, moves)
        for action in start.actions(kind, origin, place, moves)
    }
    assert offered
    for place in chance.sample([*LAND, *SEAS], 10) + sorted({place for place, _action in offered}):
        for action in ALL_ACTIONS:
            attempt = [*plan, (kind, (origin, place, action))]
            assert is_accepted(start, attempt) == ((place, action) in offered), (place, action)


def is_accepted(game: Maneuver, plan: list[tuple[str, Move]]) -> bool:
    try:
        submitted(game, plan)
    except RuleViolation:
        return False
    return True


@given(seeds)
@settings(max_examples=bulk(80))
def test_a_stored_maneuver_is_still_legal_when_it_is_carried_out(chance: Random) -> None:
    # Rules 5.9: the moves stay legal, wars that came of rejected offers included.
    before = random_position(chance, holders=random_holders(chance))
    assume(len(before.country_info[before.country_up].leadership) > 1)
    game = begun(before, return_mode="proposal-opp")
    while not game.is_complete:
        game = played_at_random(game, chance)
    stored = game.state.proposal_1
    assert stored is not None
    assume(stored.fleet_man or stored.army_man)
    again = Maneuver(begun(with_one_owner(before)).state)
    moves = ManeuverBatch(fleet_man=stored.fleet_man, army_man=stored.army_man)
    done, _events = take_batch(again.state, "Ann", moves, setup=STANDARD)
    after = carry_out(
        before, country=before.country_up, fleet_man=stored.fleet_man, army_man=stored.army_man, setup=STANDARD
    )
    assert [boards(info) for info in done.country_info.values()] == [
        boards(info) for info in after.country_info.values()
    ]


def boards(info: Country) -> tuple[object, ...]:
    return info.fleets, info.armies, info.factories, info.tax_chips


def assert_nothing_got_lost(before: State, after: State, moves: list[Move]) -> None:
    mover = before.country_up
    wars = [codes.war_target(action) for _origin, _destination, action in moves if codes.is_war(action)]
    blow_ups = [destination for _origin, destination, action in moves if codes.is_blow_up(action)]
    lost = Counter(wars)
    for name, info in before.country_info.items():
        then = after.country_info[name]
        units = len(info.fleets) + len(info.armies), len(then.fleets) + len(then.armies)
        if name == mover:
            assert units[0] - units[1] == len(wars) + 3 * len(blow_ups)
        else:
            assert len(info.fleets) - len(then.fleets) == lost[name, "fleet"]
            assert len(info.armies) - len(then.armies) == lost[name, "army"]
        assert set(info.factories) - set(then.factories) == set(blow_ups) & set(info.factories)
        assert all(fleet.hostile for fleet in then.fleets)
    chips = Counter(chip for info in after.country_info.values() for chip in info.tax_chips)
    assert set(chips.values()) <= {1}
    assert all(STANDARD.territories[chip].country is None for chip in chips)
