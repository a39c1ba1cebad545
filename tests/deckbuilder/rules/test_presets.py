"""Rules 9: the validator of presets, applied to every shipped file."""

from collections import Counter
from typing import Any

import pytest

from deckbuilder import rules
from deckbuilder.rules.presets import PRESET_FILES, checked_files

GOOD: dict[str, Any] = {"id": "my-deck-2", "name": "My deck", "description": "A deck.", "cards": ["A", "A", "B"]}


def errors(**changes: Any) -> list[str]:
    verdict = rules.validate_preset({**GOOD, **changes})
    assert verdict["isValid"] is (verdict["errors"] == [])
    return verdict["errors"]


@pytest.mark.parametrize("file", PRESET_FILES, ids=lambda file: file.name)
def test_every_shipped_preset_is_valid_and_its_file_named_by_its_id(file: Any) -> None:
    assert file.problems == ()
    assert file.name == f"{file.data['id']}.json"
    assert file.data in rules.PRESETS
    assert rules.validate_preset(file.data) == {"isValid": True, "errors": []}


def test_shipped_presets_have_different_ids_and_names() -> None:
    assert len({preset["id"] for preset in rules.PRESETS}) == len(rules.PRESETS) == 4
    assert len({preset["name"] for preset in rules.PRESETS}) == len(rules.PRESETS)


def test_the_smallest_deck_is_listed_first() -> None:
    sizes = [len(preset["cards"]) for preset in rules.PRESETS]
    assert sizes == sorted(sizes)
    assert rules.PRESETS[0]["id"] == "starter-deck"


def test_a_preset_cannot_be_changed_at_run_time() -> None:
    shipped = list(rules.PRESETS)
    for preset in (rules.PRESETS[0], rules.PRESETS[-4], rules.PRESETS[:1][0], next(iter(rules.PRESETS))):
        preset["cards"].append("One more")
        preset["name"] = "Mine"
    assert list(rules.PRESETS) == shipped
    loaded = rules.reduce(
        rules.initial_state(list), {"type": "LOAD_PRESET_DECK", "payload": {"presetId": "starter-deck"}}, list
    )
    assert "One more" not in loaded.draw_pile + loaded.hand


def test_the_starter_deck_has_20_cards() -> None:
    starter = next(preset for preset in rules.PRESETS if preset["id"] == "starter-deck")
    assert starter["name"] == "Starter Deck"
    assert Counter(starter["cards"]) == {
        **dict.fromkeys(["Card 1", "Card 2", "Card 3"], 3),
        **dict.fromkeys(["Card 4", "Card 5", "Card 6", "Card 7"], 2),
        **dict.fromkeys(["Card 8", "Card 9", "Card 10"], 1),
    }


@pytest.mark.parametrize(
    ("preset_id", "cards", "different"),
    [("full-pack", 52, 52), ("major-arcana", 22, 22), ("colours-and-numbers", 40, 37)],
)
def test_the_other_presets_have_the_cards_they_tell_of(preset_id: str, cards: int, different: int) -> None:
    preset = next(preset for preset in rules.PRESETS if preset["id"] == preset_id)
    assert (len(preset["cards"]), len(set(preset["cards"]))) == (cards, different)


def test_a_good_preset_is_valid() -> None:
    assert rules.validate_preset(GOOD) == {"isValid": True, "errors": []}
    assert errors(name="N" * 50, description="D" * 200, cards=["A"]) == []


@pytest.mark.parametrize("data", [None, "starter-deck", 7, [], ["A"], True], ids=repr)
def test_a_preset_is_an_object_and_this_check_stops_early(data: Any) -> None:
    assert rules.validate_preset(data) == {"isValid": False, "errors": ["A preset must be an object."]}


@pytest.mark.parametrize("preset_id", ["a", "7", "deck-2", "a-b-c"])
def test_an_id_is_in_kebab_case(preset_id: str) -> None:
    assert errors(id=preset_id) == []


@pytest.mark.parametrize(
    "preset_id", ["Deck", "my deck", "my_deck", "-deck", "deck-", "my--deck", "dèck", "deck\n", "²"], ids=ascii
)
def test_any_other_id_is_refused(preset_id: str) -> None:
    assert ["kebab-case" in error for error in errors(id=preset_id)] == [True]


@pytest.mark.parametrize("value", [None, "", "  ", 7, ["x"], "\ud800"], ids=ascii)
@pytest.mark.parametrize("field", ["id", "name", "description"])
def test_texts_must_not_be_blank(field: str, value: Any) -> None:
    assert errors(**{field: value}) == [f"The {field} must be a text that is not blank."]


@pytest.mark.parametrize(("field", "length"), [("name", 51), ("description", 201)])
def test_a_text_that_is_too_long_is_told_with_its_length(field: str, length: int) -> None:
    assert errors(**{field: "x" * length}) == [f"The {field} must have at most {length - 1} characters, not {length}."]


@pytest.mark.parametrize("cards", [None, "A", {"0": "A"}, 7, ("A",)], ids=repr)
def test_cards_are_a_list(cards: Any) -> None:
    assert errors(cards=cards) == ["The cards must be a list."]


def test_a_deck_has_at_least_one_card() -> None:
    assert errors(cards=[]) == ["The cards must be at least one."]


def test_a_card_that_is_no_text_is_told_with_its_index() -> None:
    assert errors(cards=["A", 7, "", "B", None]) == [
        f"The card at index {index} must be a text that is not blank." for index in (1, 2, 4)
    ]


def test_all_problems_are_told_at_once() -> None:
    assert len(rules.validate_preset({})["errors"]) == 4
    assert len(errors(id="X", name="", description="d" * 201, cards=["", 7])) == 5


# --- files ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("content", [b"", b"{", b"[NaN]", b"\xff\xfe"])
def test_a_file_that_is_no_json_has_that_one_problem(content: bytes) -> None:
    (file,) = checked_files({"mine.json": content})
    assert ["no JSON" in problem for problem in file.problems] == [True]


def test_of_two_presets_with_one_id_the_later_file_is_at_fault() -> None:
    good = b'{"id": "twin", "name": "Twin", "description": "One of two.", "cards": ["A"]}'
    first, second, nameless, listed = checked_files({"a.json": good, "b.json": good, "c.json": b"{}", "d.json": b"[]"})
    assert first.problems == ()
    assert second.problems == ("The id is that of a.json too.",)
    assert len(nameless.problems) == 4
    assert len(listed.problems) == 1
