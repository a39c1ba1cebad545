"""Rules 5.7: units that come in peace ask the countries they meet."""

import pytest
from msgspec.structs import replace

from imperial.rules.state import with_country
from tests.imperial.rules.maneuver.maneuvers import (
    BEN_IN_FRANCE,
    TO_TUNIS,
    Maneuver,
    entered,
    facing_tunis,
    places,
    refusal,
)

TWO_DICTATORS = {"France": {"Ben": [5]}, "Germany": {"Cleo": [5]}}


# --- when an offer is needed -----------------------------------------------------------------------------------------


def test_peace_with_a_hostile_unit_on_neutral_land_needs_an_offer() -> None:
    # Rules S2: every country with hostile units there is asked, also where nobody owns the land.
    game = facing_tunis().step("Tunis", "peace")
    assert game.to_act == ["Ben"]
    assert game.event_types == ["peace_offered"]


def test_peace_with_a_fleet_at_sea_needs_an_offer() -> None:
    game = entered("Italy", fleets={"Italy": ["Genoa"], "France": ["Western Med"]}, bonds=BEN_IN_FRANCE)
    game = game.step("Western Med", "peace")
    assert game.current.pending_peace is not None
    assert game.current.pending_peace.unit_type == "fleet"


def test_peace_at_home_with_an_occupier_needs_an_offer_and_leaves_it_hostile() -> None:
    # Rules Q14
    game = entered("Italy", armies={"Italy": ["Rome"], "France": ["Genoa"]}, bonds=BEN_IN_FRANCE)
    asked = game.step("Genoa", "peace")
    assert asked.to_act == ["Ben"]
    done = asked.answer("Ben", accept=True)
    assert places(done.state, "France") == ["Genoa"]
    assert places(done.state, "Italy") == ["Genoa"]


def test_peace_on_empty_foreign_home_simply_succeeds() -> None:
    game = entered("Italy", armies={"Italy": ["Rome"]}, bonds={"Austria": {"Ben": [5]}})
    assert places(game.step("Trieste", "peace").state, "Italy") == ["~Trieste"]


def test_peace_with_coexisting_units_alone_simply_succeeds() -> None:
    # Rules T17
    armies = {"Italy": ["Rome"], "France": ["~Trieste"]}
    game = entered("Italy", armies=armies, bonds=BEN_IN_FRANCE)
    assert game.step("Trieste", "peace").is_complete


@pytest.mark.parametrize("place", ["Tunis", "Trieste"])
def test_a_unit_that_holds_never_asks(place: str) -> None:
    game = entered("Italy", armies={"Italy": [place], "France": [place]}, bonds=BEN_IN_FRANCE)
    assert game.step(place, "peace").is_complete


def test_war_and_hostile_ask_nobody() -> None:
    assert facing_tunis().step("Tunis", "war France army").is_complete


def test_enemies_traded_away_earlier_are_not_asked() -> None:
    game = facing_tunis(2).step("Tunis", "war France army")
    assert game.step("Tunis", "").is_complete


# --- whom ------------------------------------------------------------------------------------------------------------


def test_a_dictator_is_asked_alone() -> None:
    game = facing_tunis().step("Tunis", "peace")
    pending = game.current.pending_peace
    assert pending is not None
    assert (pending.origin, pending.destination, pending.target_country) == ("Rome", "Tunis", "France")
    assert (pending.unit_type, pending.move) == ("army", TO_TUNIS)
    assert game.state.mode == "continue-man"
    assert game.state.peace_vote is None
    assert game.to_act == ["Ben"]
    assert not game.state.same_turn
    assert game.current.completed_army_moves == ()


def test_a_democracy_is_asked_with_a_vote() -> None:
    game = facing_tunis(bonds={"France": {"Ben": [4], "Cleo": [3], "Dan": [2]}}).step("Tunis", "peace")
    assert game.state.mode == "peace-vote"
    assert game.current.pending_peace is None
    vote = game.state.peace_vote
    assert vote is not None
    assert (vote.moving_country, vote.target_country, vote.unit_type) == ("Italy", "France", "army")
    assert (vote.origin, vote.destination, vote.move) == ("Rome", "Tunis", TO_TUNIS)
    assert (vote.accept_votes, vote.reject_votes, vote.voters, vote.total_stock) == (0, 0, (), 9)
    assert game.to_act == ["Ben", "Cleo", "Dan"]
    assert not game.state.same_turn


def test_a_dictator_who_moves_the_units_does_not_ask_themselves() -> None:
    # Rules Q8
    assert facing_tunis(bonds={}).step("Tunis", "peace").is_complete


