"""Rules 5.6: blowing up a factory takes three armies."""

from collections.abc import Mapping
from typing import Any

from tests.imperial.rules.maneuver.maneuvers import Holders, Maneuver, Places, entered, holds, places, refusal

PEACE, BLOW_UP = ("Rome", "Vienna", "peace"), ("Rome", "Vienna", "blow up Austria")
TWO_FACTORIES = {"Austria": {"factories": ("Vienna", "Budapest")}}
TOO_FEW = "Blowing up the factory in Vienna takes three armies that end there without fighting."


def italy(
    armies: int = 3,
    *,
    others: Places | None = None,
    countries: Mapping[str, Mapping[str, Any]] = TWO_FACTORIES,
    bonds: Holders | None = None,
) -> Maneuver:
    return entered("Italy", armies={"Italy": ["Rome"] * armies, **(others or {})}, countries=countries, bonds=bonds)


def factories(game: Maneuver, country: str = "Austria") -> tuple[str, ...]:
    return game.state.country_info[country].factories


def test_three_armies_blow_up_a_factory_and_are_gone() -> None:
    # Rules T15: wherever the blow-up is in the order, it costs three armies.
    for army_man in ([PEACE, PEACE, BLOW_UP], [PEACE, BLOW_UP, PEACE], [BLOW_UP, PEACE, PEACE]):
        game = italy().batch(armies=army_man)
        assert factories(game) == ("Budapest",)
        assert places(game.state, "Italy") == []


def test_two_armies_are_too_few() -> None:
    refused = refusal(italy(2).batch, armies=[PEACE, BLOW_UP])
    assert (refused.code, refused.message) == ("illegal_action", TOO_FEW)


def test_more_than_three_lose_three() -> None:
    game = italy(4).batch(armies=[PEACE, PEACE, BLOW_UP, PEACE])
    assert places(game.state, "Italy") == ["~Vienna"]


def test_armies_that_stand_there_already_count() -> None:
    game = entered("Italy", armies={"Italy": ["Vienna", "~Vienna", "Rome"]}, countries=TWO_FACTORIES)
    hold = ("Vienna", "Vienna", "")
    assert factories(game.batch(armies=[hold, hold, BLOW_UP])) == ("Budapest",)
    assert factories(game.batch(armies=[("Vienna", "Vienna", "blow up Austria"), hold, PEACE])) == ("Budapest",)


def test_armies_that_fight_there_do_not_count() -> None:
    game = italy(3, others={"France": ["~Vienna"]})
    refused = refusal(game.batch, armies=[("Rome", "Vienna", "war France army"), PEACE, BLOW_UP])
    assert (refused.code, refused.message) == ("illegal_action", TOO_FEW)


def test_a_factory_must_be_there() -> None:
    game = italy(3)
    moves = [("Rome", "Trieste", "peace"), ("Rome", "Trieste", "peace"), ("Rome", "Trieste", "blow up Austria")]
    refused = refusal(game.batch, armies=moves)
    assert (refused.code, refused.message) == (
        "illegal_action",
        "There is no factory of Austria to blow up in Trieste.",
    )


def test_the_factory_is_named_by_its_owner() -> None:
    for wrong in ("blow up France", "blow up Atlantis", "blow up "):
        assert refusal(italy(3).batch, armies=[PEACE, PEACE, ("Rome", "Vienna", wrong)]).code == "illegal_action"


def test_nobody_blows_up_a_factory_of_their_own() -> None:
    game = entered("Italy", armies={"Italy": ["Rome"] * 3})
    moves = [*holds("Rome", "Rome"), ("Rome", "Rome", "blow up Italy")]
    refused = refusal(game.batch, armies=moves)
    assert (refused.code, refused.message) == ("illegal_action", "There is no factory of Italy to blow up in Rome.")


def test_a_fleet_blows_up_nothing() -> None:
    refused = refusal(entered("Italy", fleets={"Italy": ["Naples"]}).step, "Naples", "blow up Italy")
    assert (refused.code, refused.message) == ("illegal_action", "Only armies can blow up a factory.")


def test_the_owner_keeps_at_least_one_other_operational_factory() -> None:
    last = italy(3, countries={"Austria": {"factories": ("Vienna",)}})
    refused = refusal(last.batch, armies=[PEACE, PEACE, BLOW_UP])
    assert refused.message == "Austria would have no working factory left: one other must remain."
    closed = italy(3, others={"Russia": ["Budapest"]})
    assert refusal(closed.batch, armies=[PEACE, PEACE, BLOW_UP]).code == "illegal_action"
    assert italy(3, others={"Russia": ["~Budapest"]}).batch(armies=[PEACE, PEACE, BLOW_UP]).is_complete


