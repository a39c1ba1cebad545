"""site.js, tried on the style guide."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.kit.browser import BrowserPlayer, expect_value, rest_the_pointer_on_messages

# The websocket extension swaps parts with the internal function that extensions are given, not with htmx.swap.
AS_THE_SOCKET_DOES = """(html) => {
    let htmxInternals;
    htmx.defineExtension("as-the-socket-does", { init: (internals) => { htmxInternals = internals; } });
    const settling = htmxInternals.makeSettleInfo(document.body);
    const message = document.createRange().createContextualFragment(html);
    for (const part of [...message.children]) {
        htmxInternals.oobSwap(part.getAttribute("hx-swap-oob") ?? "true", part, settling);
    }
}"""
TOAST = '<div hx-swap-oob="beforeend:#toasts"><div class="toast"><p>Teo is drawing.</p></div></div>'


@pytest.fixture
def ada(browser_player: Callable[..., BrowserPlayer]) -> BrowserPlayer:
    ada = browser_player(name="Ada")
    ada.page.goto("/styleguide/")
    return ada


@pytest.fixture
def page(ada: BrowserPlayer) -> Page:
    return ada.page


def put_on_page(page: Page, html: str) -> None:
    page.evaluate(
        "(html) => { document.getElementById('main').insertAdjacentHTML('afterbegin', html);"
        " htmx.process(document.getElementById('main')); }",
        html,
    )


def toasts(page: Page) -> Locator:
    return page.locator("#toasts .toast")


def stop_the_clock(page: Page) -> None:
    """From here on the test controls the page's clock."""
    page.clock.install(time=0)
    page.clock.pause_at(1)


# --- toasts -----------------------------------------------------------------------------------------------------------


def test_toast_leaves_by_itself(page: Page) -> None:
    stop_the_clock(page)
    page.evaluate(AS_THE_SOCKET_DOES, TOAST)
    expect(toasts(page)).to_have_count(1)
    page.clock.run_for(3000)
    expect(toasts(page)).to_have_count(1)
    page.clock.run_for(1500)
    expect(toasts(page)).to_have_count(0)


def test_toast_stays_while_the_pointer_is_on_it(page: Page) -> None:
    stop_the_clock(page)
    page.evaluate(AS_THE_SOCKET_DOES, TOAST)
    page.hover("#toasts .toast")
    page.clock.run_for(10_000)
    expect(toasts(page)).to_have_count(1)
    page.mouse.move(0, 0)
    page.clock.run_for(4100)
    expect(toasts(page)).to_have_count(0)


def test_toast_that_offers_something_stays(page: Page) -> None:
    stop_the_clock(page)
    page.evaluate(AS_THE_SOCKET_DOES, TOAST.replace("</p>", '</p><button type="button">Undo</button>'))
    page.clock.run_for(60_000)
    expect(page.get_by_role("button", name="Undo")).to_be_visible()


def test_dismissed_toast_gives_the_focus_back(page: Page) -> None:
    page.context.grant_permissions(["clipboard-write"])
    page.focus("[data-copy]")
    page.keyboard.press("Enter")
    page.focus("#toasts [data-toast-dismiss]")
    page.keyboard.press("Enter")
    expect(toasts(page)).to_have_count(0)
    expect(page.locator("[data-copy]")).to_be_focused()


def test_no_more_than_three_toasts_pile_up(page: Page) -> None:
    for number in range(5):
        page.evaluate(AS_THE_SOCKET_DOES, TOAST.replace("Teo is drawing.", f"Number {number}"))
    expect(page.locator("#toasts .toast p")).to_have_text(["Number 2", "Number 3", "Number 4"])


def test_copy_button_copies_and_says_so(page: Page) -> None:
    page.context.grant_permissions(["clipboard-write"])
    rest_the_pointer_on_messages(page)
    page.click("[data-copy]")
    expect(page.locator("#toasts .toast p")).to_have_text("Copied.")
    put_on_page(page, '<input id="pasted">')
    page.focus("#pasted")
    page.keyboard.press("Control+V")
    expect(page.locator("#pasted")).to_have_value("7KQ4MW")


# --- dialogs and menus ------------------------------------------------------------------------------------------------


def test_dialog_opens_on_the_safe_answer_and_gives_the_focus_back(page: Page) -> None:
    page.click("#guide-open")
    expect(page.get_by_role("button", name="Not yet")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page.locator("#guide-open")).to_be_focused()


def test_dialog_gives_the_focus_to_an_opener_that_was_redrawn_meanwhile(page: Page) -> None:
    page.click("#guide-open")
    page.evaluate(AS_THE_SOCKET_DOES, '<button class="btn" type="button" id="guide-open">Redrawn</button>')
    page.get_by_role("button", name="Not yet").click()
    expect(page.get_by_role("button", name="Redrawn")).to_be_focused()


def test_message_reaches_a_player_whose_dialog_is_open(page: Page) -> None:
    """Everything outside a modal dialog is inert: out of reach, and silent for screen readers."""
    page.click("#guide-open")
    page.evaluate(AS_THE_SOCKET_DOES, TOAST)
    expect(page.get_by_role("dialog").get_by_text("Teo is drawing.")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("body > #toasts").get_by_text("Teo is drawing.")).to_be_visible()


