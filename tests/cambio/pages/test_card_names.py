"""Names of cards and places: translated once for each language, and never in another's."""

from django.utils import translation

from cambio.templatetags.cambio_cards import card_name, once_a_language, place_name, rank_name


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


def test_cards_and_places_have_names() -> None:
    assert [card_name(card) for card in ("Kh", "10d", "As")] == ["king of hearts", "10 of diamonds", "ace of spades"]
    assert [rank_name(card) for card in ("Qc", "7s")] == ["queen", "7"]
    assert [place_name(position) for position in range(4)] == ["top left", "top right", "bottom left", "bottom right"]
