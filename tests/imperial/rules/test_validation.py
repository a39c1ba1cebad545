"""States the rules cannot lead to are told by what is wrong with them. `test_random_games` has those they lead to."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from imperial import rules
from imperial.rules.state import Bond, State
from imperial.rules.state_validation import find_state_problems
from tests.imperial.rules.positions import STANDARD, do, position, units

DEMOCRACY = {"Austria": {"Ann": [4], "Ben": [3], "Cleo": [2]}, "Italy": {"Ben": [5]}}
AT_PEACE = {"Austria": {"Ann": [4]}, "Italy": {"Ben": [4], "Cleo": [3], "Ann": [2]}}
ARMIES = {"Austria": ["Vienna", "Prague", "Budapest"], "Italy": ["Venice"]}


def with_player(state: State, player: str, **fields: Any) -> State:
    return replace(state, player_info={**state.player_info, player: replace(state.player_info[player], **fields)})


def with_country(state: State, name: str = "Austria", **fields: Any) -> State:
    return replace(state, country_info={**state.country_info, name: replace(state.country_info[name], **fields)})


def of_state(**fields: Any) -> Callable[[State], State]:
    return lambda state: replace(state, **fields)


def of_player(player: str, **fields: Any) -> Callable[[State], State]:
    return lambda state: with_player(state, player, **fields)


def of_country(name: str = "Austria", **fields: Any) -> Callable[[State], State]:
    return lambda state: with_country(state, name, **fields)


def of_part(part: str, /, **fields: Any) -> Callable[[State], State]:
    return lambda state: replace(state, **{part: replace(getattr(state, part), **fields)})


def of_maneuver(**fields: Any) -> Callable[[State], State]:
    return of_part("current_maneuver", **fields)


def bidding() -> State:
    return rules.new_game(["Ann", "Ben"], STANDARD, shuffle=list, now=0)


def offered() -> State:
    return do(do(bidding(), "Ann", "bid", amount=9), "Ben", "bid", amount=4)


def proposing() -> State:
    return position(bonds=DEMOCRACY)


def opposed() -> State:
    return do(proposing(), "Ann", "propose", wheel_spot="Factory", factory_loc="Prague")


def voting() -> State:
    return do(do(opposed(), "Ben", "propose", wheel_spot="Taxation"), "Cleo", "vote", choice=1)


def buying() -> State:
    return do(position(), "Ann", "propose", wheel_spot="Investor")


def maneuvering() -> State:
    entered = do(position(bonds=AT_PEACE, armies=ARMIES), "Ann", "propose", wheel_spot="L-Maneuver")
    return do(entered, "Ann", "maneuver_step", destination="Romania")


def asking() -> State:
    dictator = position(bonds={"Austria": {"Ann": [4]}, "Italy": {"Ben": [4]}}, armies=ARMIES)
    entered = do(dictator, "Ann", "propose", wheel_spot="L-Maneuver")
    return do(entered, "Ann", "maneuver_step", destination="Venice", action="peace")


def asking_all() -> State:
    entered = do(position(bonds=AT_PEACE, armies=ARMIES), "Ann", "propose", wheel_spot="L-Maneuver")
    asked = do(entered, "Ann", "maneuver_step", destination="Venice", action="peace")
    return do(asked, "Cleo", "peace_vote", choice="accept")


STATES = (bidding, offered, proposing, opposed, voting, buying, maneuvering, asking, asking_all)


@pytest.mark.parametrize("made", STATES)
def test_there_is_nothing_wrong_with_what_the_rules_lead_to(made: Callable[[], State]) -> None:
    assert find_state_problems(made(), setup=STANDARD) == []


def pending(**fields: Any) -> Callable[[State], State]:
    def change(state: State) -> State:
        assert state.current_maneuver is not None
        assert state.current_maneuver.pending_peace is not None
        return of_maneuver(pending_peace=replace(state.current_maneuver.pending_peace, **fields))(state)

    return change


def tally(**fields: Any) -> Callable[[State], State]:
    def change(state: State) -> State:
        assert state.voting is not None
        tallied = replace(state.voting.proposal_1, **fields)
        return replace(state, voting=replace(state.voting, proposal_1=tallied))

    return change


@pytest.mark.parametrize(
    ("made", "change", "problem"),
    [
        (buying, of_country(avail_stock=(9,)), "Austria has no bond 9."),
        (buying, of_player("Ann", investor=False), "One player has the investor card, not nobody."),
        (buying, of_player("Ben", investor=True), "One player has the investor card, not 2."),
        (buying, of_player("Ben", order=1), "each on one"),
        (buying, of_player("Ben", my_turn=True), "One player buys at a time."),
        (buying, of_player("Ben", bid=100), "bids in the auction only"),
        (buying, of_player("Ben", stock=(Bond(country="Austria", stock=5),)), "The bond 5 of Austria is there 2 times"),
        (buying, of_state(swiss_set=("Zed",)), "Zed is in bidBuyOrder or swissSet"),
        (bidding, of_player("Ben", order=1), "at the end of the auction"),
        (bidding, of_player("Ben", money=-1), "nobody is in debt"),
        (offered, of_state(bid_buy_order=()), "bidBuyOrder is missing in the mode buy-bid."),
        (offered, of_state(bid_buy_order=("Zed",)), "Zed is in bidBuyOrder"),
        (offered, of_state(bid_buy_order=("Ann", "Ann")), "everybody stands once"),
        (offered, of_state(bid_buy_order=("Ben", "Ann")), "highest bid comes first"),
        (offered, of_player("Ann", bid=None), "has a bid"),
        (offered, of_player("Ben", bid=100_000), "cannot have bid that much"),
        (offered, lambda state: with_player(with_player(state, "Ann", bid=100), "Ben", bid=0), "buys no bond"),
        (offered, of_player("Ben", my_turn=True), "It is the turn of Ann, not of Ann, Ben."),
        (proposing, of_country(leadership=()), "everybody who has a bond of it, once: Ann, Ben, Cleo."),
        (proposing, of_country(leadership=("Ann", "Ben", "Cleo", "Cleo")), "once: Ann, Ben, Cleo."),
        (proposing, of_country(leadership=("Ben", "Ann", "Cleo")), "most first"),
        (proposing, of_country(gov="dictatorship"), "not what the bonds make of it"),
        (proposing, of_country(off_limits=True), "off limits outside an investor round"),
        (proposing, of_player("Ann", my_turn=False), "It is nobody's turn."),
        (proposing, of_state(country_up="Italy"), "It is the turn of Ben, not of Ann."),
        (proposing, of_country(tax_chips=("Spain", "Spain")), "more than one chip in Spain"),
        (proposing, of_country(tax_chips=("Paris",)), "a chip in Paris"),
        (proposing, of_country(armies=units("Ionian Sea")), "an army at sea"),
        (proposing, of_country(fleets=units("Vienna")), "neither a sea nor a port"),
        (proposing, of_country(fleets=units("Rome")), "neither a sea nor a port"),
        (proposing, of_country(fleets=units("~Ionian Sea")), "a fleet that coexists"),
        (proposing, of_country(armies=units("~Vienna")), "no guest there"),
        (proposing, of_country(armies=units(*["Vienna"] * 13)), "more units than there are"),
        (proposing, of_country(factories=("Paris",)), "a factory in Paris"),
        (proposing, of_country(factories=("Vienna", "Vienna")), "two factories"),
        (proposing, of_country(money=-1), "money or points"),
        (proposing, of_country(points=25), "Austria has 25 points, so the game is over: mode says otherwise."),
        (bidding, of_country("Italy", points=25), "Italy has 25 points, so the game is over"),
        (proposing, of_state(mode="game-over"), "still somebody's turn"),
        (opposed, of_state(proposal_1=None), "proposal 1 is missing in the mode proposal-opp."),
        (opposed, of_state(mode="proposal"), "There is no proposal 1 in the mode proposal."),
        (opposed, of_part("proposal_1", player="Zed"), "proposal 1: Zed is no player."),
        (opposed, of_part("proposal_1", wheel_spot="Moon"), "Austria cannot go to Moon."),
        (opposed, of_part("proposal_1", factory_loc="Paris"), "proposal 1: "),
        (opposed, of_part("proposal_1", wheel_spot="L-Maneuver", army_man=(("Vienna", "Rome", ""),)), "proposal 1: "),
        (voting, of_state(proposal_2=None), "proposal 2 is missing in the mode vote."),
        (voting, tally(voters=("Cleo", "Cleo")), "voted twice"),
        (voting, tally(voters=("Zed",)), "has no vote"),
        (voting, tally(votes=400), "not those of the voters"),
        (voting, of_player("Ben", my_turn=False), "It is the turn of Ann, Ben, not of Ann."),
        (maneuvering, of_maneuver(country="Italy"), "it is the turn of Austria"),
        (maneuvering, of_maneuver(player="Zed"), "is no player"),
        (maneuvering, of_maneuver(wheel_spot="Import"), "for a maneuver"),
        (maneuvering, of_maneuver(pending_armies=units("Vienna")), "not those of Austria"),
        (maneuvering, of_maneuver(return_mode="vote"), "returnMode says otherwise"),
        (maneuvering, of_maneuver(return_mode="proposal-opp"), "no opposition"),
        (maneuvering, of_maneuver(completed_army_moves=(("Vienna", "Moscow", ""),)), "The maneuver: "),
        (maneuvering, of_maneuver(completed_army_moves=tuple((p, p, "") for p in ARMIES["Austria"])), "is complete"),
        (maneuvering, of_maneuver(unit_index=7), "which unit is next"),
        (asking, pending(target_country="Atlantis"), "nobody can answer for"),
        (asking, pending(target_country="Austria"), "nobody can answer for"),
        (asking, pending(origin="Prague"), "differ"),
        (asking, pending(unit_type="fleet"), "The offer of peace: "),
        (asking_all, of_part("peace_vote", total_stock=99), "totalStock"),
        (asking_all, of_part("peace_vote", voters=("Ann",)), "has no vote"),
        (asking_all, of_part("peace_vote", accept_votes=70), "not those of the voters"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_cannot_be_is_told(made: Callable[[], State], change: Callable[[State], State], problem: str) -> None:
    told = find_state_problems(change(made()), setup=STANDARD)
    assert any(problem in sentence for sentence in told), told
    assert all(sentence.endswith(".") for sentence in told)
