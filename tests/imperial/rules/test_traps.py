"""Rules 19: known traps. Some are tested with the maneuver, tables and pages."""

from pathlib import Path
from typing import Any

from msgspec.structs import replace

from imperial import rules
from imperial.rules.auction import offer
from imperial.rules.state import Bond, State, Timer
from tests.imperial.rules.invariants import cash
from tests.imperial.rules.positions import NOW, STANDARD, acting, do, dollars, new_lines, position, refused

TRAPS = range(1, 33)
ELSEWHERE = {
    6: "rules/maneuver/test_carrying_out.py::test_armies_run_in_the_players_order_whatever_their_actions",
    7: "rules/maneuver/test_peace_offers.py::test_two_rejected_offers_take_two_defenders",
    10: "rules/maneuver/test_interrupted_plans.py::test_the_draft_is_resubmitted_and_only_with_the_units_not_yet_moved",
    12: "rules/maneuver/test_convoys.py::test_two_fleets_in_one_sea_carry_two_armies",
    13: "rules/maneuver/test_convoys.py::test_without_a_fleet_no_army_crosses",
    14: "rules/maneuver/test_army_movement.py::test_no_rail_follows_a_step_into_the_home_country",
    15: "rules/maneuver/test_blow_ups.py::test_three_armies_blow_up_a_factory_and_are_gone",
    16: "rules/maneuver/test_actions_at_destination.py::test_hostile_depends_on_earlier_moves",
    17: "rules/maneuver/test_actions_at_destination.py::test_coexisting_units_can_be_attacked_and_do_not_block_hostile",
    18: "rules/maneuver/test_carrying_out.py::test_fleets_at_sea_place_chips",
    21: "rules/maneuver/test_peace_offers.py::test_a_rejection_ends_the_questions_of_that_unit",
    23: "services/test_races.py::test_a_vote_and_an_undo_at_once_come_one_after_the_other",
    29: "browser/test_auction.py::test_three_people_sit_down_and_bid",
    30: "rules/maneuver/test_entering.py::test_entering_again_after_undo_starts_afresh",
    31: "decisions/test_plan.py::test_the_player_says_what_a_unit_does",
}
"""One of the tests for each trap that has none in this file. Others cite it in a comment, as rules T12."""
DEMOCRACY = {"Austria": {"Ann": [4], "Ben": [3], "Cleo": [2]}}


def test_every_trap_has_its_test() -> None:
    for trap in TRAPS:
        if trap not in ELSEWHERE:
            assert any(name.startswith(f"test_trap_{trap}_") for name in globals()), trap
            continue
        file, test = ELSEWHERE[trap].split("::")
        assert f"def {test}(" in (Path(__file__).parents[1] / file).read_text(), trap


def vote(state: State) -> State:
    state = do(state, "Ann", "propose", wheel_spot="Taxation")
    return do(state, "Ben", "propose", wheel_spot="Factory")


def test_trap_1_the_leader_s_tenth_is_really_added() -> None:
    state = vote(
        position(
            bonds={"Austria": {"Ann": [3], "Ben": [2], "Cleo": [1], "Dan": [2]}}, players=("Ann", "Ben", "Cleo", "Dan")
        )
    )
    for name, choice in (("Ben", 2), ("Dan", 2), ("Cleo", 1), ("Ann", 1)):
        state = do(state, name, "vote", choice=choice)
    assert state.country_info["Austria"].wheel_spot == "Taxation", "4.1 against 4"


def test_trap_2_countries_without_leadership_are_skipped_and_nothing_loops_for_ever() -> None:
    state = position(bonds={"Austria": {"Ann": [1]}})
    after = do(state, "Ann", "propose", wheel_spot="Taxation")
    assert (after.country_up, after.round) == ("Austria", 3)
    start = rules.new_game(["Ann", "Ben"], STANDARD, shuffle=list, now=NOW)
    for _country in STANDARD.countries:
        start = do(do(start, "Ann", "bid", amount=0), "Ben", "bid", amount=0)
    assert (start.mode, start.country_up) == ("bid", "Austria")


