"""What players can choose from (rules 8): everything on a menu is legal, and nobody to act has an empty one."""

from typing import Any

from imperial import rules
from imperial.rules.state import State
from tests.imperial.rules.positions import NOW, STANDARD, do, position

DEMOCRACY = {"Austria": {"Ann": [4], "Ben": [3], "Cleo": [2]}}
FULL: dict[str, Any] = {"fleets": {"Austria": ["Ionian Sea"] * 6}, "armies": {"Austria": ["Vienna"] * 12}}


def menu(state: State, player: str = "Ann") -> list[rules.Action]:
    actions = rules.legal_actions(state, player, setup=STANDARD)
    assert len(set(actions)) == len(actions)
    for action in actions:
        rules.apply(state, player, action, setup=STANDARD, shuffle=list, now=NOW)
    return actions


def spots(actions: list[rules.Action]) -> set[str]:
    return {action.wheel_spot for action in actions if isinstance(action, rules.Propose)}


def test_bids_range_from_nothing_to_everything() -> None:
    state = rules.new_game(["Ann", "Ben", "Cleo"], STANDARD, shuffle=list, now=NOW)
    amounts = [action.amount for action in menu(state) if isinstance(action, rules.Bid)]
    assert amounts == [0, 2, 4, 6, 9, 12, 16, 20, 20.33]


def test_an_offer_is_taken_or_left() -> None:
    state = rules.new_game(["Ann", "Ben"], STANDARD, shuffle=list, now=NOW)
    state = do(do(state, "Ann", "bid", amount=9), "Ben", "bid", amount=0)
    assert menu(state) == [rules.BidBuy(accept=True), rules.BidBuy(accept=False)]


def test_proposals_reach_every_spot_within_means() -> None:
    assert spots(menu(position())) == set(STANDARD.wheel)
    at_factory: dict[str, Any] = {"countries": {"Austria": {"wheel_spot": "Factory", "money": 9}}}
    assert len(spots(menu(position(**at_factory)))) == 6
    assert spots(menu(position(money=3, **at_factory))) == {"R-Produce", "R-Maneuver", "Investor", "Import"}


def test_a_factory_can_be_built_in_every_free_home_territory() -> None:
    places = {action.factory_loc for action in menu(position()) if isinstance(action, rules.Propose)}
    assert places == {None, "Lemberg", "Prague", "Trieste"}


def test_production_offers_all_of_it_each_kind_and_nothing() -> None:
    state = position(countries={"Austria": {"factories": ("Vienna", "Trieste")}})
    offered = [
        (action.fleet_produce, action.army_produce)
        for action in menu(state)
        if isinstance(action, rules.Propose) and action.wheel_spot == "L-Produce"
    ]
    assert offered == [(("Trieste",), ("Vienna",)), (("Trieste",), ()), ((), ("Vienna",)), ((), ())]


def test_imports_go_to_one_place_to_several_or_are_mixed() -> None:
    state = position(countries={"Austria": {"money": 2}}, money=1)
    offered = [
        list(zip(action.imports.types, action.imports.territories, strict=True)) if action.imports else []
        for action in menu(state)
        if isinstance(action, rules.Propose) and action.wheel_spot == "Import"
    ]
    fleet, homes = ("fleet", "Trieste"), ("Budapest", "Lemberg", "Prague", "Trieste", "Vienna")
    assert offered == [
        [fleet] * 3,
        [fleet],
        *([("army", home)] * 3 for home in homes),
        [("army", home) for home in homes[:3]],
        [("army", "Prague")],
        [fleet, ("army", "Prague")],
        [],
    ]


def test_nothing_is_created_beyond_the_limits() -> None:
    actions = menu(position(**FULL, countries={"Austria": {"money": 9}}))
    assert spots(actions) >= {"L-Produce", "R-Produce", "Import"}
    for action in actions:
        assert isinstance(action, rules.Propose)
        assert (action.fleet_produce, action.army_produce, action.imports) == ((), (), None)


def test_the_poorest_player_can_always_propose_something() -> None:
    for spot in STANDARD.wheel:
        state = position(
            money=0, countries={"Austria": {"wheel_spot": spot}}, bonds={"Austria": {"Ann": [5], "Ben": [3]}}
        )
        assert menu(state)


def test_occupied_homes_leave_the_empty_choices() -> None:
    homes = ["Vienna", "Budapest", "Prague", "Lemberg", "Trieste"]
    actions = menu(position(armies={"Italy": homes}, countries={"Austria": {"money": 9}}))
    assert rules.Propose(wheel_spot="Import") in actions
    assert rules.Propose(wheel_spot="Factory") in actions
    assert spots(actions) == set(STANDARD.wheel)


def test_the_opposition_can_agree_or_propose() -> None:
    state = do(position(bonds=DEMOCRACY), "Ann", "propose", wheel_spot="Taxation")
    actions = menu(state, "Ben")
    assert actions[0] == rules.Agree()
    assert spots(actions) == set(STANDARD.wheel)


def test_a_vote_has_two_sides() -> None:
    state = do(position(bonds=DEMOCRACY), "Ann", "propose", wheel_spot="Taxation")
    state = do(state, "Ben", "propose", wheel_spot="Factory")
    assert menu(state, "Cleo") == [rules.Vote(choice=1), rules.Vote(choice=2)]


def test_units_on_the_move_have_somewhere_to_go() -> None:
    state = position(armies={"Austria": ["Vienna", "Trieste"]}, fleets={"Austria": ["Trieste"]})
    assert menu(do(state, "Ann", "propose", wheel_spot="L-Maneuver"))


def test_there_is_nothing_to_do_after_the_end() -> None:
    assert rules.legal_actions(position(mode="game-over", to_act=()), "Ann", setup=STANDARD) == []
