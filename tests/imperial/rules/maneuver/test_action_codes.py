"""Rules 1.5: what the codes say, also when the names of countries have spaces."""

from imperial.rules.maneuver import action_codes as codes
from imperial.rules.state import UnitKind

KINDS: tuple[UnitKind, UnitKind] = ("fleet", "army")


def test_a_war_names_the_country_and_the_kind_of_unit() -> None:
    for country in ("France", "Ottoman Empire", "war", "United Kingdom of fleet"):
        for kind in KINDS:
            code = codes.war(country, kind)
            assert codes.is_war(code)
            assert codes.war_target(code) == (country, kind)


def test_a_blow_up_names_the_country() -> None:
    for country in ("France", "Ottoman Empire", "blow up"):
        code = codes.blow_up(country)
        assert codes.is_blow_up(code)
        assert not codes.is_war(code)
        assert codes.blow_up_target(code) == country
