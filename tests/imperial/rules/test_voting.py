"""Votes (rules 3.5)."""

import pytest
from msgspec.structs import replace

from imperial.rules.proposals import lay_before
from imperial.rules.state import Proposal, State
from imperial.rules.stock import is_majority
from tests.imperial.rules.positions import STANDARD, acting, applied, do, new_lines, position, refused


def vote_between(**stock: int) -> State:
    """A country in which the first proposes taxation and the second a factory."""
    names = list(stock)
    state = position(bonds={"Austria": {name: [share] for name, share in stock.items()}}, players=names)
    state = do(state, names[0], "propose", wheel_spot="Taxation")
    return do(state, names[1], "propose", wheel_spot="Factory")


def executed(state: State) -> str:
    return state.country_info["Austria"].wheel_spot


def test_the_example_of_the_rules() -> None:
    """Holdings 4, 3, 2, 1: 5.1 of leader and smallest win, 5 of the others do not."""
    state = vote_between(Ann=4, Ben=3, Cleo=2, Dan=1)
    others = do(do(state, "Ben", "vote", choice=2), "Cleo", "vote", choice=2)
    assert others.mode == "vote"
    decided = do(do(others, "Ann", "vote", choice=1), "Dan", "vote", choice=1)
    assert executed(decided) == "Taxation"


def test_the_leader_s_tenth_goes_to_the_side_the_leader_votes_for() -> None:
    state = vote_between(Ann=4, Ben=3, Cleo=2, Dan=1)
    state = do(do(do(state, "Ann", "vote", choice=2), "Ben", "vote", choice=1), "Cleo", "vote", choice=1)
    assert executed(do(state, "Dan", "vote", choice=2)) == "Factory"


def test_a_vote_weighs_the_voter_s_stock() -> None:
    state = do(vote_between(Ann=4, Ben=3, Cleo=2, Dan=1), "Ben", "vote", choice=2)
    assert state.voting is not None
    assert (state.voting.proposal_2.votes, state.voting.proposal_2.voters) == (30, ("Ben",))
    state = do(state, "Ann", "vote", choice=1)
    assert state.voting is not None
    assert state.voting.proposal_1.votes == 41


def test_the_vote_is_decided_as_soon_as_one_side_cannot_lose() -> None:
    state = do(do(vote_between(Ann=4, Ben=3, Cleo=2), "Ann", "vote", choice=1), "Ben", "vote", choice=1)
    assert executed(state) == "Taxation"
    assert state.voting is None
    assert (state.proposal_1, state.proposal_2) == (None, None)
    assert not state.same_turn


@pytest.mark.parametrize(("votes", "total", "wins"), [(50, 10, False), (51, 10, True), (45, 9, False), (50, 9, True)])
def test_a_side_wins_with_more_than_half_of_all_stock_and_a_hundredth(votes: int, total: int, wins: bool) -> None:
    assert is_majority(votes, total=total) is wins


def test_an_undecided_vote_stays_open_for_the_others() -> None:
    state = do(vote_between(Ann=4, Ben=3, Cleo=2), "Ann", "vote", choice=1)
    assert (state.mode, state.same_turn, state.undo) == ("vote", True, "Ann")
    assert acting(state) == ("Ben", "Cleo")
    assert refused(state, "Ann", "vote", choice=1) == "not_your_turn"


def test_the_last_vote_always_decides() -> None:
    state = vote_between(Ann=3, Ben=2, Cleo=1, Dan=2)
    assert state.country_info["Austria"].gov == "democracy"
    state = do(do(do(state, "Ann", "vote", choice=1), "Ben", "vote", choice=2), "Dan", "vote", choice=2)
    assert executed(do(state, "Cleo", "vote", choice=1)) == "Taxation", "exactly half wins with the leader"


def test_the_author_of_the_winning_proposal_is_its_proposer() -> None:
    before = do(vote_between(Ann=4, Ben=3, Cleo=2), "Ben", "vote", choice=2)
    after = do(before, "Cleo", "vote", choice=2)
    assert new_lines(before, after) == [
        "Austria: Cleo has voted.",
        "Austria: the vote is decided. nobody for the leader, Ben and Cleo for the opposition.",
        "Austria carries out the proposal of Ben: Factory: builds nothing.",
    ]


def test_an_open_vote_is_told_without_its_side() -> None:
    sides = [applied(vote_between(Ann=4, Ben=3, Cleo=2), "Ann", "vote", choice=choice)[1] for choice in (1, 2)]
    assert (
        sides[0]
        == sides[1]
        == [{"type": "voted", "player": "Ann", "country": "Austria", "line": "Austria: Ann has voted."}]
    )


@pytest.mark.parametrize("choice", [0, 3, "1", "Taxation", True, 1.0, None], ids=repr)
def test_a_vote_is_one_of_the_integers_1_and_2(choice: object) -> None:
    assert refused(vote_between(Ann=4, Ben=3, Cleo=2), "Ann", "vote", choice=choice) == "invalid_request"


def test_hand_made_states_without_a_vote_are_refused_politely() -> None:
    state = replace(vote_between(Ann=4, Ben=3, Cleo=2), voting=None)
    assert refused(state, "Ann", "vote", choice=1) == "illegal_action"
    with pytest.raises(ValueError, match="no proposal to oppose"):
        lay_before(
            state=position(), proposal=Proposal(player="Ann", wheel_spot="Factory"), return_mode="vote", setup=STANDARD
        )