def test_a_country_nobody_owns_accepts() -> None:
    assert facing_tunis(bonds={"France": {}}).step("Tunis", "peace").is_complete


def test_a_democracy_without_an_eligible_voter_accepts() -> None:
    # Rules Q8
    game = facing_tunis(bonds={})
    france = replace(game.state.country_info["France"], gov="democracy")
    assert Maneuver(with_country(game.state, "France", france)).step("Tunis", "peace").is_complete


def test_every_country_with_a_hostile_unit_is_asked_one_after_the_other_in_country_order() -> None:
    # Rules Q17
    others = {"Germany": ["Tunis"], "France": ["Tunis"]}
    game = facing_tunis(bonds=TWO_DICTATORS, others=others).step("Tunis", "peace")
    assert (game.to_act, game.current.pending_peace_targets) == (["Ben"], ("Germany",))
    game = game.answer("Ben", accept=True)
    assert (game.to_act, game.current.pending_peace_targets) == (["Cleo"], ())
    assert game.event_types == ["peace_answered", "peace_offered"]
    assert not game.state.same_turn
    done = game.answer("Cleo", accept=True)
    assert places(done.state, "Italy") == ["Tunis"]


def test_the_mover_may_choose_the_order() -> None:
    others = {"Germany": ["Tunis"], "France": ["Tunis"], "Russia": ["Tunis"]}
    bonds = {**TWO_DICTATORS, "Russia": {"Dan": [5]}}
    game = facing_tunis(bonds=bonds, others=others)
    asked = game.batch(armies=[TO_TUNIS], peace_order=["Russia", "Germany"])
    assert asked.to_act == ["Dan"]
    # Countries that are not named come last.
    assert asked.current.pending_peace_targets == ("Germany", "France")


def test_the_order_holds_for_every_offer_of_the_batch_and_names_countries() -> None:
    game = facing_tunis(2)
    assert game.batch(armies=[TO_TUNIS, TO_TUNIS], peace_order=["Russia", "Russia"]).to_act == ["Ben"]
    refused = refusal(game.batch, armies=[TO_TUNIS, TO_TUNIS], peace_order=["Atlantis"])
    assert (refused.code, refused.message) == (
        "illegal_action",
        "There is no country called Atlantis to ask for peace.",
    )


def test_countries_that_accept_unasked_are_passed_over() -> None:
    others = {"Austria": ["Tunis"], "France": ["Tunis"], "Russia": ["Tunis"]}
    game = facing_tunis(others=others).step("Tunis", "peace")
    assert game.to_act == ["Ben"]
    assert game.current.pending_peace_targets == ()
    assert game.answer("Ben", accept=True).is_complete


def test_every_unit_entering_the_same_place_asks_anew() -> None:
    # Rules Q23
    game = facing_tunis(2).step("Tunis", "peace").answer("Ben", accept=True)
    assert game.step("Tunis", "peace").to_act == ["Ben"]


# --- accepted --------------------------------------------------------------------------------------------------------


def test_after_the_last_yes_the_move_is_committed_as_peace() -> None:
    game = facing_tunis(2).step("Tunis", "peace").answer("Ben", accept=True)
    assert game.current.completed_army_moves == (TO_TUNIS,)
    assert game.current.pending_peace is None
    assert (game.state.mode, game.to_act, game.state.same_turn) == ("continue-man", ["Ann"], False)
    assert game.event_types == ["peace_answered", "unit_moved"]


def test_a_peaceful_army_on_neutral_land_stands_there_beside_the_others() -> None:
    done = facing_tunis().step("Tunis", "peace").answer("Ben", accept=True)
    assert places(done.state, "Italy") == places(done.state, "France") == ["Tunis"]


def test_one_line_in_the_log_tells_who_decided_what() -> None:
    game = facing_tunis(2).step("Tunis", "peace")
    accepted, rejected = game.answer("Ben", accept=True), game.answer("Ben", accept=False)
    assert [event.line for event in accepted.events if event.line] == [
        "Ben, for France, accepts the peace Italy offers in Tunis."
    ]
    assert [event.line for event in rejected.events if event.line] == [
        "Ben, for France, rejects the peace Italy offers in Tunis."
    ]


# --- rejected --------------------------------------------------------------------------------------------------------


def test_a_rejected_offer_becomes_a_war_with_a_unit_of_the_target() -> None:
    game = facing_tunis(2).step("Tunis", "peace").answer("Ben", accept=False)
    assert game.current.completed_army_moves == (("Rome", "Tunis", "war France army"),)
    assert game.to_act == ["Ann"]
    assert places(game.step("Rome").state, "France") == []


