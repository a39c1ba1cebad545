"""Contrast of the tokens, where axe cannot see it: text on felt lies on gradients."""

import re

import pytest

from tests.look.files import CSS

TEXT = 4.5
MARK = 3.0
FELT_LIGHT = re.compile(r"at 50% 30%, rgb\(255 255 255 / (\d+)%\)")
Colour = tuple[float, float, float]
WHITE: Colour = (255, 255, 255)


def blocks() -> dict[str, dict[str, str]]:
    """The declarations of tokens.css by selector."""
    text = re.sub(r"/\*.*?\*/", "", (CSS / "tokens.css").read_text(), flags=re.DOTALL)
    found = re.findall(r"(:root[^{]*)\{([^{}]*)\}", text)
    return {selector.strip(): dict(re.findall(r"([\w-]+):\s*([^;]+);", body)) for selector, body in found}


def tokens(theme: str) -> dict[str, str]:
    return blocks()[":root"] | (blocks()[':root[data-theme="dark"]'] if theme == "dark" else {})


def colour(value: str) -> Colour:
    red, green, blue = (int(value[start : start + 2], 16) for start in (1, 3, 5))
    return red, green, blue


def mixed(below: Colour, above: Colour, share: float) -> Colour:
    red, green, blue = (under * (1 - share) + over * share for under, over in zip(below, above, strict=True))
    return red, green, blue


def brightness(of: Colour) -> float:
    shares = [part / 255 for part in of]
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Colour, other: Colour) -> float:
    dark, light = sorted((brightness(one), brightness(other)))
    return (light + 0.05) / (dark + 0.05)


def lightest_felt(theme: str) -> Colour:
    match = FELT_LIGHT.search((CSS / "components.css").read_text())
    assert match
    return mixed(colour(tokens(theme)["--felt"]), WHITE, int(match[1]) / 100)


def test_every_variable_that_is_used_is_set() -> None:
    sheets = "".join(sheet.read_text() for sheet in CSS.glob("*.css"))
    used, known = set(re.findall(r"var\((--[\w-]+)\)", sheets)), set(re.findall(r"(--[\w-]+):", sheets))
    assert used
    assert used - known == set()


def test_dark_by_choice_is_dark_by_system() -> None:
    by_system = blocks()[':root:not([data-theme="light"])']
    by_choice = blocks()[':root[data-theme="dark"]']
    assert by_choice.pop("color-scheme") == "dark"
    assert by_choice == by_system


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("ink", ["--on-felt", "--on-felt-2", "--felt-bad", "--felt-warn"])
def test_words_can_be_read_where_the_felt_is_lightest(theme: str, ink: str) -> None:
    assert contrast(colour(tokens(theme)[ink]), lightest_felt(theme)) >= TEXT


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("mark", ["--felt-good", "--glow"])
def test_marks_can_be_seen_where_the_felt_is_lightest(theme: str, mark: str) -> None:
    assert contrast(colour(tokens(theme)[mark]), lightest_felt(theme)) >= MARK


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("ground", ["--paper", "--surface", "--surface-2"])
@pytest.mark.parametrize("ink", ["--ink", "--ink-2", "--ink-3"])
def test_words_can_be_read_on_paper(theme: str, ground: str, ink: str) -> None:
    assert contrast(colour(tokens(theme)[ink]), colour(tokens(theme)[ground])) >= TEXT


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("mark", ["--edge", "--focus", "--accent", "--good", "--bad", "--info", "--warn"])
def test_edges_and_marks_can_be_seen_on_paper(theme: str, mark: str) -> None:
    assert contrast(colour(tokens(theme)[mark]), colour(tokens(theme)["--surface"])) >= MARK


@pytest.mark.parametrize("suit", ["--card-red", "--card-black"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_suits_can_be_told_from_the_card(theme: str, suit: str) -> None:
    assert contrast(colour(tokens(theme)[suit]), colour(tokens(theme)["--card-face"])) >= TEXT


@pytest.mark.parametrize(("theme", "least"), [("light", 4.0), ("dark", 5.0)])
@pytest.mark.parametrize("sheet", ["imperial-map", "imperial-money"])
def test_every_line_of_a_chart_can_be_seen(theme: str, least: float, sheet: str) -> None:
    lines = re.findall(r"--pl: light-dark\((#\w{6}), (#\w{6})\)", (CSS / f"{sheet}.css").read_text())
    assert len(lines) >= 6
    ground = colour(tokens(theme)["--surface"])
    found = {line: contrast(colour(line), ground) for line in (pair[theme == "dark"] for pair in lines)}
    assert {line: ratio for line, ratio in found.items() if ratio < least} == {}
