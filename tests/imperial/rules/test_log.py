"""What the log says (rules 15)."""

import pytest

from imperial import rules
from imperial.rules.descriptions import describe
from imperial.rules.maneuver.events import PeaceAnswered
from imperial.rules.state import ManeuverTuple, Proposal
from tests.imperial.rules.positions import NOW, STANDARD, do, position


def maneuver(*, fleets: tuple[ManeuverTuple, ...] = (), armies: tuple[ManeuverTuple, ...] = ()) -> str:
    return describe(position(), Proposal(player="Ann", wheel_spot="L-Maneuver", fleet_man=fleets, army_man=armies))


def test_a_maneuver_names_its_moves_and_what_they_do() -> None:
    assert maneuver(
        fleets=(("Trieste", "Ionian Sea", "war Italy fleet"),),
        armies=(
            ("Vienna", "Venice", "hostile"),
            ("Trieste", "Venice", "peace"),
            ("Prague", "Munich", "blow up New Prussia"),
            ("Lemberg", "Romania", ""),
            ("Budapest", "Budapest", ""),
        ),
    ) == (
        "L-Maneuver: fleet: Trieste to Ionian Sea, war with the fleet of Italy; "
        "armies: Vienna to Venice as an occupier, Trieste to Venice in peace, "
        "Prague to Munich, blowing up the factory of New Prussia, Lemberg to Romania, stays in Budapest."
    )


def test_what_a_sole_ruler_does_is_no_proposal() -> None:
    before = position()
    after = do(before, "Ann", "propose", wheel_spot="Factory")
    assert after.history[len(before.history) :] == ("Austria: Ann chooses Factory: builds nothing.",)


def test_one_unit_is_told_as_one() -> None:
    production = Proposal(player="Ann", wheel_spot="L-Produce", army_produce=("Vienna",), fleet_produce=("Trieste",))
    assert describe(position(), production) == "L-Produce: an army in Vienna; a fleet in Trieste."
    assert maneuver(armies=(("Vienna", "Prague", ""),)) == "L-Maneuver: army: Vienna to Prague."


def test_equal_moves_are_told_once_and_counted() -> None:
    assert maneuver(armies=(("Vienna", "Prague", ""),) * 3) == "L-Maneuver: armies: Vienna to Prague (3)."


def test_a_maneuver_without_units_says_so() -> None:
    assert maneuver() == "L-Maneuver: no units."


@pytest.mark.parametrize(
    ("dictator", "accepted", "line"),
    [
        ("Ben", True, "Ben, for Italy, accepts the peace Austria offers in Venice."),
        ("Ben", False, "Ben, for Italy, rejects the peace Austria offers in Venice."),
        (None, True, "The stockholders of Italy accept the peace Austria offers in Venice."),
        (None, False, "The stockholders of Italy reject the peace Austria offers in Venice."),
    ],
)
def test_an_answered_offer_names_the_decider(dictator: str | None, accepted: bool, line: str) -> None:
    event = PeaceAnswered(
        dictator=dictator, target_country="Italy", accepted=accepted, moving_country="Austria", destination="Venice"
    )
    assert event.line == line
    assert event.to_json()["line"] == line


def test_entering_a_maneuver_says_nothing() -> None:
    before = position(armies={"Austria": ["Vienna", "Vienna"]})
    entered = do(before, "Ann", "propose", wheel_spot="L-Maneuver")
    assert entered.history == before.history
    assert do(entered, "Ann", "maneuver_step", destination="Prague").history == before.history


def test_the_lines_of_events_are_the_history() -> None:
    state = rules.new_game(["Ann", "Ben"], STANDARD, shuffle=list, now=NOW)
    lines = list(state.history)
    for player, amount in (("Ann", 9), ("Ben", 4)):
        action = rules.Bid(amount=amount)
        state, events = rules.apply(state, player, action, setup=STANDARD, shuffle=list, now=NOW)
        lines += [event.line for event in events if event.line]
    assert list(state.history) == lines


def test_actions_have_the_names_of_the_rules() -> None:
    data = {"type": "propose", "wheel_spot": "Import", "import": {"types": ["army"], "territories": ["Vienna"]}}
    assert rules.action_to_json(rules.action_from_json(data)) == data
