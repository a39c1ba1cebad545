"""Proposals of the leader and of the opposition (rules 3.3, 3.4, 4.10)."""

from typing import Any

from msgspec.structs import replace

from imperial import rules
from imperial.rules.state import Proposal, State
from tests.imperial.rules.positions import STANDARD, acting, do, dollars, new_lines, position, refused

DEMOCRACY = {"Austria": {"Ann": [4], "Ben": [3], "Cleo": [2]}, "Italy": {"Ben": [5]}}


def democracy(**fields: Any) -> State:
    return position(bonds=DEMOCRACY, **fields)


def opposed(**fields: Any) -> State:
    """Ann has proposed taxation; Ben is to answer."""
    return do(democracy(**fields), "Ann", "propose", wheel_spot="Taxation")


def test_the_leader_proposes() -> None:
    assert refused(democracy(), "Ben", "propose", wheel_spot="Taxation") == "not_your_turn"


def test_what_a_dictator_proposes_happens_at_once() -> None:
    state = position(countries={"Austria": {"tax_chips": ("Spain", "Portugal")}})
    after = do(state, "Ann", "propose", wheel_spot="Taxation")
    assert after.country_info["Austria"].points == 1
    assert (after.mode, after.country_up, after.same_turn) == ("proposal", "Italy", False)
    assert (after.proposal_1, after.undo) == (None, "Ann")


def test_a_democracy_without_opposition_acts_at_once() -> None:
    alone = position(countries={"Austria": {"gov": "democracy"}})
    assert do(alone, "Ann", "propose", wheel_spot="Taxation").country_up == "Italy"


def test_a_leader_in_debt_does_what_is_free() -> None:
    """The original let players pay what they did not have."""
    state = position(money={"Ann": -1}, countries={"Austria": {"wheel_spot": "Factory"}})
    assert rules.legal_actions(state, "Ann", setup=STANDARD)
    assert dollars(do(state, "Ann", "propose", wheel_spot="R-Produce"), "Ann") == -1
    for spot in ("Import", "L-Produce"):
        assert refused(state, "Ann", "propose", wheel_spot=spot) == "cannot_afford"


def test_in_a_democracy_the_opposition_answers_first() -> None:
    state = opposed()
    assert (state.mode, state.same_turn, state.undo) == ("proposal-opp", False, "Ann")
    assert acting(state) == ("Ben",)
    assert state.proposal_1 == Proposal(player="Ann", wheel_spot="Taxation")
    assert state.country_info["Austria"].wheel_spot == "center", "nothing has happened yet"
    assert state.history[-1].startswith("Austria: Ann proposes as leader: Taxation: 0 points")


def test_the_opposition_may_agree_and_the_leader_s_proposal_happens() -> None:
    before = opposed(countries={"Austria": {"wheel_spot": "Import"}})
    before = replace(before, proposal_1=Proposal(player="Ann", wheel_spot="Factory"))
    after = do(before, "Ben", "agree")
    assert dollars(after, "Ann") == 10 - 2, "its author pays for the wheel"
    assert dollars(after, "Ben") == 10
    assert new_lines(before, after) == [
        "Austria: Ben agrees with the leader.",
        "Austria carries out the proposal of Ann: Factory: builds nothing.",
    ]
    assert (after.proposal_1, after.mode, after.country_up) == (None, "proposal", "Italy")
    assert (after.undo, after.same_turn) == ("Ben", False)


def test_a_counter_proposal_opens_a_vote_of_all_stockholders() -> None:
    before = opposed()
    state = do(before, "Ben", "propose", wheel_spot="Factory", factory_loc="Trieste")
    assert state.mode == "vote"
    assert acting(state) == ("Ann", "Ben", "Cleo")
    assert state.proposal_2 == Proposal(player="Ben", wheel_spot="Factory", factory_loc="Trieste")
    assert state.voting is not None
    assert (state.voting.country, state.voting.proposal_1.votes, state.voting.proposal_2.votes) == ("Austria", 0, 0)
    assert state.voting.proposal_2.proposal == "Factory: builds in Trieste."
    assert new_lines(before, state) == ["Austria: Ben proposes as opposition: Factory: builds in Trieste."]
    assert (state.undo, state.same_turn) == ("Ben", False)


