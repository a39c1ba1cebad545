import unicodedata

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from tabletop.accounts.names import DELETED_PLAYER, clean_display_name, initial, validate_display_name
from tabletop.characters import length

RULE = "Up to twenty letters or digits, with spaces, hyphens, dots or apostrophes between."
NAMES = {
    "latin": "Ada",
    "one letter": "Q",
    "digits": "007",
    "twenty letters": "a" * 20,
    "umlaut": "Jürgen",
    "apostrophe": "Sinéad O'Connor",
    "apostrophe first": "'t Hooft",
    "hyphen and dot": "Jean-Luc P.",
    "cyrillic": "\u0410\u043d\u043d\u0430",
    "greek": "\u0395\u03bb\u03ad\u03bd\u03b7",
    "arabic": "\u0644\u064a\u0644\u0649",
    "arabic with vowels": "\u0645\u064f\u062d\u064e\u0645\u0651\u064e\u062f",
    "hebrew": "\u05e9\u05e8\u05d4",
    "han": "\u674e",
    "kana": "\u3055\u304f\u3089",
    "hangul": "\ubbfc\uc9c0",
    "single jamo": "\u314b\u314b\u314b",
    "hangul of old books": "\u1112\u119e\u11ab\u1100\u1173\u11af",
    "hangul in parts": "\u1106\u1175\u11ab\u110c\u1175",
    "thai": "\u0e2a\u0e21\u0e0a\u0e32\u0e22",
    "thai with a vowel beside": "\u0e19\u0e49\u0e33\u0e1d\u0e19",
    "khmer": "\u179f\u17d2\u178f\u17d2\u179a\u17b8",
    "tibetan": "\u0f66\u0f92\u0fb2\u0f74\u0f56",
    "kana of half width": "\uff76\uff9e\uff77\uff9e",
    "devanagari": "\u092a\u094d\u0930\u093f\u092f\u093e",
    "devanagari, five letters joined": "\u0930\u094d\u0924\u094d\u0938\u094d\u0928\u094d\u092f\u093e\u0902",
    "twenty letters with marks": "z\u030c\u0323" * 20,
    "digits of another script": "\u0663\u0664\u0665\u0666",
    "words of two scripts": "Ada \u0410\u043d\u043d\u0430",
    "han and latin": "\u674eAda",
}
REFUSED = {
    "empty": "",
    "only spaces": "     ",
    "only marks": "\u0301\u0308",
    "only marks of a script": "\u094d\u093f",
    "only punctuation": "-.'",
    "a mark first": "\u0301Ada",
    "five marks on a letter": "Z\u0335\u0336\u0337\u0338\u0321da",
    "twenty-one letters": "a" * 21,
    "twenty-one letters with marks": "z\u030c\u0323" * 21,
    "a syllable of eighty letters": "\u1100" * 80,
    "a syllable of four letters": "Ada \u1100\u1100\u119e\u11ab",
    "a letter with many vowels beside": "\u0e19" + "\u0e33" * 79,
    "a letter with vowels and tones beside": "\u0e19" + "\u0e33\u0e49" * 20,
    "voicing upon voicing": "\uff76" + "\uff9e" * 20,
    "dots upon no letter": "\u0d4e" * 20 + "\u0d15",
    "ten kilobytes": "a" * 10_240,
    "a letter of ten kilobytes": "\u0915\u094d" * 5_000,
    "underscore": "ada_l",
    "markup": "<b>Ada</b>",
    "entity": "Ada&amp;",
    "right-to-left override": "Ada\u202eevol",
    "right-to-left mark": "Ada\u200f",
    "isolate": "\u2067Ada\u2069",
    "zero-width space": "Ada\u200bLove",
    "zero-width joiner": "Ada\u200dLove",
    "soft hyphen": "Ada\u00adLove",
    "filler of hangul": "\u3164\u3164\u3164",
    "variation selector": "Ada\ufe0f",
    "enclosing mark": "A\u20ddda",
    "tag": "Ada\U000e0041",
    "emoji": "Ada \U0001f3b2",
    "null": "Ada\x00Love",
    "half a character": "Ada\ud800",
}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES.keys())
def test_letters_of_any_script_make_a_name(name: str) -> None:
    assert clean_display_name(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize("name", REFUSED.values(), ids=REFUSED.keys())
def test_every_other_name_is_refused_with_one_sentence(name: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        clean_display_name(name)
    assert refusal.value.messages == [RULE]


@pytest.mark.parametrize("name", ["\u0410da", "Ad\u03b1", "\u0531da", "\u13aada", "Ada \u0420etra"])
def test_a_word_of_scripts_that_look_alike_is_refused(name: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        clean_display_name(name)
    assert refusal.value.messages == ["Write each word of a name in one script."]


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  " + "a" * 20 + " \n", "a" * 20),
        ("Ada  Love", "Ada Love"),
        ("Ada\tLove", "Ada Love"),
        ("Ada\u3000Love", "Ada Love"),
        ("O\u2019Neil", "O'Neil"),
        ("Zoe\u0308", "Zo\u00eb"),
    ],
)
def test_what_is_typed_in_another_way_is_made_one(typed: str, name: str) -> None:
    assert clean_display_name(typed) == name


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("ada", "A"),
        ("'t Hooft", "T"),
        ("z\u0323\u030ca", "Z\u0323\u030c"),
        ("\u05e9\u05e8\u05d4", "\u05e9"),
        ("\u1112\u119e\u11ab\u1100", "\u1112\u119e\u11ab"),
        # Older names may have what no name can have any more.
        ("\u1100" * 80, "\u1100"),
        ("\u0e19" + "\u0e33" * 79, "\u0e19"),
        ("Z" + "\u0301" * 79, "Z" + "\u0301" * 4),
    ],
)
def test_an_avatar_shows_the_first_letter_with_its_marks(name: str, first: str) -> None:
    assert initial(name) == first


def test_the_name_of_deleted_people_fits_the_rule_and_is_theirs_alone() -> None:
    validate_display_name(DELETED_PLAYER)
    with pytest.raises(ValidationError, match="kept for the site itself"):
        clean_display_name(DELETED_PLAYER)


@given(st.text(max_size=90))
def test_whatever_is_accepted_is_printable_short_and_stays_accepted(text: str) -> None:
    try:
        name = clean_display_name(text)
    except ValidationError:
        return
    assert 1 <= length(name) <= 20
    assert len(name) <= 80
    assert name.isprintable()
    assert clean_display_name(name) == name
