"""Building a factory (rules 4.2)."""

from tests.imperial.rules.positions import do, dollars, new_lines, position, refused


def test_a_factory_costs_five_dollars_from_the_treasury() -> None:
    after = do(
        position(countries={"Austria": {"money": 7.5}}), "Ann", "propose", wheel_spot="Factory", factory_loc="Trieste"
    )
    assert after.country_info["Austria"].factories == ("Vienna", "Budapest", "Trieste")
    assert dollars(after, "Austria") == 2.5
    assert dollars(after, "Ann") == 10


def test_the_proposer_pays_what_the_treasury_lacks_cents_included() -> None:
    after = do(
        position(countries={"Austria": {"money": 1.6}}), "Ann", "propose", wheel_spot="Factory", factory_loc="Trieste"
    )
    assert dollars(after, "Austria") == 0
    assert dollars(after, "Ann") == 10 - 3.4


def test_nobody_builds_with_money_they_do_not_have() -> None:
    state = position(countries={"Austria": {"money": 1}}, money={"Ann": 3.99})
    assert refused(state, "Ann", "propose", wheel_spot="Factory", factory_loc="Trieste") == "cannot_afford"
    enough = position(countries={"Austria": {"money": 1}}, money={"Ann": 4})
    assert dollars(do(enough, "Ann", "propose", wheel_spot="Factory", factory_loc="Trieste"), "Ann") == 0


def test_the_turn_of_the_wheel_is_paid_first() -> None:
    state = position(countries={"Austria": {"money": 1, "wheel_spot": "Import"}}, money={"Ann": 5.99})
    assert refused(state, "Ann", "propose", wheel_spot="Factory", factory_loc="Trieste") == "cannot_afford"


def test_a_factory_stands_in_the_own_home_territory() -> None:
    for place in ("Rome", "Spain", "Ionian Sea", "Atlantis"):
        assert refused(position(), "Ann", "propose", wheel_spot="Factory", factory_loc=place) == "illegal_place"


def test_there_is_one_factory_in_a_territory() -> None:
    assert refused(position(), "Ann", "propose", wheel_spot="Factory", factory_loc="Vienna") == "illegal_place"


def test_a_hostile_army_of_another_country_keeps_one_from_building() -> None:
    state = position(armies={"Italy": ["Trieste"]})
    assert refused(state, "Ann", "propose", wheel_spot="Factory", factory_loc="Trieste") == "illegal_place"


def test_own_and_coexisting_armies_and_fleets_are_no_hindrance() -> None:
    state = position(armies={"Italy": ["~Trieste"], "Austria": ["Trieste"]}, fleets={"Austria": ["Trieste"]})
    after = do(state, "Ann", "propose", wheel_spot="Factory", factory_loc="Trieste")
    assert "Trieste" in after.country_info["Austria"].factories


def test_a_country_may_stop_there_and_build_nothing() -> None:
    state = position(countries={"Austria": {"money": 7}})
    after = do(state, "Ann", "propose", wheel_spot="Factory")
    assert dollars(after, "Austria") == 7
    assert after.country_info["Austria"].factories == ("Vienna", "Budapest")
    assert new_lines(state, after) == ["Austria: Ann chooses Factory: builds nothing."]
