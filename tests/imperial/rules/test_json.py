"""States in JSON: the names of the exchange format, dollars, and games of the original database."""

import json
from typing import Any

from imperial import rules
from imperial.rules.state import (
    Bond,
    CurrentManeuver,
    Import,
    PeaceVote,
    PendingPeace,
    Proposal,
    State,
    Tally,
    Timer,
    Unit,
    Voting,
)
from tests.imperial.rules.positions import NOW, STANDARD, do, position

EVERYTHING = position(
    bonds={"Austria": {"Ann": [4], "Ben": [3], "Cleo": [2]}},
    money={"Ann": 20.33, "Ben": 0.01, "Cleo": 7},
    countries={"Austria": {"money": 0.6, "tax_chips": ("Spain",)}},
    armies={"Italy": ["~Vienna", "Rome"]},
    fleets={"Italy": ["Ionian Sea"]},
    mode="vote",
    history=("The game has begun.",),
    undo="Ann",
    proposal_1=Proposal(player="Ann", wheel_spot="Import", imports=Import(types=("army",), territories=("Vienna",))),
    proposal_2=Proposal(player="Ben", wheel_spot="L-Maneuver", army_man=(("Vienna", "Rome", "war Italy army"),)),
    voting=Voting(
        country="Austria",
        proposal_1=Tally(proposal="Import", votes=41, voters=("Ann",)),
        proposal_2=Tally(proposal="Maneuver", votes=30, voters=("Ben",)),
    ),
    bid_buy_order=("Ben", "Ann"),
    swiss_set=("Cleo",),
    current_maneuver=CurrentManeuver(
        country="Austria",
        player="Ann",
        wheel_spot="L-Maneuver",
        phase="fleet",
        pending_fleets=(Unit(territory="Trieste"),),
        completed_fleet_moves=(("Trieste", "Ionian Sea", "peace"),),
        return_mode="proposal-opp",
        proposal_slot=1,
        pending_peace=PendingPeace(
            origin="Trieste",
            destination="Ionian Sea",
            target_country="Italy",
            unit_type="fleet",
            move=("Trieste", "Ionian Sea", "peace"),
        ),
    ),
    peace_vote=PeaceVote(
        moving_country="Austria",
        target_country="Italy",
        unit_type="army",
        origin="Vienna",
        destination="Venice",
        accept_votes=51,
        reject_votes=30,
        voters=("Ann", "Ben"),
        total_stock=9,
        move=("Vienna", "Venice", "peace"),
    ),
    timer=Timer(timed=True, increment=30, pause=7, last_move=5, banked=600),
)


def through_text(data: Any) -> Any:
    return json.loads(json.dumps(data, allow_nan=False))


def test_a_state_survives_json_exactly() -> None:
    data = rules.to_json(EVERYTHING)
    assert rules.from_json(through_text(data)) == EVERYTHING
    assert through_text(data) == data


def test_the_fields_have_the_seed_s_names() -> None:
    data = rules.to_json(EVERYTHING)
    assert set(data) == {
        "mode",
        "countryUp",
        "round",
        "turnID",
        "setup",
        "sameTurn",
        "undo",
        "history",
        "proposal 1",
        "proposal 2",
        "voting",
        "bidBuyOrder",
        "swissSet",
        "currentManeuver",
        "peaceVote",
        "timer",
        "playerInfo",
        "countryInfo",
    }
    assert set(data["playerInfo"]["Ann"]) == {
        "money",
        "myTurn",
        "investor",
        "order",
        "swiss",
        "stock",
        "scoreModifier",
        "email",
        "banked",
        "bid",
    }
    assert set(data["countryInfo"]["Italy"]) == {
        "money",
        "points",
        "factories",
        "wheelSpot",
        "gov",
        "leadership",
        "availStock",
        "offLimits",
        "lastTax",
        "taxChips",
        "fleets",
        "armies",
    }
    assert data["setup"] == "setups/standard"
    assert data["timer"] == {"timed": True, "increment": 30, "pause": 7, "lastMove": 5, "banked": 600}
    assert data["voting"]["proposal 1"] == {"proposal": "Import", "votes": 4.1, "voters": ["Ann"]}
    assert data["peaceVote"]["tuple"] == ["Vienna", "Venice", "peace"]
    assert (data["peaceVote"]["acceptVotes"], data["peaceVote"]["rejectVotes"]) == (5.1, 3)
    assert data["currentManeuver"]["pendingPeace"]["targetCountry"] == "Italy"
    assert data["proposal 1"]["import"] == {"types": ["army"], "territories": ["Vienna"]}
    assert data["countryInfo"]["Italy"]["armies"][0] == {"territory": "Vienna", "hostile": False}


def test_money_is_dollars_with_at_most_two_decimals() -> None:
    data = rules.to_json(EVERYTHING)
    assert [data["playerInfo"][name]["money"] for name in ("Ann", "Ben", "Cleo")] == [20.33, 0.01, 7]
    assert data["countryInfo"]["Austria"]["money"] == 0.6


def test_a_game_of_the_original_database_loads() -> None:
    """It leaves out what is empty or null, and keeps texts of functions in proposals."""
    dump: dict[str, Any] = {
        "mode": "proposal-opp",
        "countryUp": "Austria",
        "round": 3,
        "turnID": 41,
        "setup": "setups/standard",
        "sameTurn": False,
        "undo": "Ann",
        "history": [None, "The game has begun."],
        "proposal 1": {
            "game": "x",
            "name": "Ann",
            "wheelSpot": "Factory",
            "factoryLoc": "Trieste",
            "setName": "() => 1",
        },
        "timer": {"timed": False, "increment": 0, "pause": 0, "lastMove": 0, "banked": 0},
        "playerInfo": {
            "Ann": {
                "money": 3.3299999999999996,
                "myTurn": True,
                "investor": True,
                "order": 1,
                "swiss": False,
                "stock": [{"country": "Austria", "stock": 4}],
                "scoreModifier": 0,
                "email": None,
                "banked": 31.25,
            }
        },
        "countryInfo": {
            "Austria": {"money": 2, "points": 3, "wheelSpot": "center", "gov": "democracy", "fleets": None}
        },
    }
    state = rules.from_json(dump)
    assert state.player_info["Ann"].money == 333
    assert state.player_info["Ann"].banked == 31
    assert state.player_info["Ann"].stock == (Bond(country="Austria", stock=4),)
    assert state.country_info["Austria"].fleets == ()
    assert state.proposal_1 == Proposal(player="Ann", wheel_spot="Factory", factory_loc="Trieste")
    assert (state.setup, state.history, state.voting) == ("standard", ("The game has begun.",), None)


def test_a_vote_without_votes_is_read_as_none() -> None:
    data = rules.to_json(EVERYTHING)
    del data["voting"]["proposal 2"]["votes"]
    state: State = rules.from_json(data)
    assert state.voting is not None
    assert state.voting.proposal_2.votes == 0


def test_a_sealed_bid_survives_json() -> None:
    start = rules.new_game(["Ann", "Ben"], STANDARD, shuffle=list, now=NOW)
    state = do(start, "Ann", "bid", amount=7.77)
    data = rules.to_json(state)
    assert data["playerInfo"]["Ann"]["bid"] == 7.77
    assert rules.from_json(through_text(data)) == state


def test_reading_does_not_change_what_is_read() -> None:
    data = rules.to_json(EVERYTHING)
    before = through_text(data)
    rules.from_json(data)
    assert data == before
