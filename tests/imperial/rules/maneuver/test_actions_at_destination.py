"""Rules 5.6: what a unit may do where it arrives."""

import pytest

from tests.imperial.rules.maneuver.maneuvers import Places, entered, holds, places, refusal


def fleet_actions(destination: str, *, fleets: Places, origin: str = "English Channel") -> list[str]:
    game = entered("England", fleets={"England": [origin], **fleets})
    return game.actions("fleet", origin, destination)


def test_a_fleet_simply_enters_an_empty_sea() -> None:
    assert fleet_actions("North Sea", fleets={}) == [""]


def test_a_fleet_meets_others_at_sea_with_war_or_peace() -> None:
    fleets = {"France": ["North Sea", "North Sea"], "Germany": ["North Sea"]}
    assert fleet_actions("North Sea", fleets=fleets) == ["war France fleet", "war Germany fleet", "peace"]
    refused = refusal(entered("England", fleets={"England": ["English Channel"], **fleets}).step, "North Sea")
    assert refused.code == "illegal_action"
    assert refused.message == "Other units stand in North Sea: say whether you fight them or come in peace."


def test_a_fleet_holding_in_port_may_fight_who_is_there() -> None:
    game = entered("England", fleets={"England": ["London"]}, armies={"France": ["London"]})
    assert game.actions("fleet", "London", "London") == ["", "war France army"]
    assert entered("England", fleets={"England": ["London"]}).actions("fleet", "London", "London") == [""]
    assert refusal(game.step, "London", "peace").code == "illegal_action"


@pytest.mark.parametrize("destination", ["Belgium", "Genoa"], ids=["neutral", "own_home"])
def test_an_army_simply_enters_empty_neutral_land_and_empty_home(destination: str) -> None:
    game = entered("Italy", armies={"Italy": ["~Dijon", "Rome"]})
    origin = "Dijon" if destination == "Belgium" else "Rome"
    assert game.actions("army", origin, destination) == [""]
    refused = refusal(game.step, destination, "peace", origin=origin)
    assert (refused.code, refused.message) == (
        "illegal_action",
        f"There is nobody in {destination} to be at peace with.",
    )


@pytest.mark.parametrize("destination", ["Tunis", "Genoa"], ids=["neutral", "own_home"])
def test_an_army_meets_others_on_neutral_land_and_at_home_with_war_or_peace(destination: str) -> None:
    armies = {"Italy": ["Rome"], "France": [destination], "Austria": [f"~{destination}", destination]}
    game = entered("Italy", fleets={"Italy": ["Western Med"]}, armies=armies)
    assert game.actions("army", "Rome", destination) == ["war Austria army", "war France army", "peace"]


def test_a_fleet_in_port_counts_as_hostile_on_foreign_home() -> None:
    game = entered("Italy", fleets={"Austria": ["Trieste"]}, armies={"Italy": ["Rome"]})
    assert game.actions("army", "Rome", "Trieste") == ["war Austria fleet", "peace"]
    refused = refusal(game.step, "Trieste", "hostile")
    assert (refused.code, refused.message) == (
        "illegal_action",
        "Other units stand in Trieste: fight them or come in peace.",
    )


def test_an_army_enters_empty_foreign_home_in_peace_or_hostile() -> None:
    game = entered("Italy", armies={"Italy": ["Rome"]})
    assert game.actions("army", "Rome", "Trieste") == ["peace", "hostile"]


def test_a_plain_move_into_foreign_home_is_refused_the_player_must_choose() -> None:
    refused = refusal(entered("Italy", armies={"Italy": ["Rome"]}).step, "Trieste")
    assert (refused.code, refused.message) == (
        "illegal_action",
        "Trieste is the home of another country: say whether you come in peace or hostile.",
    )


def test_coexisting_units_can_be_attacked_and_do_not_block_hostile() -> None:
    # Rules T17
    game = entered("Italy", armies={"Italy": ["Rome"], "France": ["~Trieste"]})
    assert game.actions("army", "Rome", "Trieste") == ["peace", "hostile", "war France army"]


def test_hostile_units_of_anybody_leave_war_or_peace() -> None:
    armies = {"Italy": ["Rome"], "France": ["Trieste"], "Russia": ["~Trieste"]}
    game = entered("Italy", armies=armies)
    assert game.actions("army", "Rome", "Trieste") == ["war France army", "war Russia army", "peace"]


def test_war_names_a_unit_that_is_there() -> None:
    game = entered("Italy", armies={"Italy": ["Rome"], "France": ["Trieste"]})
    for action in ("war France fleet", "war Russia army", "war Atlantis army", "war"):
        assert refusal(game.step, "Trieste", action).code == "illegal_action"
    assert (
        refusal(game.step, "Trieste", "war France fleet").message == "There is no fleet of France to fight in Trieste."
    )


