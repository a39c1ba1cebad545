"""Rules 5.2 and 5.10: a question of peace stops a plan; the rest is a draft."""

from tests.imperial.rules.maneuver.maneuvers import (
    BEN_IN_FRANCE,
    TO_TUNIS,
    entered,
    facing_tunis,
    holds,
    places,
    refusal,
)


def test_a_question_stops_a_batch_what_comes_before_is_committed_what_follows_is_a_draft() -> None:
    game = entered(
        "Italy",
        fleets={"Italy": ["Western Med", "Naples"]},
        armies={"Italy": ["Rome", "Rome", "Rome"], "France": ["Tunis"]},
        bonds=BEN_IN_FRANCE,
    )
    fleets = [*holds("Western Med"), ("Naples", "Western Med", "")]
    armies = [("Rome", "Florence", ""), TO_TUNIS, ("Rome", "Genoa", "")]
    asked = game.batch(fleets, armies)
    assert asked.current.completed_fleet_moves == tuple(fleets)
    assert asked.current.completed_army_moves == (armies[0],)
    assert (asked.current.remaining_fleet_plans, asked.current.remaining_army_plans) == ((), (armies[2],))
    assert (asked.current.phase, asked.current.unit_index) == ("army", 1)
    assert (asked.to_act, asked.state.same_turn) == (["Ben"], False)
    assert asked.event_types == ["unit_moved"] * 3 + ["peace_offered"]


def test_a_question_of_a_fleet_keeps_fleets_and_armies_as_a_draft() -> None:
    fleets = {"Italy": ["Genoa", "Naples", "Venice"], "France": ["Western Med"]}
    game = entered("Italy", fleets=fleets, armies={"Italy": ["Rome"]}, bonds=BEN_IN_FRANCE)
    moves = [*holds("Genoa"), ("Naples", "Western Med", "peace"), ("Venice", "Ionian Sea", "")]
    asked = game.batch(moves, [("Rome", "Greece", "")])
    assert asked.current.completed_fleet_moves == (moves[0],)
    assert asked.current.remaining_fleet_plans == (moves[2],)
    assert asked.current.remaining_army_plans == (("Rome", "Greece", ""),)
    answered = asked.answer("Ben", accept=True)
    assert answered.current.completed_fleet_moves == tuple(moves[:2])
    # Nothing of the draft runs by itself; it is shown to the player again.
    assert (answered.current.phase, answered.current.unit_index) == ("fleet", 2)
    assert answered.current.remaining_fleet_plans == (moves[2],)
    assert answered.to_act == ["Ann"]


def test_the_draft_is_resubmitted_and_only_with_the_units_not_yet_moved() -> None:
    # Rules T10
    game = facing_tunis(3).batch(armies=[TO_TUNIS, ("Rome", "Genoa", ""), *holds("Rome")]).answer("Ben", accept=True)
    whole = [TO_TUNIS, ("Rome", "Genoa", ""), *holds("Rome")]
    assert refusal(game.batch, armies=whole).code == "wrong_units"
    done = game.batch(armies=game.current.remaining_army_plans)
    assert places(done.state, "Italy") == ["Tunis", "Genoa", "Rome"]


def test_a_resubmission_may_differ_from_the_draft() -> None:
    game = facing_tunis(2).batch(armies=[TO_TUNIS, ("Rome", "Genoa", "")]).answer("Ben", accept=True)
    assert places(game.batch(armies=[("Rome", "Naples", "")]).state, "Italy") == ["Tunis", "Naples"]


def test_a_step_discards_the_draft() -> None:
    game = (
        facing_tunis(3)
        .batch(armies=[TO_TUNIS, ("Rome", "Genoa", ""), ("Rome", "Genoa", "")])
        .answer("Ben", accept=True)
    )
    assert len(game.current.remaining_army_plans) == 2
    assert game.step("Rome").current.remaining_army_plans == ()


def test_a_resubmission_is_judged_from_scratch() -> None:
    # Rules 5.10: the fleet lost in a rejected offer no longer convoys.
    fleets = {"Italy": ["Genoa"], "France": ["Western Med"]}
    game = entered("Italy", fleets=fleets, armies={"Italy": ["Rome"]}, bonds=BEN_IN_FRANCE)
    asked = game.batch([("Genoa", "Western Med", "peace")], [("Rome", "Tunis", "")])
    accepted, rejected = asked.answer("Ben", accept=True), asked.answer("Ben", accept=False)
    assert accepted.batch(armies=[("Rome", "Tunis", "")]).is_complete
    assert refusal(rejected.batch, armies=[("Rome", "Tunis", "")]).code == "no_convoy"
    # An enemy traded away changes the legal actions.
    game = facing_tunis(2).batch(armies=[TO_TUNIS, TO_TUNIS])
    assert refusal(game.answer("Ben", accept=False).batch, armies=[TO_TUNIS]).code == "illegal_action"
    assert game.answer("Ben", accept=True).batch(armies=[TO_TUNIS]).to_act == ["Ben"]


def test_a_batch_may_be_interrupted_again_and_again() -> None:
    game = facing_tunis(3, others={"France": ["Tunis"] * 3}).batch(armies=[TO_TUNIS] * 3)
    for _time in range(2):
        game = game.answer("Ben", accept=False).batch(armies=game.current.remaining_army_plans)
    assert len(game.current.completed_army_moves) == 2
    done = game.answer("Ben", accept=True)
    assert done.is_complete
    assert places(done.state, "Italy") == places(done.state, "France") == ["Tunis"]


def test_the_answer_for_the_last_unit_completes_the_maneuver() -> None:
    done = facing_tunis().step("Tunis", "peace").answer("Ben", accept=True)
    assert done.is_complete
    assert not done.state.same_turn
    assert done.state.mode == "proposal"


def test_the_unit_that_asks_needs_transport_too() -> None:
    game = facing_tunis(2, fleets=("Western Med",))
    asked = game.batch(armies=[TO_TUNIS, *holds("Rome")]).answer("Ben", accept=False)
    assert refusal(asked.batch, armies=[TO_TUNIS]).code == "no_convoy"
