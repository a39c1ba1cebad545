"""What a seat shows: its person's colour, the card they hold, and cards as large as the window lets them be."""

from urllib.parse import urlsplit

from playwright.sync_api import Locator, ViewportSize, expect

from tests.cambio.browser.tables import LOW, TRADE, Players, line, press, start
from tests.kit.browser import enter_as_guest
from tests.kit.server import SiteServer

WIDE = ViewportSize(width=1440, height=900)


def colour_of(avatar: Locator) -> str:
    """The class that paints it."""
    expect(avatar).to_be_visible()
    (colour,) = [name for name in (avatar.get_attribute("class") or "").split() if name.startswith("avatar--")]
    return colour


def width_of(card: Locator) -> float:
    box = card.bounding_box()
    assert box
    return box["width"]


def test_two_at_a_desktop_have_large_cards_and_see_who_holds_one(server: SiteServer, browser_player: Players) -> None:
    one, two = start(server, browser_player(name="Ada"), browser_player(name="Bea", phone=True), wishes=(TRADE, LOW))
    one.set_viewport_size(WIDE)
    assert 90 <= width_of(one.locator("#card-1-0")) <= 100
    assert 103 <= width_of(one.locator("#card-0-0")) <= 113
    seat = colour_of(two.locator("#top .avatar"))
    press(one, "Draw from the deck")
    line(two, "Ada is holding a card.")
    label = two.locator("#held .spot__label")
    expect(label).to_have_text("Aholds it")
    assert colour_of(label.locator(".avatar")) == seat
    # The first focus of a swap is seen, with one opponent too.
    one.locator("#do-discard").press("Enter")
    first = one.get_by_role("radio", name="Your top left card")
    expect(first).to_be_focused()
    expect(one.locator("#card-0-0")).to_be_in_viewport(ratio=1)
    outline = one.locator(".pick:has(#pick-0-0)").evaluate(
        "(pick) => [pick, ...pick.children].some((part) => getComputedStyle(part).outlineStyle !== 'none')"
    )
    assert outline


def test_a_person_has_one_colour_at_the_seat_in_the_talk_and_among_those_who_look_on(
    server: SiteServer, browser_player: Players
) -> None:
    one, two = start(server, browser_player(name="Ada"), browser_player(name="Bea"))
    own = colour_of(one.locator("#me .avatar"))
    assert colour_of(two.locator("#top .avatar")) == own
    assert colour_of(one.locator(".profile .avatar").first) == own
    one.get_by_role("link", name="Chat").click()
    one.get_by_label("Say something").fill("Hello")
    one.get_by_role("button", name="Send").click()
    two.get_by_role("link", name="Chat").click()
    assert colour_of(two.locator("#talk-list li .avatar")) == own
    eve = enter_as_guest(browser_player(name="Eve"))
    eve.goto(urlsplit(one.url).path)
    line(eve, "Ada is drawing.")
    eve.locator("#watching").click()
    listed = eve.get_by_role("dialog", name="1 watching").locator("li", has_text="Eve").locator(".avatar")
    assert colour_of(listed) == colour_of(eve.locator(".profile .avatar").first)