@pytest.mark.parametrize("action", ["attack", "peace ", "HOSTILE", "war Austria", "blow up", "x" * 5000])
def test_an_unknown_code_is_refused(action: str) -> None:
    assert refusal(entered("Italy", armies={"Italy": ["Rome"]}).step, "Trieste", action).code == "illegal_action"


@pytest.mark.parametrize(("kind", "destination"), [("fleet", "Western Med"), ("army", "Florence")])
def test_only_armies_abroad_are_hostile(kind: str, destination: str) -> None:
    units: Places = {"Italy": ["Genoa"]}
    game = entered("Italy", fleets=units) if kind == "fleet" else entered("Italy", armies=units)
    refused = refusal(game.step, destination, "hostile")
    assert (refused.code, refused.message) == (
        "illegal_action",
        "Only an army on the home territory of another country can be hostile.",
    )


# --- hostile and the last operational factory -----------------------------------------------------------------------


def test_the_only_operational_factory_cannot_be_occupied() -> None:
    countries = {"Austria": {"factories": ("Trieste",)}}
    game = entered("Italy", armies={"Italy": ["Rome"]}, countries=countries)
    assert game.actions("army", "Rome", "Trieste") == ["peace"]
    refused = refusal(game.step, "Trieste", "hostile")
    assert (refused.code, refused.message) == (
        "illegal_action",
        "Trieste has the last working factory of its country: no army may close it.",
    )


def test_a_factory_closed_by_somebody_else_does_not_count_as_operational() -> None:
    countries = {"Austria": {"factories": ("Trieste", "Prague")}}
    armies = {"Italy": ["Rome"], "Germany": ["Prague"]}
    assert entered("Italy", armies=armies, countries=countries).actions("army", "Rome", "Trieste") == ["peace"]
    armies["Germany"] = ["~Prague"]
    game = entered("Italy", armies=armies, countries=countries)
    assert game.actions("army", "Rome", "Trieste") == ["peace", "hostile"]


def test_fleets_and_armies_of_the_owner_close_no_factory() -> None:
    countries = {"Austria": {"factories": ("Trieste", "Prague")}}
    game = entered("Italy", armies={"Italy": ["~Vienna"], "Austria": ["Prague"]}, countries=countries)
    assert game.actions("army", "Vienna", "Trieste") == ["peace", "hostile"]
    countries = {"Germany": {"factories": ("Danzig", "Berlin")}}
    game = entered("Russia", armies={"Russia": ["~Prague"]}, fleets={"Germany": ["Hamburg"]}, countries=countries)
    assert game.actions("army", "Prague", "Danzig") == ["peace", "hostile"]


def test_a_territory_without_a_factory_may_always_be_occupied() -> None:
    game = entered("Italy", armies={"Italy": ["Rome"]}, countries={"Austria": {"factories": ("Vienna",)}})
    assert game.actions("army", "Rome", "Trieste") == ["peace", "hostile"]


def test_an_army_that_leaves_the_factory_it_alone_was_closing_reopens_it() -> None:
    countries = {"Italy": {"factories": ("Rome", "Venice")}}
    game = entered("Austria", armies={"Austria": ["Rome"]}, countries=countries)
    assert game.actions("army", "Rome", "Venice") == ["peace", "hostile"]
    assert places(game.step("Venice", "hostile").state, "Austria") == ["Venice"]


def test_naples_to_venice_hostile_is_legal_when_these_are_the_two_factories_of_italy() -> None:
    countries = {"Italy": {"factories": ("Naples", "Venice")}}
    fleets = {"Austria": ["Ionian Sea"]}
    game = entered("Austria", fleets=fleets, armies={"Austria": ["Naples"]}, countries=countries)
    assert game.batch(holds("Ionian Sea"), [("Naples", "Venice", "hostile")]).is_complete


def test_a_second_army_left_behind_keeps_the_factory_closed() -> None:
    countries = {"Italy": {"factories": ("Rome", "Venice")}}
    game = entered("Austria", armies={"Austria": ["Rome", "Rome"]}, countries=countries)
    assert game.actions("army", "Rome", "Venice") == ["peace"]
    # When the other one goes first, the last one may.
    assert "hostile" in game.actions("army", "Rome", "Venice", [("Rome", "Florence", "peace")])


def test_a_factory_left_by_its_occupier_works_again_for_the_moves_that_follow() -> None:
    countries = {"Italy": {"factories": ("Rome", "Venice")}}
    game = entered("Austria", armies={"Austria": ["Rome", "Vienna"]}, countries=countries)
    assert game.actions("army", "Vienna", "Venice") == ["peace"]
    assert game.actions("army", "Vienna", "Venice", [("Rome", "Florence", "hostile")]) == ["peace", "hostile"]


def test_a_factory_left_by_a_coexisting_army_goes_on_working() -> None:
    countries = {"Italy": {"factories": ("Rome", "Venice")}}
    game = entered("Austria", armies={"Austria": ["~Rome", "Vienna"]}, countries=countries)
    assert game.actions("army", "Vienna", "Venice", [("Rome", "Florence", "hostile")]) == ["peace", "hostile"]