def test_a_player_without_stock_has_no_vote() -> None:
    bonds = {"Austria": {"Ann": [4], "Ben": [3], "Cleo": [2]}}
    state = position(bonds=bonds, players=("Ann", "Ben", "Cleo", "Dan"))
    state = do(do(state, "Ann", "propose", wheel_spot="Taxation"), "Ben", "propose", wheel_spot="Factory")
    assert acting(state) == ("Ann", "Ben", "Cleo")


def test_a_counter_proposal_is_checked_against_the_purse_of_the_opposition() -> None:
    poor = opposed(money={"Ann": 10, "Ben": 4.99, "Cleo": 0})
    assert refused(poor, "Ben", "propose", wheel_spot="Factory", factory_loc="Trieste") == "cannot_afford"


def test_proposing_the_same_as_the_leader_is_legal() -> None:
    assert do(opposed(), "Ben", "propose", wheel_spot="Taxation").mode == "vote"


def test_nothing_can_be_agreed_with_before_the_leader_has_proposed() -> None:
    assert refused(democracy(), "Ann", "agree") == "wrong_mode"


def test_hand_made_states_without_a_proposal_are_refused_politely() -> None:
    broken = replace(opposed(), proposal_1=None)
    assert refused(broken, "Ben", "agree") == "illegal_action"


def test_the_wheel_moves_and_costs_only_when_a_proposal_happens() -> None:
    state = democracy(countries={"Austria": {"wheel_spot": "Import"}})
    state = do(state, "Ann", "propose", wheel_spot="R-Produce")
    assert dollars(state, "Ann") == 10
    state = do(state, "Ben", "propose", wheel_spot="Factory")
    assert (dollars(state, "Ann"), dollars(state, "Ben")) == (10, 10)
    state = do(do(state, "Ben", "vote", choice=2), "Cleo", "vote", choice=2)
    assert (dollars(state, "Ann"), dollars(state, "Ben")) == (10, 8), "a losing proposal costs nothing"
    assert state.country_info["Austria"].wheel_spot == "Factory"


def test_passing_the_investor_gives_the_card_holder_two_dollars_and_the_first_buy() -> None:
    state = position(countries={"Austria": {"wheel_spot": "R-Maneuver"}}, country="Austria")
    after = do(state, "Ann", "propose", wheel_spot="L-Produce")
    assert (after.mode, acting(after)) == ("buy", ("Ann",))
    assert dollars(after, "Ann") == 12
    assert after.country_info["Austria"].wheel_spot == "L-Produce"
    assert after.proposal_1 is None


def test_the_end_of_the_game_brings_no_investor_round() -> None:
    chips = ("Algeria", "Belgium", "Bulgaria", "Denmark", "Greece", "Holland", "Morocco")
    state = position(countries={"Austria": {"wheel_spot": "R-Maneuver", "points": 24, "tax_chips": chips}})
    after = do(state, "Ann", "propose", wheel_spot="Taxation")
    assert after.mode == "game-over"
    assert dollars(after, "Ann") == 10 - 4 + 6, "the wheel is paid, the pool too, but no bonus"
    assert (after.country_up, after.country_info["Austria"].wheel_spot) == ("Austria", "Taxation")
    assert acting(after) == ()


def test_numbers_are_reckoned_again_when_a_proposal_happens() -> None:
    state = opposed()
    assert "0 points" in state.history[-1]
    austria = replace(state.country_info["Austria"], tax_chips=("Spain", "Portugal"))
    changed = replace(state, country_info={**state.country_info, "Austria": austria})
    after = do(changed, "Ben", "agree")
    assert after.country_info["Austria"].points == 1
    assert "1 point," in after.history[-1]