def test_the_war_is_with_the_kind_of_unit_the_target_has_there() -> None:
    # Rules S10: not the kind of the mover.
    ships = {"France": ["Marseille"]}
    game = facing_tunis(ships=ships, others={}).step("Marseille", "peace").answer("Ben", accept=False)
    assert places(game.state, "France", "fleet") == []


def test_who_has_both_kinds_loses_the_fleet_unless_the_dictator_chooses() -> None:
    # Rules Q16
    game = facing_tunis(ships={"France": ["Marseille"]}, others={"France": ["Marseille"]}).step("Marseille", "peace")
    default = game.answer("Ben", accept=False)
    assert (places(default.state, "France", "fleet"), places(default.state, "France")) == ([], ["Marseille"])
    chosen = game.answer("Ben", accept=False, sacrifice="army")
    assert (places(chosen.state, "France", "fleet"), places(chosen.state, "France")) == (["Marseille"], [])
    fleet = game.answer("Ben", accept=False, sacrifice="fleet")
    assert fleet.state == default.state


def test_nobody_sacrifices_a_kind_of_unit_they_do_not_have_there() -> None:
    game = facing_tunis().step("Tunis", "peace")
    refused = refusal(game.answer, "Ben", accept=False, sacrifice="fleet")
    assert (refused.code, refused.message) == ("illegal_action", "France has no fleet in Tunis to give up.")
    assert game.answer("Ben", accept=False, sacrifice="army").is_complete


def test_with_a_yes_the_sacrifice_is_ignored() -> None:
    done = facing_tunis().step("Tunis", "peace").answer("Ben", accept=True, sacrifice="fleet")
    assert places(done.state, "France") == ["Tunis"]


def test_a_rejection_ends_the_questions_of_that_unit() -> None:
    # Rules T21
    others = {"Germany": ["Tunis"], "France": ["Tunis"]}
    game = facing_tunis(2, bonds=TWO_DICTATORS, others=others).step("Tunis", "peace").answer("Ben", accept=False)
    assert game.to_act == ["Ann"]
    assert game.current.pending_peace_targets == ()
    done = game.step("Rome")
    assert (places(done.state, "France"), places(done.state, "Germany")) == ([], ["Tunis"])


def test_a_later_country_may_reject_what_an_earlier_one_accepted() -> None:
    others = {"Germany": ["Tunis"], "France": ["Tunis"]}
    game = facing_tunis(bonds=TWO_DICTATORS, others=others).step("Tunis", "peace")
    done = game.answer("Ben", accept=True).answer("Cleo", accept=False)
    assert (places(done.state, "France"), places(done.state, "Germany")) == (["Tunis"], [])


def test_two_rejected_offers_take_two_defenders() -> None:
    # Rules T7
    game = facing_tunis(3, others={"France": ["Tunis", "Tunis"]})
    game = game.step("Tunis", "peace").answer("Ben", accept=False).step("Tunis", "peace").answer("Ben", accept=False)
    assert game.actions("army", "Rome", "Tunis") == [""]
    done = game.step("Tunis")
    assert (places(done.state, "France"), places(done.state, "Italy")) == ([], ["Tunis"])


def test_in_a_game_made_by_hand_a_target_without_units_left_lets_the_unit_in() -> None:
    for destination, action, flags in (("Tunis", "", ["Tunis"]), ("Marseille", "hostile", ["Marseille"])):
        game = facing_tunis(others={"France": [destination]}).step(destination, "peace")
        vanished = replace(game.state.country_info["France"], armies=())
        done = Maneuver(with_country(game.state, "France", vanished)).answer("Ben", accept=False)
        assert done.events[1].to_json()["action"] == action
        assert places(done.state, "Italy") == flags


# --- who may answer --------------------------------------------------------------------------------------------------


def test_only_the_dictator_of_the_target_answers() -> None:
    game = facing_tunis().step("Tunis", "peace")
    for other in ("Ann", "Cleo"):
        refused = refusal(game.answer, other, accept=True)
        assert (refused.code, refused.message) == ("not_your_turn", "The leader of France answers this offer.")


def test_there_is_nothing_to_answer_when_nobody_is_asked() -> None:
    game = facing_tunis()
    assert refusal(game.answer, "Ann", accept=True).code == "wrong_mode"
    assert refusal(game.vote, "Ann", accept=True).code == "wrong_mode"
    asked = game.step("Tunis", "peace")
    assert refusal(asked.vote, "Ben", accept=True).code == "wrong_mode"
