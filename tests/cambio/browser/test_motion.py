"""What people choose of motion, at a table of Cambio: cards that travel, the deal, and the end on the felt."""

import pytest
from playwright.sync_api import Page, expect

from tests.cambio.browser.tables import (
    LOW,
    RESULT,
    Players,
    call_cambio,
    come_in,
    line,
    open_table,
    press,
    sit_down_as_program,
    stack_the_deck,
)
from tests.cambio.browser.test_end_on_the_felt import (
    FIRST_IS_BEST,
    SECOND_IS_BEST,
    WITH_DOUBLING,
    last_move,
    result_stands,
)
from tests.cambio.browser.test_moments import NOTE_FLIGHTS
from tests.kit.browser import csrf_token, expect_value, wait_until
from tests.kit.server import SiteServer

# Everything that moves but for the rings of clocks, by name, frame by frame; and how long the end waits.
NOTE_MOTION = """window.moving = new Set();
window.pauses = new Set();
const look = () => {
    for (const motion of document.getAnimations()) {
        const name = motion.animationName ?? motion.transitionProperty ?? "script";
        const lasts = motion.effect.getComputedTiming().activeDuration > 0 && motion.playState === "running";
        if (lasts && !["ring-run", "offer"].includes(name)) moving.add(name);
    }
    requestAnimationFrame(look);
};
requestAnimationFrame(look);
const later = setTimeout;
window.setTimeout = (task, milliseconds, ...more) => {
    if (document.querySelector(".board")?.dataset.end) pauses.add(milliseconds);
    return later(task, milliseconds, ...more);
};"""


def choose(page: Page, name: str) -> None:
    page.locator("#menu-button").click()
    with page.expect_response("**/account/preferences/"):
        page.get_by_role("dialog", name="At this table").get_by_role("radio", name=name).check()
    page.keyboard.press("Escape")


@pytest.mark.parametrize("motion", ["none", "brisk"])
def test_without_motion_nothing_moves_from_the_deal_to_the_result(
    server: SiteServer, browser_player: Players, motion: str
) -> None:
    ada = browser_player(name="Ada", motion=True)
    page = come_in(ada)
    saved = ada.context.request.post(
        "/account/preferences/", headers={"X-CSRFToken": csrf_token(ada)}, form={"theme": "system", "motion": motion}
    )
    assert saved.status == 204
    page.add_init_script(NOTE_MOTION)
    table = open_table(page, seats=2).split("/")[2]
    bea = sit_down_as_program(browser_player(name="Bea"), table)
    expect(page.locator("#waiting")).to_contain_text("Two of two are here.")
    stack_the_deck(server, page, LOW, LOW, LOW, dealt=SECOND_IS_BEST)
    page.reload()
    press(page, "Start the game")
    expect(page.locator(".mine .is-peek")).to_have_count(2)
    press(page, "I have them")
    bea("view-initial")
    line(page, "Your turn: draw a card")
    press(page, "Draw from the deck")
    line(page, "You drew")
    page.locator("#do-discard").click()
    bea("draw", source="deck")
    bea("swap", position=0)
    line(page, "Your turn: draw a card")
    call_cambio(page)
    bea("draw", source="deck")
    bea("discard")
    expect(page.get_by_role("heading", name=RESULT)).to_be_visible()
    expect(page.locator(".board:is([data-end], .is-suspense)")).to_have_count(0)
    if motion == "none":
        assert page.evaluate("[[...moving], [...pauses]]") == [[], []]
    else:
        assert {"script", "flip", "glow"} <= set(page.evaluate("[...moving]"))


def test_a_brisk_end_takes_half_the_time_and_holds_no_breath(server: SiteServer, browser_player: Players) -> None:
    page, end = last_move(server, browser_player, dealt=SECOND_IS_BEST)
    page.evaluate(f"() => {{ {NOTE_MOTION} }}")
    choose(page, "Brisk")
    end()
    result_stands(page)
    expect_value(page, "moments", WITH_DOUBLING)
    pauses = set(page.evaluate("[...pauses].map(Math.round)"))
    # After the last move, between two seats, and at the crown; half of a breath is nowhere. With a doubling pauses take
    # 0.91 of their time, so that the whole end fits into 6.5 s.
    assert {364, 118, 501} <= pauses
    assert 273 not in pauses


def test_none_chosen_while_the_end_is_shown_leads_to_the_result(server: SiteServer, browser_player: Players) -> None:
    page, end = last_move(server, browser_player, dealt=FIRST_IS_BEST, slower=3)
    page.locator("#menu-button").click()
    none = page.get_by_role("dialog", name="At this table").get_by_role("radio", name="None")
    expect(none).not_to_be_checked()
    end()
    expect(page.locator(".board")).to_have_attribute("data-end", "turn")
    none.check()
    result_stands(page)
    assert "crown" not in page.evaluate("moments")


def test_full_chosen_in_the_waiting_room_lets_the_cards_fly(browser_player: Players) -> None:
    page = come_in(browser_player(name="Ada"))
    page.add_init_script(NOTE_FLIGHTS)
    open_table(page, seats=2)
    press(page, "Add a bot")
    expect(page.locator("#waiting")).to_contain_text("Two of two are here.")
    with page.expect_response("**/js/cambio-deal*.js"):
        choose(page, "Full")
    press(page, "Start the game")
    wait_until(page, lambda: page.evaluate("flights.length") == 8)
    expect(page.locator(".mine .card.is-up.is-peek")).to_have_count(2)
