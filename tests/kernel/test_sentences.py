"""Sentences of the rules: English as text, translated for the reader."""

from pathlib import Path
from typing import Any

import msgspec
from django.utils.translation import override

from tabletop.rules import RuleViolation, Sentence, say
from tabletop.translation import translate
from tests.kit.catalogue import LANGUAGE, translate_site

BID = say("%(player)s has bid on %(country)s.", player="Import", country=say("Austria"))


def test_a_sentence_is_english_by_itself() -> None:
    assert str(BID) == "Import has bid on Austria."


def test_a_gap_may_hold_a_number_a_sentence_or_several() -> None:
    several = say("%(others)s and %(last)s", others=("Ann", say("Ben")), last="Cleo")
    assert str(say("%(count)s: %(names)s.", count=3, names=several)) == "3: Ann, Ben and Cleo."


def test_without_a_gap_a_percent_sign_is_just_that() -> None:
    assert str(say("100%")) == "100%"
    assert str(say("%(name)s.", name="100%")) == "100%."


def test_a_sentence_survives_being_kept_as_json() -> None:
    kept = say("%(others)s and %(last)s", others=("Ann", BID), last=7)
    assert msgspec.json.decode(msgspec.json.encode(kept), type=Sentence) == kept


def test_names_that_have_a_translation_are_looked_up_and_those_of_people_are_not(settings: Any, tmp_path: Path) -> None:
    translate_site(settings, tmp_path)
    with override(LANGUAGE):
        assert translate(BID) == "Import hat auf Österreich-Ungarn geboten."
    assert translate(BID) == "Import has bid on Austria-Hungary."


def test_a_refusal_tells_programs_in_english_and_people_in_their_language(settings: Any, tmp_path: Path) -> None:
    translate_site(settings, tmp_path)
    refusal = RuleViolation("not_your_turn", say("Not your turn yet."))
    with override(LANGUAGE):
        assert (refusal.message, translate(refusal.sentence)) == ("Not your turn yet.", "Du bist noch nicht dran.")
        assert str(refusal) == "not_your_turn: Not your turn yet."


def test_a_refusal_that_has_been_worded_already_stays_as_it_is(settings: Any, tmp_path: Path) -> None:
    translate_site(settings, tmp_path)
    with override(LANGUAGE):
        assert translate(RuleViolation("not_your_turn", "Not your turn yet.").sentence) == "Not your turn yet."


def test_names_stand_for_seat_ids_wherever_a_sentence_has_a_gap() -> None:
    inner = say("%(player)s pays", player="id-2")
    sentence = say("%(first)s: %(all)s, %(inner)s, %(n)s", first="id-1", all=("id-1", inner), inner=inner, n=3)
    named = sentence.with_names({"id-1": "Ann", "id-2": "Ben"})
    assert str(named) == "Ann: Ann, Ben pays, Ben pays, 3"
    assert str(sentence).startswith("id-1")