def test_trap_3_the_last_country_of_the_auction_is_the_last_of_the_setup() -> None:
    small = rules.parse_setup(
        {
            "name": "small",
            "wheel": list(STANDARD.wheel),
            "stockCosts": [0, 2, 4],
            "countries": {
                "Russia": {"order": 1, "fleetLimit": 1, "armyLimit": 1},
                "New Prussia": {"order": 2, "fleetLimit": 1, "armyLimit": 1},
            },
            "territories": {"Moscow": {"country": "Russia"}, "Berlin": {"country": "New Prussia"}},
        }
    )
    state = rules.new_game(["Ann", "Ben"], small, shuffle=list, now=NOW)
    for country in ("Russia", "New Prussia"):
        assert (state.mode, state.country_up) == ("bid", country)
        state = do(do(state, "Ann", "bid", amount=2, setup=small), "Ben", "bid", amount=0, setup=small)
        state = do(state, "Ann", "bid_buy", accept=True, setup=small)
    assert (state.mode, state.country_up) == ("proposal", "Russia")


def buying(**fields: Any) -> State:
    return position(mode="buy", to_act=("Ann",), **fields)


def test_trap_4_an_upgrade_counts_its_refund_and_the_server_checks_the_rest() -> None:
    state = buying(money=8)
    assert dollars(do(state, "Ann", "buy", country="Italy", stock=7, return_stock=5), "Ann") == 0
    assert refused(state, "Ann", "buy", country="Italy", stock=7, return_stock=6) == "bad_return"
    closed = buying(money=8, countries={"Italy": {"off_limits": True}})
    assert refused(closed, "Ann", "buy", country="Italy", stock=7, return_stock=5) == "off_limits"


def test_trap_5_only_the_bond_that_was_asked_for_leaves_the_market() -> None:
    state = buying(money=30)
    assert refused(state, "Ann", "buy", country="Italy", stock=5) == "unavailable_stock"
    after = do(state, "Ann", "buy", country="Italy", stock=2)
    assert after.country_info["Italy"].avail_stock == (1, 3, 4, 6, 7, 8)
    assert Bond(country="Italy", stock=2) in after.player_info["Ann"].stock


def test_trap_8_each_second_of_a_turn_in_steps_is_charged_once() -> None:
    timer = Timer(timed=True, increment=0, banked=100, last_move=0)
    state = position(timer=timer, armies={"Austria": ["Vienna", "Vienna"]})
    state = replace(state, player_info={n: replace(p, banked=100) for n, p in state.player_info.items()})
    state = do(state, "Ann", "propose", wheel_spot="L-Maneuver", now=10)
    state = do(state, "Ann", "maneuver_step", destination="Vienna", now=20)
    state = do(state, "Ann", "maneuver_step", destination="Vienna", now=30)
    assert state.player_info["Ann"].banked == 70


def test_trap_9_the_texts_of_a_vote_come_from_the_proposals() -> None:
    state = do(position(bonds=DEMOCRACY), "Ann", "propose", wheel_spot="Taxation")
    state = replace(state, history=(*state.history, "Something else was said.", "And more."))
    state = do(state, "Ben", "propose", wheel_spot="Factory", factory_loc="Trieste")
    assert state.voting is not None
    assert state.voting.proposal_1.proposal.startswith("Taxation:")
    assert state.voting.proposal_2.proposal == "Factory: builds in Trieste."


def test_trap_11_a_text_is_no_vote() -> None:
    assert refused(vote(position(bonds=DEMOCRACY)), "Ann", "vote", choice="Taxation") == "invalid_request"


def test_trap_19_wheel_and_cost_of_a_maneuver_wait_for_its_execution() -> None:
    state = position(countries={"Austria": {"wheel_spot": "R-Produce"}}, armies={"Austria": ["Vienna"]})
    entered = do(state, "Ann", "propose", wheel_spot="L-Maneuver")
    assert (dollars(entered, "Ann"), entered.country_info["Austria"].wheel_spot) == (10, "R-Produce")
    after = do(entered, "Ann", "maneuver_step", destination="Vienna")
    assert after.country_info["Austria"].wheel_spot == "L-Maneuver"
    assert after.mode == "buy", "the investor was passed"
    assert dollars(after, "Ann") == 10 - 4 + 2


def test_trap_20_nothing_comes_after_the_end_of_the_game() -> None:
    chips = ("Algeria", "Belgium")
    state = position(countries={"Austria": {"points": 24, "tax_chips": chips}})
    after = do(state, "Ann", "propose", wheel_spot="Taxation")
    assert (after.mode, after.country_up, acting(after)) == ("game-over", "Austria", ())


