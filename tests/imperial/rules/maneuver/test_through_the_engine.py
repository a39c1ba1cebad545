"""Rules 3.6, 3.7 and 8: whole maneuvers as programs play them, in JSON and through `apply`."""

from typing import Any

import pytest

from imperial import rules
from tabletop.rules import RuleViolation
from tests.imperial.rules.maneuver.maneuvers import DEMOCRACY
from tests.imperial.rules.positions import NOW, STANDARD, position


class Game:
    def __init__(self, state: rules.State) -> None:
        self.state = state

    def do(self, player: str, type: str, **fields: Any) -> "Game":
        before = rules.to_json(self.state)
        action = {"type": type, **fields}
        state, _events = rules.apply(self.state, player, action, setup=STANDARD, shuffle=list, now=NOW)
        assert rules.to_json(self.state) == before
        assert rules.from_json(rules.to_json(state)) == state
        assert (state.turn_id, state.undo) == (self.state.turn_id + 1, player)
        return Game(state)

    def refusal(self, player: str, type: str, **fields: Any) -> str:
        with pytest.raises(RuleViolation) as refused:
            self.do(player, type, **fields)
        return refused.value.code

    @property
    def json(self) -> dict[str, Any]:
        return rules.to_json(self.state)

    @property
    def to_act(self) -> list[str]:
        return list(rules.players_to_act(self.state))


def italy_among_others(**bonds: dict[str, list[int]]) -> Game:
    """Ann leads Italy; armies of France and Germany stand in Tunis."""
    owners = {name: {"Ann": [5]} for name in STANDARD.countries}
    return Game(
        position(
            players=("Ann", "Ben", "Cleo", "Dan"),
            bonds={**owners, "France": {"Ben": [5]}, "Germany": DEMOCRACY, **bonds},
            country="Italy",
            fleets={"Italy": ["Western Med", "Western Med"]},
            armies={"Italy": ["Rome", "Rome"], "France": ["Tunis"], "Germany": ["Tunis"]},
            countries={"Italy": {"wheel_spot": "R-Produce"}},
        )
    )


def test_a_maneuver_with_a_dictator_a_democracy_and_a_draft() -> None:
    game = italy_among_others().do("Ann", "propose", wheel_spot="L-Maneuver")
    assert game.json["mode"] == "continue-man"
    assert game.json["currentManeuver"]["pendingArmies"] == [{"territory": "Rome", "hostile": True}] * 2
    fleets = [["Western Med", "Western Med", ""]] * 2
    plan = [["Rome", "Tunis", "peace"], ["Rome", "Algeria", ""]]
    game = game.do("Ann", "maneuver_batch", fleet_man=fleets, army_man=plan)
    assert game.to_act == ["Ben"]
    assert game.json["currentManeuver"]["pendingPeace"] == {
        "origin": "Rome",
        "destination": "Tunis",
        "targetCountry": "France",
        "unitType": "army",
        "tuple": plan[0],
    }
    assert game.refusal("Ann", "maneuver_step", destination="Rome") == "not_your_turn"
    assert game.refusal("Ben", "maneuver_step", destination="Rome") == "not_your_turn"
    assert game.refusal("Ben", "peace_vote", choice="accept") == "wrong_mode"
    game = game.do("Ben", "dictator_peace", accept=True)
    assert (game.json["mode"], game.to_act) == ("peace-vote", ["Ben", "Cleo", "Dan"])
    assert game.json["peaceVote"]["tuple"] == plan[0]
    assert game.refusal("Ann", "peace_vote", choice="accept") == "not_your_turn"
    assert game.refusal("Ben", "dictator_peace", accept=True) == "wrong_mode"
    game = game.do("Ben", "peace_vote", choice="accept")
    # Running totals are public here, the bonus of the leader included.
    assert rules.view(game.state, None)["peaceVote"]["acceptVotes"] == 4.1
    game = game.do("Cleo", "peace_vote", choice="accept")
    assert (game.json["mode"], game.to_act, game.json["peaceVote"]) == ("continue-man", ["Ann"], None)
    assert game.json["currentManeuver"]["remainingArmyPlans"] == [plan[1]]
    game = game.do("Ann", "maneuver_batch", army_man=[plan[1]])
    assert (game.json["mode"], game.json["countryUp"]) == ("buy", "Italy")
    assert game.json["countryInfo"]["Italy"]["taxChips"] == ["Western Med", "Algeria"]
    assert [army["territory"] for army in game.json["countryInfo"]["Italy"]["armies"]] == ["Tunis", "Algeria"]
    assert len([line for line in game.json["history"] if "peace Italy offers in Tunis" in line]) == 2