def test_own_armies_are_ignored_when_counting_operational_factories() -> None:
    # Rules Q9: the army that closes Budapest is Italian, so it stands in nobody's way.
    game = entered("Italy", armies={"Italy": ["Budapest", "Rome", "Rome", "Rome"]}, countries=TWO_FACTORIES)
    assert factories(game.batch(armies=[*holds("Budapest"), PEACE, PEACE, BLOW_UP])) == ("Budapest",)
    assert factories(game.batch(armies=[PEACE, PEACE, BLOW_UP, *holds("Budapest")])) == ("Budapest",)


def test_hostile_units_there_protect_the_factory() -> None:
    game = italy(4, others={"Austria": ["Vienna"]})
    peace_then_blow = [PEACE, PEACE, PEACE, BLOW_UP]
    refused = refusal(game.batch, armies=peace_then_blow)
    assert (refused.code, refused.message) == ("illegal_action", "Other units stand in Vienna and protect the factory.")


def test_a_war_opens_the_way_to_the_factory() -> None:
    # Rules T16
    game = italy(4, others={"Austria": ["Vienna"]})
    war = ("Rome", "Vienna", "war Austria army")
    done = game.batch(armies=[war, PEACE, PEACE, BLOW_UP])
    assert factories(done) == ("Budapest",)
    assert places(done.state, "Italy") == places(done.state, "Austria") == []
    assert refusal(game.batch, armies=[BLOW_UP, war, PEACE, PEACE]).code == "illegal_action"


def test_coexisting_units_do_not_protect_it() -> None:
    assert italy(3, others={"France": ["~Vienna"]}).batch(armies=[PEACE, PEACE, BLOW_UP]).is_complete


def test_each_blow_up_needs_three_armies_of_its_own() -> None:
    countries = {"Austria": {"factories": ("Vienna", "Trieste", "Budapest")}}
    trieste = [("Rome", "Trieste", "peace"), ("Rome", "Trieste", "peace"), ("Rome", "Trieste", "blow up Austria")]
    six = italy(6, countries=countries).batch(armies=[BLOW_UP, *trieste, PEACE, PEACE])
    assert factories(six) == ("Budapest",)
    assert places(six.state, "Italy") == []
    five = [BLOW_UP, *trieste[1:], PEACE, PEACE]
    assert refusal(italy(5, countries=countries).batch, armies=five).code == "illegal_action"


def test_the_last_factory_survives_two_blow_ups_in_one_maneuver() -> None:
    countries = {"Austria": {"factories": ("Vienna", "Trieste")}}
    trieste = [("Rome", "Trieste", "peace"), ("Rome", "Trieste", "peace"), ("Rome", "Trieste", "blow up Austria")]
    plan = [PEACE, PEACE, BLOW_UP, *trieste]
    assert refusal(italy(6, countries=countries).batch, armies=plan).code == "illegal_action"


def test_a_factory_blown_up_is_gone_for_the_moves_that_follow() -> None:
    refused = refusal(italy(6).batch, armies=[PEACE, PEACE, BLOW_UP, PEACE, PEACE, BLOW_UP])
    assert refused.message == "There is no factory of Austria to blow up in Vienna."


# --- step by step ----------------------------------------------------------------------------------------------------


def test_in_steps_only_armies_already_there_count() -> None:
    game = italy(3)
    assert refusal(game.step, "Vienna", "blow up Austria").message == TOO_FEW
    game = game.step("Vienna", "peace").step("Vienna", "hostile")
    done = game.step("Vienna", "blow up Austria")
    assert factories(done) == ("Budapest",)
    assert places(done.state, "Italy") == []


def test_in_steps_armies_that_fought_there_do_not_count() -> None:
    game = italy(3, others={"France": ["~Vienna"]}).step("Vienna", "war France army").step("Vienna", "peace")
    assert refusal(game.step, "Vienna", "blow up Austria").message == TOO_FEW


def test_a_planner_offers_it_to_the_third_army() -> None:
    game = italy(3)
    assert "blow up Austria" not in game.actions("army", "Rome", "Vienna", [PEACE])
    assert game.actions("army", "Rome", "Vienna", [PEACE, PEACE]) == ["peace", "hostile", "blow up Austria"]


# --- interrupted by a peace question ---------------------------------------------------------------------------------

BEN = {"France": {"Ben": [5]}}
QUESTION = ("Rome", "Marseille", "peace")


