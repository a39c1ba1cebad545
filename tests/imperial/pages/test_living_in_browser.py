"""What the page does by itself as time goes by, in a browser."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.kit.browser import BrowserPlayer, axe_clean, expect_value

Players = Callable[..., BrowserPlayer]
NOTE_THE_TAB = """() => {
  window.tabs = [];
  const note = () => tabs.push([document.title, document.querySelector('link[rel="icon"]').href]);
  new MutationObserver(note).observe(document.head, { attributes: true, childList: true, subtree: true });
}"""


def test_a_practice_game_explains_itself_and_tells_what_happened_meanwhile(browser_player: Players) -> None:
    page = browser_player(name="Ada").page
    page.goto("/")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".profile__name")).to_have_text("Ada")
    page.goto("/imperial/rules/#convoy")
    axe_clean(page)
    page.goto("/")
    with page.expect_response(lambda answer: answer.request.resource_type == "document" and answer.ok) as opened:
        page.locator("#game-imperial").get_by_role("button", name="Play against bots").click()
    # The bots may have begun already.
    seen_when_opened = opened.value.text().count("data-turn=")

    # The tab calls, and the first bid is explained beside it; read, the explanation is gone for good.
    expect(page).to_have_title(re.compile("^Your turn"))
    icon = page.locator('link[rel="icon"]')
    expect(icon).to_have_attribute("href", re.compile("favicon-turn"))
    expect(page.locator("#hint")).to_contain_text("A bond gives you a say")
    page.get_by_role("button", name="Got it").click()
    expect(page.locator("#hint")).to_have_count(0)

    # The history of one country: other lines are out of sight, also when news come in.
    lines = page.locator("#log li[data-turn]")
    beginning = lines.filter(has_text="The game has begun")
    page.get_by_role("radio", name="Italy").check()
    expect(beginning).to_be_hidden()
    page.get_by_role("radio", name="Austria-Hungary").check()
    page.get_by_label("Your bid in dollars").fill("20")
    page.get_by_role("button", name="Seal a bid of $20").click()
    expect(lines.filter(has_text="Ada has bid on Austria-Hungary.")).to_be_visible()
    expect(beginning).to_be_hidden()
    page.get_by_role("radio", name="All").check()
    expect(beginning).to_be_visible()

    # Once the bond is taken the tab is quiet until the player is asked again, which may be soon.
    page.evaluate(NOTE_THE_TAB)
    page.get_by_role("button", name="Take it").click()
    expect_value(page, "tabs.some(([title, icon]) => !/^Your turn/.test(title) && !/favicon-turn/.test(icon))", True)

    # A second device has last seen the table when it was opened; this one has been in view all the time.
    table = page.url
    page.goto("/imperial/rules/")
    page.evaluate("localStorage.clear()")
    page.goto(table)
    mark = page.locator("#log .since")
    expect(mark).to_have_text("You were here")
    expect(mark.locator("xpath=following-sibling::li")).to_have_count(seen_when_opened)
    page.reload()
    expect(lines.first).to_be_visible()
    expect(mark).to_have_count(0)
