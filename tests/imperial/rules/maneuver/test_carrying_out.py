"""Rules 5.8: the moves happen, fleets first, then armies, in the player's order."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from imperial.rules.maneuver.carrying_out import carry_out
from imperial.rules.state import State
from tests.imperial.rules.maneuver.maneuvers import Moves, Places, holds, places
from tests.imperial.rules.positions import STANDARD, position


def carried_out(
    country: str,
    *,
    fleets: Places | None = None,
    armies: Places | None = None,
    fleet_man: Moves = (),
    army_man: Moves = (),
    countries: Mapping[str, Mapping[str, Any]] | None = None,
) -> State:
    before = position(country=country, fleets=fleets, armies=armies, countries=countries)
    return carry_out(before, country=country, fleet_man=fleet_man, army_man=army_man, setup=STANDARD)


def chips(state: State, country: str) -> Sequence[str]:
    return state.country_info[country].tax_chips


# --- fleets ----------------------------------------------------------------------------------------------------------


def test_a_fleet_at_war_takes_a_unit_with_it() -> None:
    after = carried_out(
        "England",
        fleets={"England": ["London"], "France": ["English Channel", "English Channel"]},
        fleet_man=[("London", "English Channel", "war France fleet")],
    )
    assert places(after, "England", "fleet") == []
    assert places(after, "France", "fleet") == ["English Channel"]


def test_a_fleet_stands_at_its_destination_hostile() -> None:
    for action in ("", "peace"):
        after = carried_out(
            "England", fleets={"England": ["London"]}, fleet_man=[("London", "English Channel", action)]
        )
        assert places(after, "England", "fleet") == ["English Channel"]


def test_fleets_go_before_armies() -> None:
    after = carried_out(
        "Italy",
        fleets={"Italy": ["Venice"]},
        armies={"Italy": ["Rome"], "Austria": ["Venice"]},
        fleet_man=[("Venice", "Venice", "war Austria army")],
        army_man=[("Rome", "Venice", "")],
    )
    assert places(after, "Austria") == places(after, "Italy", "fleet") == []
    assert places(after, "Italy") == ["Venice"]


# --- armies ----------------------------------------------------------------------------------------------------------


def test_an_army_at_war_takes_the_first_matching_unit_with_it() -> None:
    after = carried_out(
        "Italy",
        fleets={"Austria": ["Trieste"]},
        armies={"Italy": ["Rome"], "Austria": ["Vienna", "~Trieste", "Trieste"], "France": ["~Trieste"]},
        army_man=[("Rome", "Trieste", "war Austria army")],
    )
    assert places(after, "Austria") == ["Vienna", "Trieste"]
    assert (places(after, "Austria", "fleet"), places(after, "France")) == (["Trieste"], ["~Trieste"])
    assert places(after, "Italy") == []


def test_armies_run_in_the_players_order_whatever_their_actions() -> None:
    # Rules T6: sorted by code, the plain move would come before the war and find Tunis taken.
    after = carried_out(
        "Italy",
        armies={"Italy": ["Rome", "Rome"], "France": ["Tunis"]},
        army_man=[("Rome", "Tunis", "war France army"), ("Rome", "Tunis", "")],
    )
    assert chips(after, "Italy") == ("Tunis",)
    assert places(after, "Italy") == ["Tunis"]


@pytest.mark.parametrize(
    ("destination", "action", "place"),
    [
        ("Trieste", "peace", "~Trieste"),
        ("Trieste", "hostile", "Trieste"),
        ("Tunis", "peace", "Tunis"),
        ("Genoa", "peace", "Genoa"),
        ("Tunis", "", "Tunis"),
    ],
)
def test_only_a_peaceful_army_on_foreign_home_coexists(destination: str, action: str, place: str) -> None:
    after = carried_out("Italy", armies={"Italy": ["Rome"]}, army_man=[("Rome", destination, action)])
    assert places(after, "Italy") == [place]


def test_an_army_that_comes_home_is_hostile_again() -> None:
    after = carried_out("Italy", armies={"Italy": ["~Trieste"]}, army_man=[("Trieste", "Venice", "")])
    assert places(after, "Italy") == ["Venice"]


def test_an_army_that_stays_as_it_is_among_others_keeps_its_flag_wherever_it_is() -> None:
    # Rules Q10; away from foreign home the flag means nothing and only hand-made games have it down.
    armies = {"Italy": ["~Tunis", "~Rome"], "France": ["Tunis"]}
    after = carried_out("Italy", armies=armies, army_man=holds("Tunis", "Rome"))
    assert places(after, "Italy") == ["~Tunis", "Rome"]


def test_the_lists_of_units_are_replaced_in_the_order_of_the_moves() -> None:
    after = carried_out("Italy", armies={"Italy": ["Rome", "Naples"]}, army_man=holds("Naples", "Rome"))
    assert places(after, "Italy") == ["Naples", "Rome"]


def test_nothing_but_the_board_changes() -> None:
    before = position(country="Italy", armies={"Italy": ["Rome"]})
    after = carry_out(before, country="Italy", fleet_man=(), army_man=[("Rome", "Tunis", "")], setup=STANDARD)
    assert after.player_info == before.player_info
    assert (after.mode, after.history, after.country_up) == (before.mode, before.history, before.country_up)
    assert before.country_info["Italy"].armies != after.country_info["Italy"].armies


def test_a_maneuver_without_moves_changes_nothing() -> None:
    # Rules T25
    before = position(country="Italy")
    assert carry_out(before, country="Italy", fleet_man=(), army_man=(), setup=STANDARD) == before


def test_a_war_with_a_unit_that_has_vanished_spares_the_attacker() -> None:
    # Rules T7: the last defence; no such move passes the judge.
    after = carried_out(
        "Italy",
        fleets={"Italy": ["Naples"]},
        armies={"Italy": ["Rome"]},
        fleet_man=[("Naples", "Western Med", "war France fleet")],
        army_man=[("Rome", "Tunis", "war France army")],
        countries={"France": {"tax_chips": ("Tunis",)}},
    )
    assert (places(after, "Italy", "fleet"), places(after, "Italy")) == (["Western Med"], ["Tunis"])
    assert (chips(after, "Italy"), chips(after, "France")) == ((), ("Tunis",))


def test_a_stored_move_of_an_army_that_is_not_there_sets_up_an_occupier() -> None:
    # Only imported games have such moves.
    assert places(carried_out("Italy", army_man=holds("Trieste")), "Italy") == ["Trieste"]


# --- blow-ups --------------------------------------------------------------------------------------------------------

PEACE, BLOW_UP = ("Rome", "Vienna", "peace"), ("Rome", "Vienna", "blow up Austria")


def blown_up(army_man: Moves, *, armies: Sequence[str] | None = None) -> State:
    start = armies or [origin for origin, _destination, _action in army_man]
    return carried_out(
        "Italy",
        armies={"Italy": start, "France": ["~Vienna"]},
        army_man=army_man,
        countries={"Austria": {"factories": ("Vienna", "Budapest")}},
    )


def test_a_blow_up_removes_the_factory_and_three_armies_wherever_it_is_in_the_order() -> None:
    # Rules T15, for a blow-up that is executed last.
    for number in range(3):
        moves = [PEACE, PEACE]
        moves.insert(number, BLOW_UP)
        after = blown_up(moves)
        assert after.country_info["Austria"].factories == ("Budapest",)
        assert places(after, "Italy") == []


def test_later_armies_are_consumed_before_those_already_there() -> None:
    hostile = ("Rome", "Vienna", "hostile")
    after = blown_up([PEACE, PEACE, BLOW_UP, hostile, hostile])
    assert places(after, "Italy") == ["~Vienna", "~Vienna"]
    after = blown_up([PEACE, hostile, BLOW_UP, PEACE])
    assert places(after, "Italy") == ["Vienna"]


def test_of_those_already_there_the_oldest_is_consumed() -> None:
    after = blown_up([("Rome", "Vienna", "hostile"), PEACE, PEACE, BLOW_UP])
    assert places(after, "Italy") == ["~Vienna"]


def test_armies_elsewhere_and_armies_that_fight_are_not_consumed() -> None:
    war = ("Rome", "Vienna", "war France army")
    after = blown_up([BLOW_UP, ("Rome", "Genoa", ""), war, PEACE, PEACE, PEACE])
    assert places(after, "Italy") == ["Genoa", "~Vienna"]
    assert places(after, "France") == []


def test_a_consumed_army_does_nothing_else() -> None:
    flag = ("Vienna", "Vienna", "hostile")
    after = blown_up([BLOW_UP, flag, flag], armies=["Rome", "~Vienna", "~Vienna"])
    assert places(after, "Italy") == []


def test_two_blow_ups_at_one_place_consume_six_armies() -> None:
    after = blown_up([BLOW_UP, BLOW_UP, PEACE, PEACE, PEACE, PEACE, PEACE])
    assert places(after, "Italy") == ["~Vienna"]


# --- chips -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("action", ["", "peace", "hostile"])
def test_only_a_plain_move_places_a_chip(action: str) -> None:
    after = carried_out(
        "Italy",
        armies={"Italy": ["Rome"]},
        army_man=[("Rome", "Tunis", action)],
        countries={"France": {"tax_chips": ("Tunis", "Spain")}},
    )
    plain = action == ""
    assert chips(after, "Italy") == (("Tunis",) if plain else ())
    assert chips(after, "France") == (("Spain",) if plain else ("Tunis", "Spain"))


def test_fleets_at_sea_place_chips() -> None:
    # Rules T18
    after = carried_out("Italy", fleets={"Italy": ["Naples"]}, fleet_man=[("Naples", "Western Med", "")])
    assert chips(after, "Italy") == ("Western Med",)


def test_a_plain_hold_places_a_chip_too() -> None:
    countries = {"France": {"tax_chips": ("Tunis", "Western Med")}}
    after = carried_out(
        "Italy",
        fleets={"Italy": ["Western Med"]},
        armies={"Italy": ["Tunis"]},
        fleet_man=holds("Western Med"),
        army_man=holds("Tunis"),
        countries=countries,
    )
    assert set(chips(after, "Italy")) == {"Tunis", "Western Med"}
    assert chips(after, "France") == ()


def test_a_unit_holding_beside_others_touches_no_chip() -> None:
    # Rules Q10 and Q21
    countries = {"France": {"tax_chips": ("Tunis",)}}
    for action in ("", "peace"):
        after = carried_out(
            "Italy",
            armies={"Italy": ["Tunis"], "France": ["Tunis"]},
            army_man=[("Tunis", "Tunis", action)],
            countries=countries,
        )
        assert (chips(after, "Italy"), chips(after, "France")) == ((), ("Tunis",))


def test_a_territory_bears_one_chip_at_most() -> None:
    countries = {"Italy": {"tax_chips": ("Tunis",)}}
    after = carried_out(
        "Italy", armies={"Italy": ["Rome", "Rome"]}, army_man=[("Rome", "Tunis", "")] * 2, countries=countries
    )
    assert chips(after, "Italy") == ("Tunis",)


def test_home_territory_never_bears_a_chip() -> None:
    after = carried_out("Italy", armies={"Italy": ["Rome", "~Trieste"]}, army_man=holds("Rome", "Trieste"))
    assert chips(after, "Italy") == ()


def test_chips_stay_when_units_leave() -> None:
    countries = {"Italy": {"tax_chips": ("Tunis",)}}
    after = carried_out("Italy", armies={"Italy": ["Tunis"]}, army_man=[("Tunis", "Algeria", "")], countries=countries)
    assert chips(after, "Italy") == ("Tunis", "Algeria")


def test_a_war_that_empties_a_region_places_no_chip_but_a_plain_move_after_it_does() -> None:
    countries = {"France": {"tax_chips": ("Tunis",)}}
    armies = {"Italy": ["Rome", "Rome"], "France": ["Tunis"]}
    war = ("Rome", "Tunis", "war France army")
    after = carried_out("Italy", armies=armies, army_man=[war, ("Rome", "Genoa", "")], countries=countries)
    assert (chips(after, "Italy"), chips(after, "France")) == ((), ("Tunis",))
    after = carried_out("Italy", armies=armies, army_man=[war, ("Rome", "Tunis", "")], countries=countries)
    assert (chips(after, "Italy"), chips(after, "France")) == (("Tunis",), ())