def interrupted(armies: int = 5) -> Maneuver:
    """One army has been sent to blow up Vienna; the second waits for an answer of Ben."""
    game = italy(armies, others={"France": ["Marseille"]}, bonds=BEN)
    return game.batch(armies=[BLOW_UP, QUESTION, PEACE, PEACE, *holds(*["Rome"] * (armies - 4))])


def test_the_whole_plan_counts_even_if_a_question_interrupts_it() -> None:
    game = interrupted()
    assert game.to_act == ["Ben"]
    assert game.current.completed_army_moves == (BLOW_UP,)
    refused = refusal(
        italy(4, others={"France": ["Marseille"]}, bonds=BEN).batch, armies=[BLOW_UP, QUESTION, PEACE, *holds("Rome")]
    )
    assert refused.message == TOO_FEW


def test_the_resubmitted_rest_must_still_send_the_companions() -> None:
    game = interrupted().answer("Ben", accept=True)
    refused = refusal(game.batch, armies=[PEACE, *holds("Rome", "Rome")])
    assert (refused.code, refused.message) == ("illegal_action", TOO_FEW)
    done = game.batch(armies=[*holds("Rome"), PEACE, PEACE])
    assert factories(done) == ("Budapest",)
    assert places(done.state, "Italy") == ["~Marseille", "Rome"]


def test_a_step_that_leaves_too_few_armies_for_the_blow_up_is_refused() -> None:
    game = interrupted().answer("Ben", accept=False)
    assert "Genoa" in game.reachable("army", "Rome")
    game = game.step("Genoa")
    refused = refusal(game.step, "Genoa")
    assert (refused.code, refused.message) == (
        "illegal_action",
        "Then too few armies can still get to Vienna to blow up the factory there.",
    )
    assert game.reachable("army", "Rome") == {"Vienna"}
    assert game.actions("army", "Rome", "Vienna") == ["peace", "hostile"]
    assert factories(game.step("Vienna", "peace").step("Vienna", "hostile")) == ("Budapest",)


def test_an_army_that_fights_there_is_no_companion() -> None:
    others = {"France": ["Marseille"], "Russia": ["~Vienna"]}
    game = italy(4, others=others, bonds=BEN).batch(armies=[BLOW_UP, QUESTION, PEACE, PEACE]).answer("Ben", accept=True)
    assert game.actions("army", "Rome", "Vienna") == ["peace", "hostile"]
    assert refusal(game.step, "Vienna", "war Russia army").code == "illegal_action"


def test_a_plan_that_stops_is_refused_if_the_companions_could_never_come() -> None:
    # The two that are to follow need the fleet that carries the army with the question.
    countries = {"France": {"factories": ("Paris", "Bordeaux")}}
    armies = {"England": ["London", "London", "London", "London"], "Germany": ["Holland"]}
    seas = ["English Channel"] * 3
    game = entered(
        "England", fleets={"England": seas}, armies=armies, countries=countries, bonds={"Germany": {"Ben": [5]}}
    )
    paris, holland = ("London", "Paris", "peace"), ("London", "Holland", "peace")
    blow_up = ("London", "Paris", "blow up France")
    refused = refusal(game.batch, holds(*seas), [blow_up, holland, paris, paris])
    assert (refused.code, refused.message) == (
        "illegal_action",
        "Then too few armies can still get to Paris to blow up the factory there.",
    )
    more = [*seas, "North Sea"]
    game = entered(
        "England", fleets={"England": more}, armies=armies, countries=countries, bonds={"Germany": {"Ben": [5]}}
    )
    asked = game.batch(holds(*more), [blow_up, holland, paris, paris])
    assert asked.to_act == ["Ben"]
    rest = asked.answer("Ben", accept=False)
    assert rest.reachable("army", "London") == {"Paris"}
    assert "Paris" not in factories(rest.batch(armies=[paris, paris]), "France")


def test_companions_of_two_blow_ups_are_counted_together() -> None:
    countries = {"Austria": {"factories": ("Vienna", "Trieste", "Budapest")}}
    trieste = [("Rome", "Trieste", "blow up Austria"), ("Rome", "Trieste", "peace"), ("Rome", "Trieste", "hostile")]
    game = italy(7, countries=countries, others={"France": ["Marseille"]}, bonds=BEN)
    game = game.batch(armies=[BLOW_UP, trieste[0], QUESTION, PEACE, PEACE, *trieste[1:]]).answer("Ben", accept=True)
    assert game.reachable("army", "Rome") == {"Vienna", "Trieste"}
    game = game.step("Vienna", "peace").step("Vienna", "peace")
    assert game.reachable("army", "Rome") == {"Trieste"}
    assert factories(game.step("Trieste", "peace").step("Trieste", "peace")) == ("Budapest",)
