"""Rules 5.3: where fleets go."""

from tests.imperial.rules.maneuver.maneuvers import entered, places, refusal


def test_a_fleet_in_port_holds_or_goes_to_the_sea_of_its_port() -> None:
    # London lies on three seas, but its port opens to one.
    game = entered("England", fleets={"England": ["London"]})
    assert game.reachable("fleet", "London") == {"London", "English Channel"}
    refused = refusal(game.step, "North Sea")
    assert refused.code == "unreachable"
    assert (
        refused.message
        == "The fleet in London cannot go to North Sea: from this port fleets go to the English Channel."
    )


def test_a_fleet_at_sea_holds_or_goes_to_an_adjacent_sea() -> None:
    game = entered("England", fleets={"England": ["North Sea"]})
    seas = {"North Sea", "Baltic Sea", "English Channel", "North Atlantic"}
    assert game.reachable("fleet", "North Sea") == seas
    for sea in seas:
        assert places(game.step(sea).state, "England", "fleet") == [sea]
    refused = refusal(game.step, "Black Sea")
    assert (refused.code, refused.message) == (
        "unreachable",
        "The fleet in North Sea cannot go to Black Sea: fleets go to the next sea only.",
    )


def test_a_fleet_never_goes_onto_land_nor_back_to_port() -> None:
    game = entered("England", fleets={"England": ["English Channel"]})
    for land in ("London", "Belgium"):
        refused = refusal(game.step, land)
        assert refused.code == "unreachable"
        assert refused.message.endswith("fleets never go back to land.")


def test_a_fleet_goes_to_no_place_that_is_not_on_the_board() -> None:
    refused = refusal(entered("England", fleets={"England": ["London"]}).step, "Atlantis")
    assert (refused.code, refused.message) == ("illegal_place", "There is no place called Atlantis.")


def test_a_fleet_that_stands_inland_in_a_game_made_by_hand_can_only_hold() -> None:
    assert entered("England", fleets={"England": ["Sheffield"]}).reachable("fleet", "Sheffield") == {"Sheffield"}
