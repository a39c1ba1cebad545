"""What the drawer of a table's talk keeps while words come and go: the list, what is typed, the focus and the place."""

import re
from itertools import pairwise

from playwright.sync_api import Page, Route, expect

from tests.browser.test_talk import open_talk, two_at_a_table, write
from tests.browser.test_watching import Players
from tests.kit.browser import enter_as_guest, intercept, wait_until

BUBBLES = """() => {
    const link = document.querySelector("link[href*='talk']").cloneNode();
    const bubbles = [1, 2, 3].map((colour) => {
        const bubble = document.createElement("p");
        bubble.className = "bubble";
        bubble.dataset.colour = `none-${colour}`;
        bubble.innerHTML = "<b class='bubble__who'>Somebody</b><span>Well played</span>";
        return bubble;
    });
    document.getElementById("heard").replaceChildren(link, ...bubbles);
}"""


def boxes(page: Page, selector: str) -> list[tuple[float, float]]:
    found: list[tuple[float, float]] = page.locator(selector).evaluate_all(
        "(all) => all.map((each) => each.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom])"
    )
    return found


def test_who_has_just_come_and_spoken_can_be_muted_in_an_open_drawer(browser_player: Players) -> None:
    ada, _bea, table = two_at_a_table(browser_player)
    eve, fay = (enter_as_guest(browser_player(name=name)) for name in ("Eve", "Fay"))
    for page in (eve, fay):
        page.goto(table)
        open_talk(page)
    expect(eve.locator(".talk__person")).to_have_count(2)
    write(fay, "Ada has a king!")
    expect(eve.locator("#talk-list li")).to_have_count(1)
    eve.get_by_text("Mute or report somebody").click()
    eve.get_by_role("button", name="Mute Fay").click()
    expect(eve.locator("#talk-list li")).to_have_count(0)
    expect(eve.get_by_role("button", name="Hear Fay again")).to_be_focused()
    expect(fay.locator(".talk__person")).to_have_count(3)
    expect(fay.get_by_label("Mute Fay")).to_have_count(0)
    expect(ada.locator("#talk-button")).not_to_have_attribute("data-unread", re.compile("."))


def test_the_focus_goes_on_from_buttons_that_are_gone(browser_player: Players) -> None:
    ada, bea, _table = two_at_a_table(browser_player)
    open_talk(bea)
    write(bea, "You play like a duck.")
    open_talk(ada)
    ada.get_by_text("Mute or report somebody").click()
    ada.get_by_label("Report Bea", exact=True).click()
    ada.get_by_role("button", name="Rude words").press("Enter")
    expect(ada.get_by_role("button", name="Undo")).to_be_focused()
    ada.keyboard.press("Enter")
    expect(ada.get_by_label("Report Bea", exact=True)).to_be_focused()


def test_an_answer_that_comes_late_takes_nothing_away(browser_player: Players) -> None:
    ada, bea, _table = two_at_a_table(browser_player)
    held: list[Route] = []
    open_talk(ada)
    open_talk(bea)

    def hold(route: Route) -> None:
        held.append(route)

    intercept(ada, "**/talk/", hold)
    field = ada.get_by_label("Say something")
    write(ada, "One")
    wait_until(ada, lambda: held)
    answer = held[0].fetch()
    expect(bea.locator("#talk-list li")).to_have_count(1)
    write(bea, "Two")
    expect(ada.locator("#talk-list li")).to_have_text([re.compile("One"), re.compile("Two")])
    field.fill("Three")
    held[0].fulfill(response=answer)
    wait_until(ada, lambda: ada.evaluate("!document.querySelector('.htmx-request')"))
    expect(ada.locator("#talk-list li")).to_have_text([re.compile("One"), re.compile("Two")])
    expect(field).to_have_value("Three")
    # Nor is it lost with the drawer.
    ada.unroute("**/talk/")
    ada.get_by_role("button", name="Close the chat").click()
    open_talk(ada)
    expect(field).to_have_value("Three")
    field.press("Enter")
    expect(ada.locator("#talk-list li")).to_have_count(3)
    expect(field).to_have_value("")


def test_who_reads_above_stays_there(browser_player: Players) -> None:
    ada, bea, _table = two_at_a_table(browser_player)
    open_talk(ada)
    open_talk(bea)
    for number in range(4):
        write(ada, f"{number} " * 120)
        expect(bea.locator("#talk-list li")).to_have_count(number + 1)
    place = "document.getElementById('talk-list').scrollTop"
    assert bea.evaluate(place) > 0
    bea.evaluate(f"{place} = 0")
    write(ada, "And one more.")
    expect(bea.locator("#talk-list li")).to_have_count(5)
    assert bea.evaluate(place) == 0
    write(bea, "Where were we?")
    expect(bea.locator("#talk-list li")).to_have_count(6)
    assert bea.evaluate(place) > 0


def test_a_style_that_cannot_be_had_holds_up_no_word(browser_player: Players) -> None:
    player = browser_player(name="Eve", phone=True)
    player.expect_problem("ERR_FAILED")
    ada, bea, table = two_at_a_table(browser_player)
    eve = enter_as_guest(player)
    eve.goto(table)
    expect(eve.locator("#card-deck")).to_be_visible()
    intercept(eve, "**/talk*.css", lambda route: route.abort())
    for page, word in ((ada, "Well played"), (bea, "Thanks")):
        open_talk(page)
        page.get_by_role("button", name=word).click()
        expect(eve.locator("#talk-news")).to_contain_text(word)
    expect(eve.locator("#announcer")).not_to_contain_text(re.compile("Well played|Thanks"))


def test_no_bubble_lies_upon_another(browser_player: Players) -> None:
    ada, _bea, _table = two_at_a_table(browser_player)
    open_talk(ada)
    ada.clock.install()
    ada.evaluate(BUBBLES)
    expect(ada.locator(".bubbles > .bubble")).to_have_count(3)
    places = boxes(ada, ".bubble")
    assert all(above[1] <= below[0] for above, below in pairwise(places)), places


def test_t_opens_nothing_behind_what_is_open(browser_player: Players) -> None:
    ada, _bea, _table = two_at_a_table(browser_player)
    ada.locator("#menu-button").click()
    expect(ada.locator("#table-menu:popover-open")).to_be_visible()
    asked: list[str] = []
    ada.on("request", lambda request: asked.append(request.url))
    ada.locator("#table-menu").get_by_role("button").first.press("t")
    ada.keyboard.press("Escape")
    expect(ada.locator("#table-menu:popover-open")).to_have_count(0)
    assert not any("/talk/" in url for url in asked)
    ada.keyboard.press("t")
    expect(ada.locator("#talk")).to_be_visible()