def test_an_army_that_only_coexists_was_closing_nothing() -> None:
    countries = {"Italy": {"factories": ("Rome", "Venice")}}
    game = entered("Austria", armies={"Austria": ["~Rome", "Rome"]}, countries=countries)
    assert game.actions("army", "Rome", "Venice") == ["peace"]


def test_a_second_army_may_occupy_a_factory_the_first_has_closed() -> None:
    # Rules Q20: nothing changes for the owner.
    countries = {"Austria": {"factories": ("Trieste", "Vienna")}}
    game = entered("Italy", armies={"Italy": ["Rome", "Rome", "Rome"]}, countries=countries)
    first = ("Rome", "Trieste", "hostile")
    assert "hostile" in game.actions("army", "Rome", "Trieste", [first])
    assert "hostile" not in game.actions("army", "Rome", "Vienna", [first])
    assert game.batch(armies=[first, first, ("Rome", "Vienna", "peace")]).is_complete


def test_hostile_depends_on_earlier_moves() -> None:
    # Rules T16: once the war has cleared the place hostile is open; without the war it is not.
    game = entered("Italy", armies={"Italy": ["Rome", "Rome"], "Austria": ["Trieste"]})
    war, occupy = ("Rome", "Trieste", "war Austria army"), ("Rome", "Trieste", "hostile")
    assert game.batch(armies=[war, occupy]).is_complete
    assert refusal(game.batch, armies=[occupy, war]).code == "illegal_action"
    assert refusal(game.batch, armies=[("Rome", "Genoa", ""), occupy]).code == "illegal_action"


def test_a_unit_already_traded_cannot_be_fought_again() -> None:
    # Rules T7
    game = entered("Italy", armies={"Italy": ["Rome", "Rome"], "Austria": ["Trieste"]})
    war = ("Rome", "Trieste", "war Austria army")
    assert refusal(game.batch, armies=[war, war]).code == "illegal_action"
    assert (
        refusal(game.step("Trieste", "war Austria army").step, "Trieste", "war Austria army").code == "illegal_action"
    )


# --- holding ---------------------------------------------------------------------------------------------------------


def test_a_unit_that_holds_where_a_choice_is_due_may_stay_as_it_is() -> None:
    # Rules Q10
    game = entered("England", fleets={"England": ["North Sea"], "France": ["North Sea"]})
    assert game.actions("fleet", "North Sea", "North Sea") == ["", "war France fleet", "peace"]
    game = entered("Italy", armies={"Italy": ["Tunis"], "France": ["Tunis"]})
    assert game.actions("army", "Tunis", "Tunis") == ["", "war France army", "peace"]
    game = entered("Italy", armies={"Italy": ["Trieste"]})
    assert game.actions("army", "Trieste", "Trieste") == ["", "peace", "hostile"]


@pytest.mark.parametrize("place", ["~Trieste", "Trieste"])
def test_an_army_that_stays_as_it_is_keeps_its_flag(place: str) -> None:
    game = entered("Italy", armies={"Italy": [place]})
    assert places(game.batch(armies=holds("Trieste")).state, "Italy") == [place]


@pytest.mark.parametrize("place", ["~Trieste", "Trieste"])
def test_an_army_holding_on_foreign_home_may_change_its_flag(place: str) -> None:
    game = entered("Italy", armies={"Italy": [place]})
    assert places(game.step("Trieste", "hostile").state, "Italy") == ["Trieste"]
    assert places(game.step("Trieste", "peace").state, "Italy") == ["~Trieste"]


def test_a_coexisting_army_may_not_turn_hostile_on_the_last_operational_factory() -> None:
    countries = {"Austria": {"factories": ("Trieste",)}}
    game = entered("Italy", armies={"Italy": ["~Trieste"]}, countries=countries)
    assert game.actions("army", "Trieste", "Trieste") == ["", "peace"]
    # One that closes it already changes nothing by staying hostile.
    game = entered("Italy", armies={"Italy": ["Trieste"]}, countries=countries)
    assert game.actions("army", "Trieste", "Trieste") == ["", "peace", "hostile"]


def test_each_of_two_units_in_a_place_has_its_own_flag_in_the_order_of_the_list() -> None:
    # Rules 5.2: the k-th move from a place is that of the k-th unit listed there.
    game = entered("Italy", armies={"Italy": ["Trieste", "~Trieste"]})
    stay = ("Trieste", "Trieste", "")
    assert places(game.batch(armies=[("Trieste", "Venice", ""), stay]).state, "Italy") == ["Venice", "~Trieste"]
    assert places(game.batch(armies=[stay, ("Trieste", "Venice", "")]).state, "Italy") == ["Trieste", "Venice"]
    assert places(game.step("Venice").step("Trieste").state, "Italy") == ["Venice", "~Trieste"]
