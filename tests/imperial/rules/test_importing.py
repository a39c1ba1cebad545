"""Importing units (rules 4.4)."""

from typing import Any

from imperial.rules.state import Proposal
from tests.imperial.rules.positions import do, dollars, new_lines, position, refused, units


def imported(*slots: tuple[str, str]) -> dict[str, Any]:
    return {
        "wheel_spot": "Import",
        "import": {"types": [kind for kind, _ in slots], "territories": [place for _, place in slots]},
    }


RICH = {"Austria": {"money": 7}}


def test_armies_come_to_any_home_territory_and_fleets_to_ports() -> None:
    state = position(countries=RICH)
    after = do(state, "Ann", "propose", **imported(("army", "Trieste"), ("fleet", "Trieste"), ("army", "Prague")))
    assert after.country_info["Austria"].armies == units("Trieste", "Prague")
    assert after.country_info["Austria"].fleets == units("Trieste")
    assert dollars(after, "Austria") == 4


def test_one_territory_may_be_used_repeatedly() -> None:
    state = position(countries=RICH)
    after = do(state, "Ann", "propose", **imported(*[("army", "Lemberg")] * 3))
    assert after.country_info["Austria"].armies == units("Lemberg", "Lemberg", "Lemberg")


def test_at_most_three_units_are_imported() -> None:
    state = position(countries=RICH)
    assert refused(state, "Ann", "propose", **imported(*[("army", "Lemberg")] * 4)) == "limit"


def test_other_places_are_refused() -> None:
    state = position(countries=RICH)
    for kind, place in (
        ("fleet", "Vienna"),
        ("fleet", "Ionian Sea"),
        ("army", "Rome"),
        ("army", "Spain"),
        ("army", "x"),
    ):
        assert refused(state, "Ann", "propose", **imported((kind, place))) == "illegal_place"


def test_a_hostile_army_keeps_imports_away() -> None:
    state = position(countries=RICH, armies={"Italy": ["Trieste", "~Vienna"]})
    assert refused(state, "Ann", "propose", **imported(("army", "Trieste"))) == "illegal_place"
    assert refused(state, "Ann", "propose", **imported(("fleet", "Trieste"))) == "illegal_place"
    assert do(state, "Ann", "propose", **imported(("army", "Vienna"))).mode == "proposal"


def test_the_treasury_pays_whole_dollars_and_the_proposer_the_other_units() -> None:
    state = position(countries={"Austria": {"money": 1.6}})
    after = do(state, "Ann", "propose", **imported(*[("army", "Vienna")] * 3))
    assert dollars(after, "Austria") == 0.6
    assert dollars(after, "Ann") == 8


def test_sixty_cents_stay_in_the_treasury() -> None:
    state = position(countries={"Austria": {"money": 0.6}})
    after = do(state, "Ann", "propose", **imported(("army", "Vienna")))
    assert (dollars(after, "Austria"), dollars(after, "Ann")) == (0.6, 9)


def test_nobody_imports_with_money_they_do_not_have() -> None:
    state = position(countries={"Austria": {"money": 1.6}}, money={"Ann": 1.99})
    assert refused(state, "Ann", "propose", **imported(*[("army", "Vienna")] * 3)) == "cannot_afford"
    assert dollars(do(state, "Ann", "propose", **imported(*[("army", "Vienna")] * 2)), "Ann") == 0.99


def test_each_kind_is_checked_on_its_own_limit() -> None:
    state = position(countries=RICH, fleets={"Austria": ["Ionian Sea"] * 6}, armies={"Austria": ["Vienna"] * 10})
    assert refused(state, "Ann", "propose", **imported(("fleet", "Trieste"))) == "limit"
    assert refused(state, "Ann", "propose", **imported(*[("army", "Vienna")] * 3)) == "limit"
    assert do(state, "Ann", "propose", **imported(*[("army", "Vienna")] * 2)).mode == "proposal"


def test_no_factory_is_needed() -> None:
    state = position(countries={"Austria": {"money": 7, "factories": ()}})
    assert do(state, "Ann", "propose", **imported(("army", "Vienna"))).country_info["Austria"].armies


def test_nothing_may_be_imported() -> None:
    state = position(countries=RICH)
    for payload in ({"wheel_spot": "Import"}, imported()):
        after = do(state, "Ann", "propose", **payload)
        assert dollars(after, "Austria") == 7
        assert new_lines(state, after) == ["Austria: Ann chooses Import: no units."]


def test_a_unit_without_its_territory_is_no_import() -> None:
    payload: dict[str, Any] = {"wheel_spot": "Import", "import": {"types": ["army"], "territories": []}}
    assert refused(position(), "Ann", "propose", **payload) == "invalid_request"
    payload = {"wheel_spot": "Import", "import": {"types": ["tank"], "territories": ["Vienna"]}}
    assert refused(position(), "Ann", "propose", **payload) == "invalid_request"


def test_the_log_lists_both_kinds_and_omits_an_empty_one() -> None:
    state = position(countries=RICH)
    mixed = do(state, "Ann", "propose", **imported(("army", "Vienna"), ("fleet", "Trieste"), ("army", "Vienna")))
    assert new_lines(state, mixed) == ["Austria: Ann chooses Import: armies in Vienna (2); a fleet in Trieste."]
    fleets = do(state, "Ann", "propose", **imported(("fleet", "Trieste")))
    assert fleets.history[-1].endswith("Import: a fleet in Trieste.")


def test_a_stored_proposal_without_lists_imports_nothing() -> None:
    assert Proposal(player="Ann", wheel_spot="Import").imports is None
