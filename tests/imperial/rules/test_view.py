"""What is hidden from whom (rules 14)."""

import json

from msgspec.structs import replace

from imperial import rules
from imperial.rules.state import CurrentManeuver, State, with_player
from tests.imperial.rules.positions import NOW, STANDARD, do, position


def with_emails(state: State) -> State:
    for player in state.player_info:
        state = with_player(state, player, replace(state.player_info[player], email=f"{player}@example.org"))
    return state


def test_a_bid_is_its_owner_s_secret_until_the_round_closes() -> None:
    start = rules.new_game(["Ann", "Ben", "Cleo"], STANDARD, shuffle=list, now=NOW)
    state = do(start, "Ann", "bid", amount=7.77)
    assert rules.view(state, "Ann")["playerInfo"]["Ann"]["bid"] == 7.77
    for viewer in ("Ben", "Cleo", None, "Zoe"):
        seen = rules.view(state, viewer)
        assert seen["playerInfo"]["Ann"]["bid"] is None
        assert "7.77" not in json.dumps(seen)


def test_after_the_last_bid_everybody_sees_all() -> None:
    start = rules.new_game(["Ann", "Ben"], STANDARD, shuffle=list, now=NOW)
    state = do(do(start, "Ann", "bid", amount=7.77), "Ben", "bid", amount=3)
    assert rules.view(state, "Ben")["playerInfo"]["Ann"]["bid"] == 7.77


def test_open_votes_are_nobody_s_business_but_one_s_own() -> None:
    state = position(bonds={"Austria": {"Ann": [4], "Ben": [3], "Cleo": [2]}})
    state = do(do(state, "Ann", "propose", wheel_spot="Taxation"), "Ben", "propose", wheel_spot="Factory")
    sides = [do(state, "Ann", "vote", choice=choice) for choice in (1, 2)]
    for viewer in ("Ben", "Cleo", None):
        assert rules.view(sides[0], viewer) == rules.view(sides[1], viewer)
        assert set(rules.view(sides[0], viewer)["voting"]) == {"country", "proposal 1", "proposal 2", "myVote"}
        assert rules.view(sides[0], viewer)["voting"]["myVote"] is None
    assert [rules.view(side, "Ann")["voting"]["myVote"] for side in sides] == [1, 2]
    assert rules.view(sides[0], None)["voting"]["proposal 2"] == {"proposal": "Factory: builds nothing."}


def test_an_address_is_its_owner_s() -> None:
    state = with_emails(position())
    assert rules.view(state, "Ben")["playerInfo"]["Ben"]["email"] == "Ben@example.org"
    assert "Ann@example.org" not in json.dumps(rules.view(state, "Ben"))
    assert "example.org" not in json.dumps(rules.view(state, None))


def test_a_draft_belongs_to_the_one_who_made_it_and_committed_moves_to_everybody() -> None:
    maneuver = CurrentManeuver(
        country="Austria",
        player="Ann",
        wheel_spot="L-Maneuver",
        phase="army",
        return_mode="execute",
        proposal_slot=0,
        completed_army_moves=(("Vienna", "Prague", ""),),
        remaining_fleet_plans=(("Trieste", "Ionian Sea", ""),),
        remaining_army_plans=(("Vienna", "Munich", "hostile"),),
    )
    state = position(mode="continue-man", current_maneuver=maneuver)
    own = rules.view(state, "Ann")["currentManeuver"]
    assert own["remainingArmyPlans"] == [["Vienna", "Munich", "hostile"]]
    for viewer in ("Ben", None):
        seen = rules.view(state, viewer)["currentManeuver"]
        assert (seen["remainingFleetPlans"], seen["remainingArmyPlans"]) == ([], [])
        assert seen["completedArmyMoves"] == [["Vienna", "Prague", ""]]


def test_everything_else_is_there_for_spectators_too() -> None:
    state = position()
    assert rules.view(state, None) == rules.to_json(state)
