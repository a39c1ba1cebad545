"""The colours of the powers: told apart by everybody, by day and by night.

Differences are CIEDE2000, colour blindness after Machado, Oliveira and Fernandes (2009) at full strength.
"""

import re
from itertools import combinations, product
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

import pytest

from tests.look.files import CSS
from tests.look.test_colours import colour, contrast

LANDS_APART = 11.8
TOKENS_APART = 19.8
FROM_THE_NEIGHBOURS = 8.7
"""Lands without a power, and seas: a line along the coast tells them apart too."""
LABELS = 4.0
POWERS = ("p-ah", "p-it", "p-fr", "p-gb", "p-de", "p-ru")
THEMES = ("light", "dark")
EYES = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
SHEET = (CSS / "imperial-map.css").read_text()
Lab = tuple[float, float, float]


def value(block: str, name: str, theme: str) -> str:
    """What a variable is in a theme: one colour for both, or one for each."""
    found = re.search(rf"--{name}: (?:light-dark\((#\w+), (#\w+)\)|(#\w+))", block)
    assert found, name
    light, dark, both = found.groups()
    chosen = both or (light if theme == "light" else dark)
    return chosen if len(chosen) > len("#fff") else "#" + "".join(2 * digit for digit in chosen[1:])


def of_power(css: str, name: str, theme: str) -> str:
    block = re.search(rf"\.{css} {{([^}}]*)}}", SHEET)
    assert block
    return value(block[1], name, theme)


def seen(code: str, eyes: str) -> Lab:
    shares = [part / 255 for part in colour(code)]
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    red, green, blue = (
        min(1.0, max(0.0, sum(weight * part for weight, part in zip(row, linear, strict=True)))) for row in EYES[eyes]
    )
    across = 0.4124564 * red + 0.3575761 * green + 0.1804375 * blue
    bright = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    deep = 0.0193339 * red + 0.1191920 * green + 0.9503041 * blue
    x, y, z = (
        share ** (1 / 3) if share > 216 / 24389 else (24389 / 27 * share + 16) / 116
        for share in (across / 0.95047, bright, deep / 1.08883)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: Lab, other: Lab) -> float:
    """CIEDE2000."""
    mean = (hypot(*one[1:]) + hypot(*other[1:])) / 2
    stretch = 1.5 - 0.5 * sqrt(mean**7 / (mean**7 + 25**7))
    (a1, b1), (a2, b2) = (one[1] * stretch, one[2]), (other[1] * stretch, other[2])
    chroma1, chroma2 = hypot(a1, b1), hypot(a2, b2)
    hue1, hue2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    turn = (hue2 - hue1 + 180) % 360 - 180
    lightness, chroma, hue = (one[0] + other[0]) / 2, (chroma1 + chroma2) / 2, (hue1 + turn / 2) % 360
    waves = ((1, -30, -0.17), (2, 0, 0.24), (3, 6, 0.32), (4, -63, -0.2))
    wave = 1 + sum(weight * cos(radians(times * hue + shift)) for times, shift, weight in waves)
    by_lightness = (other[0] - one[0]) / (1 + 0.015 * (lightness - 50) ** 2 / sqrt(20 + (lightness - 50) ** 2))
    by_chroma = (chroma2 - chroma1) / (1 + 0.045 * chroma)
    by_hue = 2 * sqrt(chroma1 * chroma2) * sin(radians(turn / 2)) / (1 + 0.015 * chroma * wave)
    rotation = -2 * sqrt(chroma**7 / (chroma**7 + 25**7)) * sin(radians(60 * exp(-(((hue - 275) / 25) ** 2))))
    return sqrt(by_lightness**2 + by_chroma**2 + by_hue**2 + rotation * by_chroma * by_hue)


def test_the_formula_agrees_with_a_published_pair() -> None:
    """The first pair of the test data of Sharma, Wu and Dalal (2005)."""
    assert difference((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485)) == pytest.approx(2.0425, abs=0.0001)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("eyes", EYES)
def test_no_two_powers_look_alike(eyes: str, theme: str) -> None:
    for name, apart in (("pf", LANDS_APART), ("pt", TOKENS_APART)):
        for one, other in combinations(POWERS, 2):
            told = difference(seen(of_power(one, name, theme), eyes), seen(of_power(other, name, theme), eyes))
            assert told >= apart, (name, one, other)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("eyes", EYES)
def test_no_power_looks_like_the_sea_or_like_land_without_a_power(eyes: str, theme: str) -> None:
    for power, ground in product(POWERS, ("minor", "sea-1", "sea-2", "sea-3")):
        told = difference(seen(of_power(power, "pf", theme), eyes), seen(value(SHEET, ground, theme), eyes))
        assert told >= FROM_THE_NEIGHBOURS, (power, ground)


@pytest.mark.parametrize("theme", THEMES)
def test_names_can_be_read_on_every_land(theme: str) -> None:
    """Even without the light around their letters."""
    label = colour(value(SHEET, "label", theme))
    lands = [of_power(power, "pf", theme) for power in POWERS] + [value(SHEET, "minor", theme)]
    assert min(contrast(label, colour(land)) for land in lands) >= LABELS
