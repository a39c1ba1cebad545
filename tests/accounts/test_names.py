import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from tabletop.accounts.names import DELETED_PLAYER, clean_display_name, validate_display_name

REFUSED = {
    "empty": "",
    "two characters": "Al",
    "only spaces": "     ",
    "twenty-one characters": "a" * 21,
    "ten kilobytes": "a" * 10_240,
    "underscore": "ada_l",
    "markup": "<b>Ada</b>",
    "entity": "Ada&amp;",
    "umlaut": "Jürgen",
    "digits of another script": "\u0663\u0664\u0665\u0666",
    "full-width letters": "\uff21\uff44\uff41",
    "cyrillic look-alike": "\u0410d\u0430 Lov",
    "right-to-left mark": "Ada\u202eevol",
    "zero-width space": "Ada\u200bLove",
    "emoji": "Ada 🎲",
    "tab inside": "Ada\tL",
    "line break inside": "Ada\nLove",
    "null": "Ada\x00Love",
}


@pytest.mark.parametrize("name", ["Ada", "Player 2", "a" * 20, "007", "x y"])
def test_three_to_twenty_ascii_letters_digits_and_spaces_make_a_name(name: str) -> None:
    assert clean_display_name(name) == name


@pytest.mark.parametrize("name", REFUSED.values(), ids=REFUSED.keys())
def test_every_other_name_is_refused_with_one_sentence(name: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        clean_display_name(name)
    assert refusal.value.messages == ["Three to twenty letters, digits or spaces."]


def test_the_space_around_a_name_is_trimmed_before_counting() -> None:
    assert clean_display_name("  " + "a" * 20 + " \n") == "a" * 20
    with pytest.raises(ValidationError):
        clean_display_name("  ab  ")


def test_the_name_of_deleted_people_fits_the_rule_and_is_theirs_alone() -> None:
    validate_display_name(DELETED_PLAYER)
    with pytest.raises(ValidationError, match="kept for the site itself"):
        clean_display_name(DELETED_PLAYER)


@given(st.text(max_size=30))
def test_whatever_is_accepted_is_printable_ascii_and_stays_accepted(text: str) -> None:
    try:
        name = clean_display_name(text)
    except ValidationError:
        return
    assert 3 <= len(name) <= 20
    assert name.isascii()
    assert name.isprintable()
    assert clean_display_name(name) == name
