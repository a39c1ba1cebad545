"""No browser test passes or fails by how quick the machine is."""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
KIT = [TESTS / "kit" / name for name in ("browser.py", "test_limits.py", "test_patience.py")]

# Too short on a busy machine, too long on an idle one; `wait_until` and `expect_value` look until it is so.
PAUSE = r"\.wait_for_timeout\("
# Evaluates a string in the page, which its policy refuses from the second look on.
REFUSED_BY_THE_POLICY = r"\.wait_for_function\("
# Playwright waits for a promise of a script without any limit; `expect_value` gives up and says what it found.
WAITS_FOR_EVER = r"new Promise\("
# Looks once, at whatever the page shows just then; `expect` looks until it is so.
LOOKS_ONCE = (
    r"assert (not )?[^,]*\.(count|is_visible|is_hidden|is_checked|is_enabled|is_disabled|inner_text|text_content"
    r"|input_value|get_attribute|all_inner_texts|all_text_contents)\("
)
HASTE = re.compile(rf"^\s*(?:[^#]*(?:{PAUSE}|{REFUSED_BY_THE_POLICY}|{WAITS_FOR_EVER})|{LOOKS_ONCE})")


def hasty_lines(source: str) -> list[str]:
    return [line.strip() for line in source.splitlines() if HASTE.match(line)]


def test_browser_tests_wait_for_what_they_expect() -> None:
    sources = {file: file.read_text() for file in sorted(TESTS.rglob("*.py")) if file not in KIT}
    in_browsers = {file: source for file, source in sources.items() if re.search(r"playwright|kit\.browser", source)}
    assert len(in_browsers) > 20
    found = {str(file.relative_to(TESTS)): hasty_lines(source) for file, source in in_browsers.items()}
    assert {name: lines for name, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    ("line", "is_hasty"),
    [
        ("    page.wait_for_timeout(50)", True),
        ('    page.wait_for_function("window.journeys >= 2")', True),
        ('    page.evaluate("new Promise((done) => setTimeout(done))")', True),
        ('    assert page.locator(".card").count() == 16', True),
        ('    assert not page.get_by_text("Over.").is_visible()', True),
        ('    expect(page.locator(".card")).to_have_count(16)', False),
        ('    seats = page.locator(".seat").count()', False),
        ("    # not page.wait_for_timeout(50)", False),
    ],
)
def test_haste_is_noticed(line: str, is_hasty: bool) -> None:
    assert bool(hasty_lines(line)) is is_hasty
