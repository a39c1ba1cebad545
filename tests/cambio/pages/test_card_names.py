"""Names of cards and places, translated once for each language; templates of the log's and the status's sentences."""

from collections.abc import Callable
from typing import Any, get_args
from unittest.mock import Mock

import pytest
from django.conf import settings
from django.template.loader import get_template
from django.utils import translation

from cambio.pages.contexts.story import LOGGED, LogText
from cambio.rules.cards import PowerType
from cambio.templatetags import cambio_cards
from cambio.templatetags.cambio_cards import card_name, once_a_language, place_name, rank_name

STATUS = settings.BASE_DIR / "templates" / "cambio" / "status"


def test_a_name_is_translated_once_a_language() -> None:
    asked: list[str | None] = []

    @once_a_language
    def name(card: str) -> str:
        asked.append(translation.get_language())
        return f"{card} in {asked[-1]}"

    for language in ("en", "de", "en", "de"):
        with translation.override(language):
            assert name("Kh") == f"Kh in {language}"
    assert asked == ["en", "de"]


@pytest.mark.parametrize(("name", "thing"), [(card_name, "Kh"), (rank_name, "Kh"), (place_name, 2)])
def test_the_words_of_a_card_or_place_are_looked_up_once(
    name: Callable[[Any], str], thing: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A card takes seven look-ups, and a page shows many."""
    languages = ("en", "de")
    names = []
    for language in languages:
        with translation.override(language):
            names.append(name(thing))
    looking_up = Mock(side_effect=AssertionError)
    monkeypatch.setattr(cambio_cards, "_", looking_up)
    for language, known in zip(languages, names, strict=True):
        with translation.override(language):
            assert name(thing) == known
    assert not looking_up.called


def test_cards_and_places_have_names() -> None:
    assert [card_name(card) for card in ("Kh", "10d", "As")] == ["king of hearts", "10 of diamonds", "ace of spades"]
    assert [rank_name(card) for card in ("Qc", "7s")] == ["queen", "7"]
    assert [place_name(position) for position in range(4)] == ["top left", "top right", "bottom left", "bottom right"]


@pytest.mark.parametrize("kind", sorted(LOGGED))
def test_every_event_that_is_told_has_its_sentence(kind: str) -> None:
    nothing: dict[str, Any] = dict.fromkeys(LogText.__struct_fields__)
    assert get_template(LogText(**{**nothing, "type": kind}).template)


def test_every_line_of_the_status_has_its_file() -> None:
    # A king shows its card at once: there is nothing to choose.
    powers = {f"{who}_{power}" for who in ("own", "choosing") for power in get_args(PowerType)} - {"own_look_own"}
    others = {"abandoned", "remember", "waiting", "hold_deck", "hold_discard", "draw"}
    others |= {"away", "looking", "own_look", "drawing", "holding", "bot_for_you"}
    assert {file.stem.removeprefix("_") for file in STATUS.glob("*.html")} == powers | others
