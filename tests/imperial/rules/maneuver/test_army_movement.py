"""Rules 5.4: where armies go without fleets."""

from tests.imperial.rules.maneuver.maneuvers import entered, holds, places, refusal
from tests.imperial.rules.positions import STANDARD

ITALY = {"Florence", "Genoa", "Naples", "Rome", "Venice"}


def test_by_rail_an_army_gets_to_every_connected_home_territory() -> None:
    game = entered("Italy", armies={"Italy": ["Naples"]})
    assert game.reachable("army", "Naples") > ITALY
    assert places(game.step("Genoa").state, "Italy") == ["Genoa"]


def test_after_the_rail_an_army_makes_one_step() -> None:
    game = entered("Italy", armies={"Italy": ["Naples"]})
    assert game.reachable("army", "Naples") == ITALY | {"Trieste", "Vienna", "Marseille"}
    refused = refusal(game.step, "Budapest", "peace")
    assert refused.code == "unreachable"
    assert refused.message.startswith(
        "The army in Naples cannot reach Budapest: it goes by rail at home, then one step"
    )


def test_rail_needs_borders_with_home_on_both_sides() -> None:
    # Dublin is an island: no rail leads there.
    game = entered("England", armies={"England": ["London", "Dublin"]})
    assert game.reachable("army", "London") == {"London", "Liverpool", "Sheffield", "Edinburgh"}
    assert game.reachable("army", "Dublin") == {"Dublin"}


def test_abroad_an_army_makes_one_step() -> None:
    game = entered("Italy", armies={"Italy": ["~Munich"]})
    assert game.reachable("army", "Munich") == {"Munich", "Belgium", "Berlin", "Cologne", "Dijon", "Prague", "Vienna"}


def test_no_rail_follows_a_step_into_the_home_country() -> None:
    # Rules T14: an army that comes home stops where it arrives.
    game = entered("Italy", armies={"Italy": ["~Vienna"]})
    assert game.reachable("army", "Vienna") & ITALY == {"Genoa", "Venice"}
    assert refusal(game.step, "Rome").code == "unreachable"


def test_foreign_home_territories_are_no_rail_for_the_army() -> None:
    game = entered("Italy", armies={"Italy": ["~Paris"]})
    assert "Marseille" not in game.reachable("army", "Paris")


def test_no_rail_follows_a_crossing_either() -> None:
    game = entered("England", fleets={"England": ["North Sea"]}, armies={"England": ["Norway"]})
    reached = game.reachable("army", "Norway")
    assert {"Edinburgh", "London", "Sheffield"} < reached
    assert "Liverpool" not in reached


def test_hostile_armies_do_not_block_rail() -> None:
    # Rules Q7
    game = entered("Italy", armies={"Italy": ["Naples"], "Austria": ["Rome"]})
    assert "Vienna" in game.reachable("army", "Naples")
    assert places(game.step("Genoa").state, "Italy") == ["Genoa"]


def test_holding_is_always_allowed() -> None:
    for origin in ("Rome", "Tunis", "~Paris"):
        game = entered("Italy", armies={"Italy": [origin]})
        assert game.batch(armies=holds(origin.removeprefix("~"))).is_complete


def test_seas_are_never_destinations_of_armies() -> None:
    game = entered("Italy", fleets={"Italy": ["Western Med"]}, armies={"Italy": ["Rome"]})
    reached = game.reachable("army", "Rome")
    assert {"Rome", "Tunis"} < reached, "by land and over the sea"
    assert not {name for name in reached if STANDARD.territories[name].sea}
    refused = refusal(game.step("Western Med").step, "Western Med")
    assert (refused.code, refused.message) == (
        "unreachable",
        "The army in Rome cannot go to Western Med: armies cross the sea but never stay there.",
    )


def test_an_army_goes_to_no_place_that_is_not_on_the_board() -> None:
    assert refusal(entered("Italy", armies={"Italy": ["Rome"]}).step, "Atlantis").code == "illegal_place"
