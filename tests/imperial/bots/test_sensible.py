"""The sensible bot: plays whole games, knows only its view, and knows what it is doing."""

import random
from collections.abc import Sequence

import pytest

from imperial import bots, rules
from imperial.rules.actions import Agree, BidBuy, Buy, ManeuverBatch, Propose, Punt, Vote
from imperial.rules.state import Proposal, State, Tally, Voting
from tabletop.rules import Shuffle
from tests.imperial.rules.positions import STANDARD, do, position


def seeded(seed: int) -> Shuffle:
    chance = random.Random(seed)
    return lambda items: chance.sample(list(items), len(items))


def choice(state: State, player: str, *, seed: int = 0) -> rules.Action:
    menu = rules.legal_actions(state, player, setup=STANDARD)
    view = rules.view(state, player)
    return bots.choose(view, menu, level="sensible", player=player, setup=STANDARD, shuffle=seeded(seed))


def finished_game(levels: Sequence[str], *, seed: int) -> State:
    shuffle = seeded(seed)
    seats = {f"P{number}": level for number, level in enumerate(levels)}
    state = rules.new_game(list(seats), STANDARD, shuffle=shuffle, now=0.0)
    while not rules.is_over(state):
        player = rules.players_to_act(state)[0]
        menu = rules.legal_actions(state, player, setup=STANDARD)
        view = rules.view(state, player)
        action = bots.choose(view, menu, level=seats[player], player=player, setup=STANDARD, shuffle=shuffle)
        state, _events = rules.apply(state, player, action, setup=STANDARD, shuffle=shuffle, now=0.0)
    return state


@pytest.mark.parametrize("players", [2, 4, 6])
def test_sensible_bots_finish_a_game_among_themselves(players: int) -> None:
    state = finished_game(["sensible"] * players, seed=players)
    assert max(country.points for country in state.country_info.values()) == 25


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_sensible_bot_beats_two_that_play_at_random(seat: int) -> None:
    levels = ["random"] * 3
    levels[seat] = "sensible"
    result = rules.result(finished_game(levels, seed=seat))
    assert result is not None
    assert result["winner"] == f"P{seat}"


def test_it_taxes_when_taxes_bring_points_and_win_the_game() -> None:
    chips = ("Romania", "Bulgaria", "Greece", "Western Balkans")
    state = position(countries={"Austria": {"points": 24, "money": 9, "wheel_spot": "L-Maneuver", "tax_chips": chips}})
    action = choice(state, "Ann")
    assert isinstance(action, Propose)
    assert action.wheel_spot == "Taxation"


def test_it_produces_with_all_its_factories_before_it_has_units() -> None:
    state = position(money=4, countries={"Austria": {"wheel_spot": "Investor"}})
    assert choice(state, "Ann") == Propose(wheel_spot="L-Produce", army_produce=("Vienna", "Budapest"))


def test_it_moves_for_chips() -> None:
    state = position(
        countries={"Austria": {"wheel_spot": "Import"}},
        armies={"Austria": ["Budapest", "Trieste"]},
        fleets={"Austria": ["Trieste"]},
    )
    assert choice(state, "Ann") == Propose(wheel_spot="L-Maneuver")
    planning = do(state, "Ann", "propose", wheel_spot="L-Maneuver")
    plan = choice(planning, "Ann")
    assert isinstance(plan, ManeuverBatch)
    after, _events = rules.apply(planning, "Ann", plan, setup=STANDARD, shuffle=list, now=0.0)
    assert len(after.country_info["Austria"].tax_chips) == 3


def test_it_defends_a_factory_that_others_have_closed() -> None:
    state = position(
        countries={"Austria": {"wheel_spot": "Import"}}, armies={"Austria": ["Budapest", "Prague"], "Italy": ["Vienna"]}
    )
    assert choice(state, "Ann") == Propose(wheel_spot="L-Maneuver")
    plan = choice(do(state, "Ann", "propose", wheel_spot="L-Maneuver"), "Ann")
    assert isinstance(plan, ManeuverBatch)
    fights = [move for move in plan.army_man if move[1:] == ("Vienna", "war Italy army")]
    assert len(fights) == 1, "one army is enough"