def test_messages_survive_the_removal_of_an_open_dialog(page: Page) -> None:
    page.click("#guide-open")
    page.evaluate(AS_THE_SOCKET_DOES, TOAST + '<div id="guide-question" hx-swap-oob="true"></div>')
    expect(page.locator("body > #toasts").get_by_text("Teo is drawing.")).to_be_visible()


@pytest.mark.parametrize("way", ["escape", "outside"])
def test_menu_closes(page: Page, way: str) -> None:
    put_on_page(page, '<details class="menu" open><summary id="opener">Menu</summary><a href="#x">Entry</a></details>')
    page.focus("details.menu a")
    if way == "escape":
        page.keyboard.press("Escape")
        expect(page.locator("#opener")).to_be_focused()
    else:
        page.get_by_role("heading", name="Style guide").click()
    expect(page.locator("details.menu[open]")).to_have_count(0)


# --- focus ------------------------------------------------------------------------------------------------------------

PART = '<div id="part"><button id="draw" type="button">Draw</button><button id="call" type="button">Call</button></div>'


def test_focus_stays_on_a_control_that_comes_back(page: Page) -> None:
    put_on_page(page, PART)
    page.focus("#call")
    page.evaluate(AS_THE_SOCKET_DOES, PART)
    expect(page.locator("#call")).to_be_focused()


def test_focus_follows_a_control_that_comes_back_in_another_part(page: Page) -> None:
    put_on_page(page, PART + '<div id="other"></div>')
    page.focus("#call")
    message = '<div id="part"></div><div id="other"><button id="call" type="button">Call</button></div>'
    page.evaluate(AS_THE_SOCKET_DOES, message)
    expect(page.locator("#other #call")).to_be_focused()


def test_focus_goes_to_the_part_when_the_control_is_gone(page: Page) -> None:
    put_on_page(page, PART)
    page.focus("#call")
    page.evaluate(AS_THE_SOCKET_DOES, '<div id="part"><button id="swap" type="button">Swap</button></div>')
    expect(page.locator("#part")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#swap")).to_be_focused()


def test_focus_elsewhere_is_left_alone(page: Page) -> None:
    put_on_page(page, PART)
    page.focus("#guide-name")
    page.evaluate(AS_THE_SOCKET_DOES, '<div id="part"></div>')
    # The focus is restored by an earlier task, which ends before this one.
    page.evaluate("setTimeout(() => { window.laterTask = true; })")
    expect_value(page, "window.laterTask", True)
    expect(page.locator("#guide-name")).to_be_focused()


# --- requests ---------------------------------------------------------------------------------------------------------


def test_unreachable_site_is_told_to_the_one_who_pressed(ada: BrowserPlayer) -> None:
    ada.expect_problem("htmx:(sendError|afterRequest)|ERR_INTERNET_DISCONNECTED")
    put_on_page(ada.page, '<button id="send" type="button" hx-get="/styleguide/" hx-swap="none">Send</button>')
    ada.context.set_offline(True)
    rest_the_pointer_on_messages(ada.page)
    ada.page.click("#send")
    expect(ada.page.locator("#toasts .toast p")).to_contain_text("We cannot reach the site right now.")
    expect(ada.page.locator("#send")).not_to_have_attribute("aria-busy", "true")


def test_page_that_looks_for_news_by_itself_does_not_complain(ada: BrowserPlayer) -> None:
    ada.expect_problem("htmx:(sendError|afterRequest)|ERR_INTERNET_DISCONNECTED")
    ada.context.set_offline(True)
    with ada.page.expect_event("requestfailed"):
        # Ends when the page has seen the failure.
        ada.page.evaluate("htmx.ajax('GET', '/styleguide/', { swap: 'none' }).catch(() => {})")
    expect(toasts(ada.page)).to_have_count(0)


def test_button_that_htmx_has_not_heard_of_says_what_was_pressed(page: Page) -> None:
    put_on_page(page, '<form id="move" hx-get="/styleguide/" hx-swap="none"></form>')
    late = '<button id="late" form="move" name="do" value="swap">Swap</button>'
    page.evaluate("(html) => document.getElementById('main').insertAdjacentHTML('afterbegin', html)", late)
    with page.expect_response("**/styleguide/**") as asked:
        page.click("#late")
    assert asked.value.url.endswith("?do=swap")


def test_button_is_busy_while_its_request_runs(page: Page) -> None:
    put_on_page(page, '<form hx-get="/styleguide/" hx-swap="none"><button id="send">Send</button></form>')
    page.evaluate(
        """() => document.addEventListener("htmx:beforeSend", () => {
            window.busy = document.getElementById("send").getAttribute("aria-busy");
        })"""
    )
    with page.expect_response("**/styleguide/"):
        page.click("#send")
    expect(page.locator("#send")).not_to_have_attribute("aria-busy", "true")
    assert page.evaluate("window.busy") == "true"