def test_the_wheel_and_its_cost_wait_for_the_execution() -> None:
    # Rules T19: L-Maneuver is five spots on, past the investor; it costs $4, and Ann, who has the card, gets $2.
    game = italy_among_others().do("Ann", "propose", wheel_spot="L-Maneuver")
    for destination in ("Western Med", "Western Med", "Rome", "Rome"):
        assert game.json["countryInfo"]["Italy"]["wheelSpot"] == "R-Produce"
        assert game.json["playerInfo"]["Ann"]["money"] == 10
        game = game.do("Ann", "maneuver_step", destination=destination)
    assert game.json["countryInfo"]["Italy"]["wheelSpot"] == "L-Maneuver"
    assert (game.json["playerInfo"]["Ann"]["money"], game.json["mode"]) == (8, "buy")


@pytest.mark.parametrize(
    "fields",
    [
        {"destination": 5},
        {"action": ""},
        {"destination": "Rome", "action": None},
        {"destination": "Rome", "origin": ["Rome"]},
    ],
)
def test_a_step_of_the_wrong_shape_is_no_action(fields: dict[str, Any]) -> None:
    game = italy_among_others().do("Ann", "propose", wheel_spot="L-Maneuver")
    assert game.refusal("Ann", "maneuver_step", **fields) == "invalid_request"


@pytest.mark.parametrize(
    "fields",
    [
        {"army_man": [["Rome", "Rome"]]},
        {"army_man": [["Rome", "Rome", "", ""]]},
        {"fleet_man": "Rome"},
        {"fleet_man": None},
        {"peace_order": "France"},
        {"army_man": [[1, 2, 3]]},
    ],
)
def test_a_batch_of_the_wrong_shape_is_no_action(fields: dict[str, Any]) -> None:
    game = italy_among_others().do("Ann", "propose", wheel_spot="L-Maneuver")
    assert game.refusal("Ann", "maneuver_batch", **fields) == "invalid_request"


def test_moves_belong_to_a_maneuver() -> None:
    # Rules T22: the mode is checked for every action.
    game = italy_among_others()
    for action, fields in (
        ("maneuver_step", {"destination": "Rome"}),
        ("maneuver_batch", {}),
        ("dictator_peace", {"accept": True}),
        ("peace_vote", {"choice": "accept"}),
    ):
        assert game.refusal("Ann", action, **fields) == "wrong_mode"


def test_the_stockholders_of_a_losing_maneuver_see_nothing_move() -> None:
    # Rules 5.7: answers bind also a proposal that loses the vote; then they have no effect.
    game = italy_among_others(Italy={"Ann": [4], "Ben": [3], "Cleo": [2]})
    game = game.do("Ann", "propose", wheel_spot="L-Maneuver")
    fleets = [["Western Med", "Western Med", ""]] * 2
    plan = [["Rome", "Tunis", "peace"], ["Rome", "Rome", ""]]
    game = game.do("Ann", "maneuver_batch", fleet_man=fleets, army_man=plan).do("Ben", "dictator_peace", accept=False)
    game = game.do("Ann", "maneuver_batch", army_man=plan[1:])
    assert (game.json["mode"], game.to_act) == ("proposal-opp", ["Ben"])
    assert game.json["proposal 1"]["armyMan"] == [["Rome", "Tunis", "war France army"], plan[1]]
    game = game.do("Ben", "propose", wheel_spot="Import")
    game = game.do("Ben", "vote", choice=2).do("Cleo", "vote", choice=2)
    assert [army["territory"] for army in game.json["countryInfo"]["France"]["armies"]] == ["Tunis"]
    assert [army["territory"] for army in game.json["countryInfo"]["Italy"]["armies"]] == ["Rome", "Rome"]
    assert game.json["countryInfo"]["Italy"]["wheelSpot"] == "Import"