def test_it_buys_where_a_bond_brings_control() -> None:
    bonds = {name: {"Ben": [7]} for name in STANDARD.countries} | {"Italy": {"Ben": [3], "Ann": [2]}}
    state = position(mode="buy", to_act=("Ann",), money=9, bonds=bonds)
    bought = choice(state, "Ann")
    assert isinstance(bought, Buy)
    after, _events = rules.apply(state, "Ann", bought, setup=STANDARD, shuffle=list, now=0.0)
    assert after.country_info["Italy"].leadership == ("Ann", "Ben")


def test_it_buys_for_interest_the_more_the_further_a_country_has_come() -> None:
    """Nobody can be overtaken anywhere, so only what the bond will be worth counts."""
    bonds = {name: {"Ben": [8]} for name in STANDARD.countries}
    countries = {"France": {"points": 20, "money": 10}}
    state = position(mode="buy", to_act=("Ann",), money=9, bonds=bonds, countries=countries)
    bought = choice(state, "Ann")
    assert isinstance(bought, Buy)
    assert (bought.country, bought.stock) == ("France", 4)


def test_who_can_pay_for_nothing_punts() -> None:
    assert choice(position(mode="buy", to_act=("Ann",), money=1), "Ann") == Punt()


def test_it_takes_what_its_bid_has_won() -> None:
    state = rules.new_game(["Ann", "Ben"], STANDARD, shuffle=list, now=0.0)
    for name, amount in (("Ann", 9), ("Ben", 4)):
        state, _events = rules.apply(
            state, name, {"type": "bid", "amount": amount}, setup=STANDARD, shuffle=list, now=0.0
        )
    assert choice(state, "Ann") == BidBuy(accept=True)


def test_it_keeps_money_for_the_countries_still_to_be_auctioned() -> None:
    state = rules.new_game(["Ann", "Ben", "Cleo"], STANDARD, shuffle=list, now=0.0)
    bid = choice(state, "Ann")
    assert isinstance(bid, rules.Bid)
    assert 0 < bid.amount <= 0.5 * 20.33


DEMOCRACY = {"Austria": {"Ann": [4], "Ben": [3], "Cleo": [2]}}
GOOD = Proposal(player="Ann", wheel_spot="Taxation")
POOR = Proposal(player="Ben", wheel_spot="Factory")


def test_it_votes_by_its_own_interest() -> None:
    state = position(
        bonds=DEMOCRACY,
        countries={"Austria": {"points": 10, "money": 12, "tax_chips": ("Romania", "Bulgaria", "Greece", "Turkey")}},
        proposal_1=GOOD,
        proposal_2=POOR,
        to_act=("Cleo",),
        mode="vote",
        voting=Voting(country="Austria", proposal_1=Tally(proposal="1"), proposal_2=Tally(proposal="2")),
    )
    assert choice(state, "Cleo") == Vote(choice=1)


def test_it_agrees_with_a_leader_who_could_hardly_do_better() -> None:
    state = position(
        bonds=DEMOCRACY,
        countries={
            "Austria": {
                "points": 20,
                "money": 12,
                "wheel_spot": "L-Maneuver",
                "tax_chips": ("Romania", "Bulgaria", "Greece", "Turkey", "Tunis", "Holland"),
            }
        },
        proposal_1=GOOD,
        to_act=("Ben",),
        mode="proposal-opp",
    )
    assert isinstance(choice(state, "Ben"), Agree)


def test_what_others_hide_changes_nothing() -> None:
    state = rules.new_game(["Ann", "Ben"], STANDARD, shuffle=list, now=0.0)
    chosen = set()
    for amount in (0, 9):
        after, _events = rules.apply(
            state, "Ben", {"type": "bid", "amount": amount}, setup=STANDARD, shuffle=list, now=0.0
        )
        chosen.add(choice(after, "Ann"))
    assert len(chosen) == 1
