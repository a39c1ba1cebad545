"""Rules 3.6 and 5.2: moving one unit, moving all that are left."""

from imperial.rules.actions import CastPeaceVote, DictatorPeace, ManeuverBatch, ManeuverStep
from imperial.rules.maneuver.answers import answer_as_dictator, answer_by_vote
from imperial.rules.maneuver.menu import menu as maneuver_menu
from imperial.rules.maneuver.progress import take_batch, take_step
from tests.imperial.rules.maneuver.maneuvers import Maneuver, entered, holds, places, refusal
from tests.imperial.rules.positions import STANDARD, position


def italy() -> Maneuver:
    return entered("Italy", fleets={"Italy": ["Naples", "Venice"]}, armies={"Italy": ["Rome", "Genoa", "Rome"]})


# --- steps -----------------------------------------------------------------------------------------------------------


def test_a_step_moves_the_first_unit_that_has_not_moved() -> None:
    game = italy().step("Western Med")
    assert game.current.completed_fleet_moves == (("Naples", "Western Med", ""),)
    assert game.step("Ionian Sea").current.completed_fleet_moves[1] == ("Venice", "Ionian Sea", "")


def test_a_step_may_name_the_place_of_the_unit() -> None:
    game = italy().step("Ionian Sea", origin="Venice")
    assert game.current.completed_fleet_moves == (("Venice", "Ionian Sea", ""),)
    assert game.step("Naples").current.completed_fleet_moves[1] == ("Naples", "Naples", "")


def test_the_first_unit_is_the_first_in_the_list_not_the_first_place() -> None:
    game = italy().step("Naples").step("Venice").step("Florence")
    assert game.step("Naples").current.completed_army_moves[1] == ("Genoa", "Naples", "")


def test_a_step_moves_a_unit_of_the_current_phase_only() -> None:
    refused = refusal(italy().step, "Florence", origin="Rome")
    assert (refused.code, refused.message) == ("wrong_units", "There is no fleet left to move in Rome.")


def test_a_unit_moves_once() -> None:
    game = italy().step("Western Med", origin="Naples")
    assert refusal(game.step, "Western Med", origin="Naples").code == "wrong_units"


def test_armies_move_when_all_fleets_have_moved() -> None:
    game = italy().step("Western Med")
    assert (game.current.phase, game.current.unit_index) == ("fleet", 1)
    game = game.step("Ionian Sea")
    assert (game.current.phase, game.current.unit_index) == ("army", 0)
    assert game.step("Florence").current.unit_index == 1


def test_while_units_remain_it_stays_the_same_turn_of_the_same_player() -> None:
    game = italy().step("Western Med")
    assert game.state.same_turn
    assert game.to_act == ["Ann"]
    assert game.state.mode == "continue-man"


def test_the_last_step_completes_the_maneuver() -> None:
    game = italy().step("Western Med").step("Venice").step("Florence").step("Genoa")
    done = game.step("Trieste", "hostile")
    assert done.is_complete
    assert not done.state.same_turn
    assert places(done.state, "Italy", "fleet") == ["Western Med", "Venice"]
    assert places(done.state, "Italy") == ["Florence", "Genoa", "Trieste"]


def test_fleets_alone_and_armies_alone_make_a_maneuver() -> None:
    # Rules T25
    assert entered("Italy", fleets={"Italy": ["Naples"]}).step("Naples").is_complete
    assert entered("Italy", armies={"Italy": ["Rome"]}).step("Rome").is_complete


def test_single_moves_say_nothing_in_the_log_but_are_told_to_pages() -> None:
    game = italy().step("Western Med")
    assert game.event_types == ["unit_moved"]
    assert [event.line for event in game.events] == [None]


# --- batches ---------------------------------------------------------------------------------------------------------


def test_a_batch_moves_every_unit_and_completes_the_maneuver() -> None:
    game = italy().batch(
        [("Naples", "Western Med", ""), ("Venice", "Ionian Sea", "")],
        [("Rome", "Tunis", ""), ("Genoa", "Marseille", "peace"), ("Rome", "Greece", "")],
    )
    assert game.is_complete
    assert places(game.state, "Italy", "fleet") == ["Western Med", "Ionian Sea"]
    assert places(game.state, "Italy") == ["Tunis", "~Marseille", "Greece"]
    assert game.event_types[:5] == ["unit_moved"] * 5


def test_a_batch_of_holds_is_a_legal_maneuver() -> None:
    # Rules Q4 and 3.6
    game = italy().batch(holds("Naples", "Venice"), holds("Rome", "Genoa", "Rome"))
    assert game.is_complete


