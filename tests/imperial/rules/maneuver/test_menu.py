"""What bots choose from: never empty, all of it legal, cheap enough to be asked at every turn."""

from random import Random

from hypothesis import given, settings

from imperial.rules.actions import Action, CastPeaceVote, DictatorPeace, ManeuverBatch, ManeuverStep
from imperial.rules.maneuver.menu import menu as maneuver_menu
from tests.imperial.rules.maneuver.maneuvers import DEMOCRACY, Maneuver, entered, facing_tunis, holds
from tests.imperial.rules.maneuver.random_positions import (
    begun,
    played_at_random,
    random_holders,
    random_position,
    seeds,
)
from tests.imperial.rules.positions import STANDARD
from tests.kit.bulk import bulk


def menu(game: Maneuver, player: str) -> list[Action]:
    return maneuver_menu(game.state, player, setup=STANDARD)


def batches(game: Maneuver, player: str = "Ann") -> list[ManeuverBatch]:
    return [action for action in menu(game, player) if isinstance(action, ManeuverBatch)]


@given(seeds)
@settings(max_examples=bulk(60))
def test_everything_on_the_menu_is_accepted_and_random_play_comes_to_an_end(chance: Random) -> None:
    game = begun(random_position(chance, holders=random_holders(chance)))
    submissions = 0
    while not game.is_complete:
        for player in game.state.player_info:
            offered = menu(game, player)
            assert bool(offered) == (player in game.to_act)
            assert len(set(offered)) == len(offered)
            for action in offered:
                game.do(player, action)
        game = played_at_random(game, chance)
        submissions += 1
        # One for each of at most ten units, and for each of them at most the five others ask four voters.
        assert submissions <= 10 * 21


def test_all_units_may_stay() -> None:
    game = entered("Italy", fleets={"Italy": ["Naples"]}, armies={"Italy": ["Rome"]})
    assert ManeuverBatch(fleet_man=tuple(holds("Naples")), army_man=tuple(holds("Rome"))) in menu(game, "Ann")


def test_units_may_go_for_chips() -> None:
    game = entered("Italy", armies={"Italy": ["Tunis", "Tunis"]}, countries={"Italy": {"tax_chips": ("Tunis",)}})
    plans = [batch.army_man for batch in batches(game)]
    assert (("Tunis", "Algeria", ""), ("Tunis", "Tunis", "")) in plans


def test_units_may_fight_occupy_and_come_in_peace() -> None:
    game = entered("Italy", armies={"Italy": ["Rome"], "Austria": ["Trieste"]}, fleets={"Italy": ["Western Med"]})
    plans = [batch.army_man for batch in batches(game)]
    assert (("Rome", "Trieste", "war Austria army"),) in plans
    assert (("Rome", "Trieste", "peace"),) in plans
    assert (("Rome", "Vienna", "hostile"),) in plans


def test_three_armies_may_blow_up_a_factory() -> None:
    game = entered("Italy", armies={"Italy": ["Rome"] * 4})
    blow_up, peace = ("Rome", "Vienna", "blow up Austria"), ("Rome", "Vienna", "peace")
    assert ManeuverBatch(army_man=(blow_up, peace, peace, ("Rome", "Rome", ""))) in menu(game, "Ann")


def test_every_move_of_the_next_unit_is_on_the_menu() -> None:
    game = entered("Italy", fleets={"Italy": ["Western Med"]}, armies={"Italy": ["Rome", "Genoa"]})
    steps = [action for action in menu(game, "Ann") if isinstance(action, ManeuverStep)]
    assert {step.destination for step in steps} == {"Western Med", "Bay of Biscay", "Ionian Sea"}
    game = game.step("Western Med")
    steps = [action for action in menu(game, "Ann") if isinstance(action, ManeuverStep)]
    assert {step.destination for step in steps} == game.reachable("army", "Rome")
    assert {step.action for step in steps if step.destination == "Vienna"} == {"peace", "hostile"}


def test_a_committed_blow_up_gets_its_companions() -> None:
    armies = {"Italy": ["Rome"] * 5, "France": ["Marseille"]}
    game = entered("Italy", armies=armies, bonds={"France": {"Ben": [5]}})
    peace = ("Rome", "Vienna", "peace")
    plan = [("Rome", "Vienna", "blow up Austria"), ("Rome", "Marseille", "peace"), peace, peace, *holds("Rome")]
    game = game.batch(armies=plan).answer("Ben", accept=True)
    assert menu(game, "Ann") == [ManeuverBatch(army_man=(peace, peace, ("Rome", "Rome", "")))]


def test_companions_come_from_wherever_they_can() -> None:
    armies = {"Italy": ["Rome", "Rome", "Tunis", "~Munich", "Naples"], "France": ["Marseille"]}
    game = entered("Italy", armies=armies, bonds={"France": {"Ben": [5]}})
    munich, naples = ("Munich", "Vienna", "peace"), ("Naples", "Vienna", "peace")
    plan = [("Rome", "Vienna", "blow up Austria"), ("Rome", "Marseille", "peace"), munich, naples, *holds("Tunis")]
    game = game.batch(armies=plan).answer("Ben", accept=True)
    assert menu(game, "Ann") == [ManeuverBatch(army_man=(("Tunis", "Tunis", ""), munich, naples))]


def test_a_dictator_says_yes_or_no_and_chooses_what_to_give_up() -> None:
    yes, no = DictatorPeace(accept=True), DictatorPeace(accept=False)
    assert menu(facing_tunis().step("Tunis", "peace"), "Ben") == [yes, no]
    both = facing_tunis(ships={"France": ["Marseille"]}, others={"France": ["Marseille"]}).step("Marseille", "peace")
    assert menu(both, "Ben") == [
        yes,
        no,
        DictatorPeace(accept=False, sacrifice="fleet"),
        DictatorPeace(accept=False, sacrifice="army"),
    ]


def test_voters_say_yes_or_no() -> None:
    game = facing_tunis(bonds={"France": DEMOCRACY}).step("Tunis", "peace")
    assert menu(game, "Dan") == [CastPeaceVote(choice="accept"), CastPeaceVote(choice="reject")]


def test_there_is_no_menu_for_who_has_nothing_to_do() -> None:
    game = facing_tunis().step("Tunis", "peace")
    assert menu(game, "Ann") == menu(game, "Cleo") == []
    game = facing_tunis(bonds={"France": DEMOCRACY}).step("Tunis", "peace").vote("Dan", accept=True)
    assert menu(game, "Dan") == []
