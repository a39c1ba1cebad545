"""Seats that change hands: to a bot whose person takes too long, back again, and to somebody from outside."""

from playwright.sync_api import Page, expect

from tests.cambio.browser.tables import (
    LOW,
    Players,
    in_sight,
    let_the_clock_run_out,
    line,
    open_table,
    press,
    sit_down,
    stack_the_deck,
    start,
)
from tests.kit.browser import axe_clean, enter_as_guest, never_wide
from tests.kit.server import SiteServer

HIGH = ("9", "10", "J", "Q")
# Whether the tab called its player while a bot played, each time that the line said so.
NOTE_CALLS = """window.called = [];
addEventListener("DOMContentLoaded", () => {
    const status = document.querySelector(".status");
    if (!status) return;
    new MutationObserver(() => setTimeout(() => {
        const isTold = status.textContent.includes("A bot plays this turn for you.");
        if (isTold) called.push(document.title.startsWith("Your turn"));
    })).observe(status, { childList: true, subtree: true });
});"""


def lets_a_card_go(page: Page) -> None:
    line(page, "Your turn: draw a card")
    press(page, "Draw from the deck")
    page.locator("#do-discard").click()


def test_a_clock_that_runs_out_thrice_gives_the_seat_to_a_bot_and_its_person_takes_it_back(
    server: SiteServer, browser_player: Players
) -> None:
    ada, bea = browser_player(name="Ada", phone=True), browser_player(name="Bea")
    one, two = enter_as_guest(ada), enter_as_guest(bea)
    one.add_init_script(NOTE_CALLS)
    table = open_table(one, seats=2)
    sit_down(two, table, name="Bea")
    one.locator("#show-choices").click()
    one.locator("#set-clock-30").click()
    expect(one.locator("#set-clock-30")).to_have_attribute("aria-pressed", "true")
    one.keyboard.press("Escape")
    # Cards without powers, and hands that no bot calls with.
    stack_the_deck(
        server, one, *(LOW,) * 8, dealt=lambda hands: all(card[:-1] in HIGH for card in (*hands[0][2:], *hands[1][2:]))
    )
    press(one, "Start the game")
    for page in (one, two):
        press(page, "I have them")
    for _missed in range(2):
        line(one, "Your turn: draw a card")
        let_the_clock_run_out(server, one)
        # A bot plays this turn, and the log says so; the seat stays Ada's.
        expect(two.locator("#log")).to_contain_text("took too long. A bot plays this turn.")
        lets_a_card_go(two)
        expect(one.locator("#do-take-back")).to_have_count(0)
    line(one, "Your turn: draw a card")
    let_the_clock_run_out(server, one)
    expect(one.locator("#manners")).to_contain_text("A bot plays for you.")
    never_wide(one)
    axe_clean(one)
    two.set_viewport_size({"width": 390, "height": 844})
    expect(two.get_by_role("button", name="Offer the seat of Ada")).to_be_visible()
    in_sight(two)
    called = one.evaluate("called")
    assert called
    assert not any(called)
    # The bot plays on: it is Bea's turn again, and then the bot's.
    lets_a_card_go(two)
    press(one, "Take my seat back")
    expect(one.locator("#do-take-back")).to_have_count(0)
    expect(two.locator("#log")).to_contain_text("plays again in place of the bot.")
    expect(one.locator(".status")).to_contain_text("Your turn")


def test_a_person_gives_up_the_seat_and_somebody_with_the_link_plays_on(
    server: SiteServer, browser_player: Players
) -> None:
    players = [browser_player(name="Ada"), browser_player(name="Bea", phone=True)]
    one, two = start(server, *players, wishes=(LOW,) * 6)
    hand = two.locator(".mine .hand")
    expect(hand).to_be_visible()
    two.get_by_role("button", name="Log", exact=True).click()
    press(two, "Offer my seat to others")
    two.keyboard.press("Escape")
    expect(two.locator("#manners")).to_contain_text("A bot plays for you until somebody else takes your seat.")
    never_wide(two)
    link = one.locator("#manners a").first
    expect(one.locator("#manners")).to_contain_text("The seat of Bea is free for others:")
    axe_clean(one)
    # Somebody whom the site does not know: one page, one press.
    eve = browser_player(name="Eve", phone=True).page
    eve.goto(link.get_attribute("href") or "")
    expect(eve.get_by_role("heading", name="A seat in a game of Cambio is free")).to_be_visible()
    never_wide(eve)
    axe_clean(eve)
    eve.get_by_label("Your name at the table").fill("Eve")
    press(eve, "Take the seat of Bea")
    lets_a_card_go(one)
    lets_a_card_go(eve)
    expect(one.locator("#log")).to_contain_text("Eve has come in and plays on with this seat.")
    # The former person looks on: nothing can be done there any more, and nobody's cards are one's own.
    line(one, "Your turn: draw a card")
    expect(two.locator("#do-take-back")).to_have_count(0)
    expect(two.get_by_role("button", name="Draw from the deck")).to_have_count(0)
