"""Motion: one choice rules it all. Styles take every time from the tokens, scripts from the styles."""

import re
from pathlib import Path

import pytest

from tests.look.files import CSS, ROOT

SHEETS = sorted(CSS.glob("*.css"))
SCRIPTS = sorted((ROOT / "static" / "js").glob("*.js"))
MOVES = re.compile(r"(?:animation|transition)[\w-]*:[^;}]*")
TIME = re.compile(r"(?<![\w.-])[\d.]+m?s\b")
OF_THE_PACE = re.compile(r"calc\([\d.]+m?s \* var\(--pace\)\)")
NO_MOTION = re.compile(r"ring-run [\d]+s|offer 1ms 20s")
"""Clocks that run down, and something that is shown later."""
ASK_THE_DEVICE = ("tokens.css", "deckbuilder.css")


def name(path: Path) -> str:
    return path.name


@pytest.mark.parametrize("sheet", SHEETS, ids=name)
def test_every_time_of_a_style_follows_the_choice(sheet: Path) -> None:
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.DOTALL)
    said = [NO_MOTION.sub("", OF_THE_PACE.sub("", words)) for words in MOVES.findall(text)]
    assert [words for words in said if TIME.search(words)] == []
    assert "prefers-reduced-motion" not in text or sheet.name in ASK_THE_DEVICE


def test_the_tokens_know_every_choice() -> None:
    text = (CSS / "tokens.css").read_text()
    assert ':root[data-motion="none"] { --pace: 0; --run: initial; }' in text
    assert ':root[data-motion="brisk"] { --pace: 0.5; }' in text
    # The device decides where nothing is chosen, and only there.
    assert "(prefers-reduced-motion: reduce) { :root:not([data-motion]) { --pace: 0; --run: initial; } }" in text


@pytest.mark.parametrize("script", SCRIPTS, ids=name)
def test_every_time_of_a_script_follows_the_choice(script: Path) -> None:
    text = script.read_text()
    assert "prefers-reduced-motion" not in text
    if ".animate(" in text or "startViewTransition" in text:
        assert "pace()" in text
