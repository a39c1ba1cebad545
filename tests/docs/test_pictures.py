"""The pictures of the README are of today's pages: the words and parts of each page are those it had when pictured."""

from collections.abc import Callable

import pytest

from tests.docs.documents import ROOT
from tests.docs.pictures import FOLDER, PICTURED, SIZES, WORDS, all_words, set_the_scenes
from tests.kit.browser import BrowserPlayer
from tests.kit.server import Site

MOST_BYTES = {
    "home-desktop-light": 205_824,
    "cambio-desktop-light": 615_929,
    "cambio-phone-dark": 282_649,
    "imperial-desktop-light": 643_617,
}


def test_the_pages_say_what_they_said_when_they_were_pictured(
    new_site: Callable[..., Site], open_browser: Callable[..., BrowserPlayer]
) -> None:
    """If this fails, run bin/pictures and look at the pictures it makes."""
    server = new_site(environment=PICTURED).serve(clock=False)

    def player(**options: bool | str) -> BrowserPlayer:
        return open_browser(origin=server.url, **options)

    assert all_words(set_the_scenes(server, player)).splitlines() == WORDS.read_text().splitlines()


def test_the_readme_shows_every_picture() -> None:
    readme = (ROOT / "README.md").read_text()
    assert {file.stem for file in FOLDER.glob("*.png")} == set(SIZES)
    assert all(f"](static/img/screenshots/{name}.png)" in readme for name in SIZES)


@pytest.mark.parametrize("name", SIZES)
def test_a_picture_stays_light(name: str) -> None:
    assert (FOLDER / f"{name}.png").stat().st_size <= MOST_BYTES[name]