def test_the_order_of_the_moves_is_the_players_choice() -> None:
    game = italy().batch(holds("Venice", "Naples"), holds("Rome", "Rome", "Genoa"))
    assert places(game.state, "Italy", "fleet") == ["Venice", "Naples"]
    assert places(game.state, "Italy") == ["Rome", "Rome", "Genoa"]


def test_a_batch_has_one_move_for_every_unit_no_more_and_no_less() -> None:
    # Rules T10
    game, fleets, armies = italy(), holds("Naples", "Venice"), holds("Rome", "Genoa", "Rome")
    for wrong_fleets, wrong_armies in (
        (fleets, armies[:2]),
        (fleets[:1], armies),
        (fleets, [*armies, armies[0]]),
        (fleets, [*armies[:2], armies[1]]),
        ([], []),
        (armies, fleets),
        ([*fleets, *armies], []),
    ):
        assert refusal(game.batch, wrong_fleets, wrong_armies).code == "wrong_units"
    refused = refusal(game.batch, fleets, [*armies[:2], armies[1]])
    assert refused.message == "The plan has to move every unit once: armies left in Rome: 2, in the plan: 1."
    refused = refusal(game.batch, fleets, [*armies, *holds("Paris")])
    assert refused.message == "The plan has to move every unit once: armies left in Paris: 0, in the plan: 1."


def test_after_steps_a_batch_moves_only_the_units_that_are_left() -> None:
    # Rules T10
    game = italy().step("Western Med")
    assert refusal(game.batch, holds("Naples", "Venice"), holds("Rome", "Genoa", "Rome")).code == "wrong_units"
    done = game.batch(holds("Venice"), holds("Rome", "Genoa", "Rome"))
    assert places(done.state, "Italy", "fleet") == ["Western Med", "Venice"]
    assert len(places(done.state, "Italy")) == 3


def test_a_batch_is_judged_move_by_move_and_changes_nothing_when_one_is_illegal() -> None:
    game = italy()
    before = game.state
    armies = [("Rome", "Florence", ""), ("Genoa", "Moscow", ""), ("Rome", "Florence", "")]
    assert refusal(game.batch, holds("Naples", "Venice"), armies).code == "unreachable"
    assert game.state is before
    assert game.current.completed_fleet_moves == ()


def test_a_move_in_a_batch_sees_the_moves_before_it() -> None:
    game = entered("Italy", fleets={"Italy": ["Naples"]}, armies={"Italy": ["Rome", "Rome"], "France": ["Tunis"]})
    out, war = ("Naples", "Western Med", ""), ("Rome", "Tunis", "war France army")
    assert refusal(game.batch, [out], [("Rome", "Tunis", ""), war]).code == "illegal_action"
    two = entered(
        "Italy", fleets={"Italy": ["Naples", "Naples"]}, armies={"Italy": ["Rome", "Rome"], "France": ["Tunis"]}
    )
    assert places(two.batch([out, out], [war, ("Rome", "Tunis", "")]).state, "Italy") == ["Tunis"]


# --- who -------------------------------------------------------------------------------------------------------------


def test_nobody_but_the_controller_moves_units() -> None:
    # Rules T22
    game = italy()
    refused = refusal(game.step, "Naples", player="Ben")
    assert (refused.code, refused.message) == ("not_your_turn", "Ann is the one to move these units.")
    assert refusal(game.batch, player="Ben").code == "not_your_turn"


def test_while_a_dictator_is_asked_nobody_moves_units_not_even_the_dictator() -> None:
    # Rules T22
    armies = {"Italy": ["Rome", "Rome"], "Austria": ["Trieste"]}
    game = entered("Italy", armies=armies, bonds={"Austria": {"Ben": [5]}}).step("Trieste", "peace")
    for player in ("Ann", "Ben"):
        assert refusal(game.step, "Rome", player=player).code == "not_your_turn"
        assert refusal(game.batch, armies=holds("Rome"), player=player).code == "not_your_turn"


def test_there_is_nothing_to_do_without_a_maneuver() -> None:
    state = position()
    for attempt, action in (
        (take_step, ManeuverStep(destination="Rome")),
        (take_batch, ManeuverBatch()),
        (answer_as_dictator, DictatorPeace(accept=True)),
        (answer_by_vote, CastPeaceVote(choice="accept")),
    ):
        assert refusal(attempt, state, "Ann", action, setup=STANDARD).code == "wrong_mode"
    assert maneuver_menu(state, "Ann", setup=STANDARD) == []
