"""A whole game of two, with cards that travel where everybody can follow them."""

import re

from playwright.sync_api import APIResponse, Route, expect

from tests.cambio.browser.tables import (
    KING,
    LOW,
    OWN,
    RESULT,
    SPY,
    TRADE,
    Players,
    call_cambio,
    in_sight,
    line,
    press,
    start,
)
from tests.kit.browser import expect_value, intercept, move_by_post, wait_until
from tests.kit.server import SiteServer

# Writes down every travel: which card carries which name, before and after.
NOTE_TRAVELS = """window.travels = [];
const named = () => [...document.querySelectorAll("[class*='vt-']")].map((card) =>
    card.id + " as " + getComputedStyle(card).viewTransitionName).sort().join(", ");
const real = document.startViewTransition.bind(document);
document.startViewTransition = (update) => {
    const before = named(), begin = performance.now();
    const travel = real(async () => { await update(); travels.push(before + " -> " + named()); });
    const whole = () => performance.now() - begin > 400 ? "in its whole length" : "cut short";
    travel.finished.then(() => document.documentElement.dataset.firstTravel ??= whole());
    return travel;
};
window.muddled = [];
document.addEventListener("htmx:oobAfterSwap", () => {
    for (const card of document.querySelectorAll(".card.is-up:has(use[href$='#back']), .place:has(svg)"))
        muddled.push(card.outerHTML);
});"""

DRAW = "card-deck as deck-top -> card-held as deck-top"
LET_GO = "card-held as held -> card-discard as held"


def test_two_people_play_a_whole_game(server: SiteServer, browser_player: Players) -> None:
    ada = browser_player(name="Ada", motion=True)
    bea = browser_player(name="Bea", phone=True, dark=True, motion=True)
    for player in (ada, bea):
        player.page.add_init_script(NOTE_TRAVELS)
    one, two = start(server, ada, bea, wishes=(LOW, SPY, TRADE, OWN, KING))

    # A swap.
    line(two, "Ada is drawing.")
    expect(two.locator("#actions button")).to_have_count(0)
    in_sight(one)
    press(one, "Draw from the deck")
    line(one, "You drew the")
    line(two, "Ada is holding a card.")
    # Nothing that comes twice, by the answer and by the socket, cuts a card's way short.
    for page in (one, two):
        expect(page.locator("html")).to_have_attribute("data-first-travel", "in its whole length")
    one.get_by_role("button", name="Swap with your bottom left card").click()

    # A look at a card of somebody else.
    line(two, "Your turn: draw a card")
    in_sight(two)
    two.locator("button#card-deck").click()
    in_sight(two)
    # A reload changes nothing.
    line(two, "You drew the")
    drawn = two.locator("#card-held").get_attribute("aria-label")
    two.reload()
    line(two, f"You drew the {drawn}.")
    line(one, "Bea is holding a card.")
    press(two, "Discard the")
    expect(two.get_by_role("dialog", name="Look at one card")).to_be_visible()
    line(one, "Bea may look at a card.")
    press(two, "Look at Ada's top right card")
    expect(two.get_by_role("dialog", name="Ada's top right card")).to_be_visible()
    line(one, "Bea is looking at a card.")
    press(two, "I have it")
    expect(two.get_by_role("dialog")).to_have_count(0)

    # A blind swap.
    press(one, "Draw from the deck")
    line(two, "Ada is holding a card.")
    press(one, "Discard the")
    line(two, "Ada may swap two cards.")
    dialog = one.get_by_role("dialog", name="Swap two cards, unseen")
    expect(dialog.get_by_role("button", name="Swap these two")).to_be_disabled()
    dialog.get_by_role("radio", name="Your bottom right card").check()
    dialog.get_by_role("radio", name="Bea's top left card").check()
    line(one, "Your bottom right for Bea's top left")
    press(one, "Swap these two")
    expect(two.locator("#log")).to_contain_text("swapped two cards: Ada's bottom right, your top left.")
    # A player who does not see the cards cross hears what the other one did, and not what they did themselves.
    expect(two.locator("#announcer")).to_have_text("Ada swapped two cards: Ada's bottom right, your top left.")
    expect(one.locator("#announcer")).to_have_text("Bea looked at one card.")

    # A card from the pile must be swapped in.
    two.locator("button#card-discard").click()
    line(two, "Where should the")
    line(one, "Bea took the")
    expect(two.locator("#actions button")).to_have_count(0)
    two.get_by_role("button", name="Swap with your top right card").click()

    # Pressed twice is once; and a player who presses the next button before the last answer has come is heard.
    held, late = list[Route](), list[APIResponse]()

    def hold_the_first(route: Route) -> None:
        held.append(route)
        if route is held[0]:
            late.append(route.fetch())
        else:
            route.continue_()

    move_by_post(one)
    intercept(one, "**/act/", hold_the_first)
    one.get_by_role("button", name="Draw from the deck").first.dblclick()
    line(one, "You drew the")
    line(two, "Ada is holding a card.")
    press(one, "Discard the")
    wait_until(one, lambda: late)
    held[0].fulfill(response=late[0])

    # A look at one's own card.
    line(two, "Ada may look at a card.")
    press(one, "Look at your top left card")
    expect(one.get_by_role("dialog", name="Your top left card")).to_be_visible()
    press(one, "I have it")
    expect(one.get_by_role("dialog")).to_have_count(0)

    # The glimpse of a king comes by itself.
    press(two, "Draw from the deck")
    line(one, "Bea is holding a card.")
    press(two, "Discard the king")
    expect(two.get_by_role("dialog", name=re.compile("A glimpse: your"))).to_be_visible()
    press(two, "I have it")

    # Cards have travelled by the names of places alone.
    line(one, "Your turn: draw a card")
    for page in (one, two):
        expect(page.locator("[class*='vt-']")).to_have_count(0)
    story = [
        *(DRAW, "card-0-2 as c-0-2, card-held as held -> card-0-2 as held, card-discard as c-0-2"),
        *(DRAW, LET_GO),
        *(DRAW, LET_GO, "card-0-3 as c-0-3, card-1-0 as c-1-0 -> card-0-3 as c-1-0, card-1-0 as c-0-3"),
        "card-discard as discard-top -> card-held as discard-top",
        "card-1-1 as c-1-1, card-held as held -> card-1-1 as held, card-discard as c-1-1",
        *(DRAW, LET_GO),
        *(DRAW, LET_GO),
    ]
    expect_value(one, "travels", story)
    # Since the reload.
    expect_value(two, "travels", story[3:])
    # A card that arrives or is turned looks at once like what it is.
    assert one.evaluate("muddled") == []

    # Cambio.
    call_cambio(one)
    expect(two.locator(".final")).to_contain_text("Ada called Cambio. One turn left, and it is yours.")
    in_sight(one)
    in_sight(two)
    press(two, "Draw from the deck")
    press(two, "Swap with your top left card")
    for page in (one, two):
        expect(page.get_by_role("heading", name=RESULT)).to_be_visible()
        expect(page.locator(".hand.is-open .card.is-up")).to_have_count(8)

    # The proof, and the next game.
    with one.expect_popup() as proof:
        one.get_by_role("link", name="Check it here").click()
    expect(proof.value.locator("#shuffle-verdict")).to_contain_text("The fingerprint fits")
    press(one, "Play again with them")
    press(two, "I am in")
    for page in (one, two):
        line(page, "Remember these two.")
