"""Every card, icon and file that templates name exists."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.contrib.staticfiles import finders

from tabletop.games import all_games
from tests.look.files import CSS, IMAGES, ROOT, TEMPLATES, markup, name, symbols

RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")
CARDS = [f"{rank}{suit}" for suit in "SHDC" for rank in RANKS]
INCLUDE = re.compile(r"""\{% include ["'](_\w+\.html)["'] with ([^%]*)%\}""")
DIRECT_USE = re.compile(r"""\{% static 'img/([\w-]+\.svg)' %\}#([\w-]+)["']""")


def uses(text: str) -> set[tuple[str, str]]:
    """Sprite and symbol of every drawing that the markup names without a variable."""
    found = set(DIRECT_USE.findall(text))
    for partial, arguments in INCLUDE.findall(text):
        given = dict(re.findall(r'(\w+)="([^"]*)"', arguments))
        if partial in ("_icon.html", "_empty_art.html") and "name" in given:
            found.add(("icons.svg", given["name"]))
        if partial == "_card.html" and "symbol" in given:
            found.add(("cards.svg", given["symbol"]))
        if partial == "_art_card.html" and given.get("face"):
            found.add(("art-cards.svg", f"f-{given['face']}"))
    return found


@pytest.mark.parametrize("kind", ["f", "i"])
def test_sprite_has_every_card_once(kind: str) -> None:
    drawn = [symbol for symbol in symbols("cards.svg") if symbol.startswith(f"{kind}-")]
    assert sorted(drawn) == sorted(f"{kind}-{card}" for card in CARDS)


def test_sprite_has_both_backs() -> None:
    assert {"back", "back-s"} <= set(symbols("cards.svg"))


def test_the_cards_of_drawings_are_those_of_the_game_and_no_more() -> None:
    """The home page shows seven of them: a phone takes a third of its time to lay out the whole sprite."""
    drawn = {symbol for template in TEMPLATES for sprite, symbol in uses(markup(template)) if sprite == "art-cards.svg"}
    assert set(symbols("art-cards.svg")) == {*drawn, "back"}
    few, all_cards = ((IMAGES / sprite).read_text().splitlines() for sprite in ("art-cards.svg", "cards.svg"))
    assert set(few) <= set(all_cards)


@pytest.mark.parametrize("picture", ["cards.svg", "art-cards.svg", "icons.svg", "favicon.svg", "europe.svg"])
def test_picture_is_well_formed_and_fetches_nothing(picture: str) -> None:
    text = (IMAGES / picture).read_text()
    ElementTree.fromstring(text)
    assert not re.search(r"href|<script|<style|\sstyle=|url\(", text)


@pytest.mark.parametrize("template", TEMPLATES, ids=name)
def test_every_drawing_of_the_template_is_in_its_sprite(template: Path) -> None:
    missing = {(sprite, symbol) for sprite, symbol in uses(markup(template)) if symbol not in symbols(sprite)}
    assert not missing


def test_drawings_of_templates_are_found() -> None:
    text = """{% include "_icon.html" with name="eye" %}{% include "_art_card.html" with at="scale(.5)" face="9S" %}
    {% include "_card.html" with symbol="back" look="is-down" %}<use href="{% static 'img/icons.svg' %}#brand"/>"""
    cards = {("cards.svg", "back"), ("art-cards.svg", "f-9S")}
    assert uses(text) == {("icons.svg", "eye"), ("icons.svg", "brand")} | cards


def test_every_game_has_an_icon_and_its_facts_too() -> None:
    # The tests' own game needs no drawing.
    games = [game for game in all_games() if (ROOT / game.slug).is_dir()]
    assert len(games) >= 3
    wanted = {game.slug for game in games} | {fact.icon for game in games for fact in game.facts}
    assert wanted - set(symbols("icons.svg")) == set()


@pytest.mark.parametrize("template", TEMPLATES, ids=name)
def test_every_static_file_of_the_template_exists(template: Path) -> None:
    files = re.findall(r"""\{% static ["']([^"']+)["'] %\}""", markup(template))
    assert [file for file in files if finders.find(file) is None] == []


@pytest.mark.parametrize("stylesheet", sorted(CSS.glob("*.css")), ids=lambda file: file.name)
def test_stylesheet_fetches_nothing(stylesheet: Path) -> None:
    assert not re.search(r"@import|url\(|@font-face", stylesheet.read_text())