def test_trap_22_identity_and_mode_are_checked_for_every_action() -> None:
    state = do(position(armies={"Austria": ["Vienna"]}), "Ann", "propose", wheel_spot="L-Maneuver")
    assert refused(state, "Ben", "maneuver_step", destination="Vienna", name="Ann") == "not_your_turn"
    assert refused(position(), "Ann", "maneuver_step", destination="Vienna") == "wrong_mode"


def test_trap_24_pausing_goes_through_the_rules() -> None:
    state = position(timer=Timer(timed=True))
    assert do(state, "Ben", "pause", now=5).timer.pause == 5_000


def test_trap_25_empty_and_missing_lists_neither_crash_nor_leave_fragments() -> None:
    state = position(countries={"Austria": {"money": 5, "factories": ("Trieste", "Vienna")}})
    for payload in (
        {"wheel_spot": "L-Produce", "fleet_produce": ["Trieste"]},
        {"wheel_spot": "L-Produce", "army_produce": ["Vienna"]},
        {"wheel_spot": "Import", "import": {"types": ["fleet"], "territories": ["Trieste"]}},
        {"wheel_spot": "Import", "import": {}},
        {"wheel_spot": "L-Maneuver"},
    ):
        (line,) = new_lines(state, do(state, "Ann", "propose", **payload))
        assert not [fragment for fragment in ("in .", ": ;", ": .", "; .", "  ") if fragment in line]
    stored = rules.to_json(do(position(bonds=DEMOCRACY), "Ann", "propose", wheel_spot="Import"))
    stored["proposal 1"] = {"name": "Ann", "wheelSpot": "Import"}
    assert do(rules.from_json(stored), "Ben", "agree").country_up == "Austria"


def test_trap_26_the_log_has_no_noise() -> None:
    state = position(countries={"Austria": {"money": 0.1 + 0.2}}, bonds={"Austria": {"Ann": [5]}})
    after = do(state, "Ann", "propose", wheel_spot="Investor")
    assert new_lines(state, after) == ["Austria: Ann chooses Investor: Ann gets $0.30."]
    punted = do(after, "Ann", "punt")
    assert new_lines(after, punted) == ["Ann punts."]
    bought = do(after, "Ann", "buy", country="Austria", stock=1, return_stock=0)
    assert new_lines(after, bought) == ["Ann buys the 1 bond of Austria."]
    holding = do(position(armies={"Austria": ["Vienna"]}), "Ann", "propose", wheel_spot="L-Maneuver")
    held = do(holding, "Ann", "maneuver_step", destination="Vienna")
    assert held.history[-1].endswith("L-Maneuver: army: stays in Vienna.")


def test_trap_27_seats_are_counted_by_the_players_there_are() -> None:
    state = position(
        mode="buy", to_act=("Ben",), players=("Ann", "Ben"), bonds={"Austria": {"Ann": [1]}, "Italy": {"Ben": [1]}}
    )
    state = replace(state, player_info={n: replace(p, investor=n == "Ben") for n, p in state.player_info.items()})
    assert [player for player, info in do(state, "Ben", "punt").player_info.items() if info.investor] == ["Ann"]


def test_trap_28_a_fractional_treasury_creates_no_money() -> None:
    chips = ("Algeria", "Belgium", "Bulgaria", "Denmark", "Greece", "Holland")
    state = position(
        countries={"Austria": {"money": 0.6, "tax_chips": chips, "factories": ("Vienna",)}},
        armies={"Austria": ["Prague"] * 7},
    )
    after = do(state, "Ann", "propose", wheel_spot="Taxation")
    assert cash(after) - cash(state) == 100, "eight of revenue, seven of upkeep"
    assert dollars(after, "Austria") == 0.6


def test_trap_32_nothing_is_shared_or_changed_in_place() -> None:
    state = position(armies={"Austria": ["Vienna"]})
    before = rules.to_json(state)
    do(do(state, "Ann", "propose", wheel_spot="L-Maneuver"), "Ann", "maneuver_step", destination="Budapest")
    do(state, "Ann", "propose", wheel_spot="Factory", factory_loc="Trieste")
    assert rules.to_json(state) == before


def test_an_offer_to_somebody_without_a_bid_is_nothing() -> None:
    assert offer(position(), "Ann", setup=STANDARD) == 0
