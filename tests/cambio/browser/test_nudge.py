"""Who waits nudges who is awaited: in sight, by sound behind another tab, and without script."""

import re

from playwright.sync_api import expect

from tests.cambio.browser.tables import Players, in_sight, let_them_wait, press, start
from tests.kit.browser import NOTE_SAID, expect_value
from tests.kit.server import SiteServer

COUNT_NOTES = """window.notes = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...at) { notes += 1; return start.apply(this, at); };"""
BEHIND = "Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })"
PHONES = (360, 640), (390, 844)
A_CALL = 2
"""The notes of the sound for one's own turn."""


def test_a_nudge_is_offered_after_half_a_minute_and_heard_behind_another_tab(
    server: SiteServer, browser_player: Players
) -> None:
    juno, mara = browser_player(name="Juno"), browser_player(name="Mara")
    juno.page.add_init_script(COUNT_NOTES)
    juno.page.add_init_script(NOTE_SAID)
    ann, ben = start(server, juno, mara)
    ann.goto("/account/")
    ann.get_by_label("Play sounds").check()
    press(ann, "Save")
    expect(ann.get_by_text("Saved.")).to_be_visible()
    ann.goto(ben.url)
    # No browser plays a sound before the first touch.
    ann.mouse.click(5, 5)
    heard = ann.evaluate("notes")

    nudge = ben.locator("#nudge")
    expect(nudge).to_have_attribute("data-after", "30")
    expect(nudge).to_be_hidden()
    let_them_wait(server, ben, seconds=31)
    ben.evaluate("document.getElementById('nudge').dataset.after = 0")
    ann.evaluate(BEHIND)
    expect(nudge).to_be_visible()
    window = ben.viewport_size
    assert window
    for width, height in PHONES:
        ben.set_viewport_size({"width": width, "height": height})
        expect(nudge).to_be_visible()
        in_sight(ben)
    ben.set_viewport_size(window)
    nudge.focus()
    ben.keyboard.press("Enter")
    expect(ann.locator("#manners [data-nudged]")).to_have_text("The others wait for you.")
    expect(ann).to_have_title(re.compile("^Your turn · "))
    expect_value(ann, "notes", heard + A_CALL)
    expect(nudge).to_have_attribute("data-after", "60")
    expect(nudge).to_be_hidden()
    expect_value(ann, "said", ["The others wait for you."])

    # The button is away: a keyboard player goes on from where it comes back.
    expect(ben.locator("#manners")).to_be_focused()
    # The next one has the same words, and is heard and said all the same.
    let_them_wait(server, ben, seconds=61)
    ben.evaluate("document.getElementById('nudge').dataset.after = 0")
    expect(nudge).to_be_visible()
    ben.keyboard.press("Tab")
    expect(nudge).to_be_focused()
    ben.keyboard.press("Enter")
    expect_value(ann, "notes", heard + 2 * A_CALL)
    expect_value(ann, "said", ["The others wait for you."] * 2)

    # Nor is the place on the page lost when the button leaves because somebody has moved.
    ben.evaluate("document.getElementById('nudge').dataset.after = 2")
    expect(nudge).to_be_visible()
    nudge.focus()
    press(ann, "Draw from the deck")
    expect(nudge).to_be_hidden()
    expect(ben.locator("#manners")).to_be_focused()


def test_without_script_the_button_is_there_and_the_table_says_when_it_is_too_early(
    server: SiteServer, browser_player: Players
) -> None:
    juno, mara = browser_player(name="Juno"), browser_player(name="Mara")
    _ann, ben = start(server, juno, mara)
    plain = browser_player(name="Mara", javascript=False)
    plain.context.add_cookies(mara.context.cookies())  # type: ignore[arg-type] # what one context gives the other takes
    page = plain.page
    plain.expect_problem("409")
    page.goto(ben.url)
    press(page, "Nudge who is awaited")
    expect(page.get_by_text("Give them a moment more.")).to_be_visible()
    let_them_wait(server, ben, seconds=31)
    page.goto(ben.url)
    press(page, "Nudge who is awaited")
    expect(page.locator("#nudge")).to_have_attribute("data-after", "60")
    let_them_wait(server, ben, seconds=121)
    page.goto(ben.url)
    press(page, "Let a bot play for Juno")
    expect(page.locator("#manners")).to_contain_text("Juno")
