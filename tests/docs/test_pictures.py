"""The pictures of the README are of today's pages: each says the same and looks the same as when it was pictured."""

from collections.abc import Callable

import pytest

from tests.docs.documents import ROOT
from tests.docs.looks import look_of, outline
from tests.docs.pictures import FOLDER, LOOKS, PICTURED, SIZES, WORDS, all_looks, all_words, set_the_scenes
from tests.kit.browser import BrowserPlayer
from tests.kit.server import Site

RETAKE = "A picture of the README is older than its page: run bin/pictures, and look at the pictures it makes."
MOST_BYTES = {
    "home-desktop-light": 205_824,
    "cambio-desktop-light": 615_929,
    "cambio-phone-dark": 282_649,
    "imperial-desktop-light": 643_617,
}


def test_the_pages_are_those_that_were_pictured(
    new_site: Callable[..., Site], open_browser: Callable[..., BrowserPlayer]
) -> None:
    server = new_site(environment=PICTURED).serve(clock=False)

    def player(**options: bool | str) -> BrowserPlayer:
        return open_browser(origin=server.url, **options)

    pages = set_the_scenes(server, player)
    assert all_words(pages).splitlines() == WORDS.read_text().splitlines(), RETAKE
    assert all_looks(pages).splitlines() == LOOKS.read_text().splitlines(), RETAKE


PAGE = """
<link rel="stylesheet" href="/static/css/base.b5952124e77d.css">
<form class="row plan" hx-post="/imperial/{id}/act/"><input type="hidden" name="token" value="{token}">
<span id="row-{id}" class="seat"><a href="/imperial/{id}/">Seven   armies</a>
at {time} in {code} </span></form>
"""


def page(html: str = PAGE, **differing: str) -> str:
    usual = {"id": "d5f20185-fdaf-4cd8-ac7f-8c1a47c31cf0", "token": "a", "time": "12:30", "code": "7KQ4MW"}
    return html.format(**usual | differing)


def test_a_page_looks_the_same_on_another_day_and_laid_out_anew() -> None:
    other = {"id": "ed09a885-393c-42e8-a328-1b2ee24758b1", "token": "b", "time": "09:15", "code": "ABCDEF"}
    assert look_of(page(**other)) == look_of(page())
    assert look_of(page(PAGE.replace("><", ">\n  <").replace("row plan", "plan  row"))) == look_of(page())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Seven", "Eight"),
        ("seat", "seat is-turn"),
        ("<a ", "<b "),
        ("b5952124e77d", "299c9e5f40a6"),
        ("base.b5952124e77d.css", "cards.b5952124e77d.css"),
    ],
)
def test_another_word_class_element_or_file_is_another_look(one: str, other: str) -> None:
    assert look_of(page(PAGE.replace(one, other))) != look_of(page())


def test_the_colours_of_people_come_by_chance() -> None:
    menu = '<summary class="profile"><span class="avatar avatar--{}">J</span></summary>'
    seat = '<div class="seat"><span class="avatar avatar--{}">J</span></div>'
    assert outline(menu.format(2)) == outline(menu.format(6))
    assert outline(seat.format(2)) == outline(seat.format(6))


def test_the_readme_shows_every_picture() -> None:
    readme = (ROOT / "README.md").read_text()
    assert {file.stem for file in FOLDER.glob("*.png")} == set(SIZES)
    assert all(f"](static/img/screenshots/{name}.png)" in readme for name in SIZES)


@pytest.mark.parametrize("name", SIZES)
def test_a_picture_stays_light(name: str) -> None:
    assert (FOLDER / f"{name}.png").stat().st_size <= MOST_BYTES[name]
