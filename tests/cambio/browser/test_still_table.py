"""Whatever happens, the cards stay where they are, and everything is in sight: on every size of screen."""

from collections.abc import Callable
from typing import Any

from django.template.loader import render_to_string
from playwright.sync_api import Page, expect

from cambio.rules.cards import DECK, POINTS, POWERS
from tests.cambio.browser.tables import (
    LOW,
    PLACES,
    SPY,
    TRADE,
    Players,
    call_cambio,
    come_in,
    easy_to_hit,
    in_sight,
    line,
    open_table,
    press,
    sit_down_as_program,
    stack_the_deck,
)
from tests.kit.browser import never_wide
from tests.kit.server import SiteServer

UPRIGHT = [(360, 640), (360, 780), (375, 667), (390, 844), (412, 915)]
ON_ITS_SIDE = [(height, width) for width, height in UPRIGHT]
SIZES = [*UPRIGHT, *ON_ITS_SIDE, (768, 1024), (1280, 720), (1400, 1000)]
NARROWEST = (320, 568)
LONG_NAMES = ("Bartholomew Quincy X", "Wilhelmina Overstree", "Maximilian Woodworth")


def words_of_a_turn() -> dict[str, str]:
    """What a person reads from the draw on, for every card that can be drawn."""
    contexts: dict[str, dict[str, Any]] = {"draw": {"line": "draw", "card": None, "last": False}}
    for card in DECK:
        held = {"card": card, "points": POINTS[card], "last": False}
        contexts[f"{card} on the discard pile"] = {"line": "draw", "card": card, "last": False}
        contexts[f"{card} from the deck"] = {"line": "hold_deck", "power": POWERS[card], **held}
        contexts[f"{card} from the discard pile"] = {"line": "hold_discard", "power": None, **held}
        if POWERS[card] and POWERS[card] != "look_own":
            contexts[f"{card} let go"] = {"line": f"own_{POWERS[card]}", "card": card}
        contexts[f"{card} looked at"] = {"line": "own_look", "name": "Tom", "position": 3, **held}
    clock = {"seat": 0, "until": "1800000000.0", "seconds": 120}
    clocked = {f"{name}, with a clock": context | {"clock": clock} for name, context in contexts.items()}
    contexts |= {name: context for name, context in clocked.items() if context["line"] != "own_look"}
    return {name: render_to_string("cambio/_status.html", context) for name, context in contexts.items()}


PLACES_WITH_WORDS = f"""(words) => words.map((text) => {{
    document.querySelector(".status > .part").innerHTML = text;
    return ({PLACES})();
}})"""


def test_no_card_makes_the_table_jump(browser_player: Players) -> None:
    page = come_in(browser_player(name="Ada"))
    page.get_by_role("button", name="Play against a bot").click()
    press(page, "I have them")
    line(page, "Your turn: draw a card")
    words = words_of_a_turn()
    jumping = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        still, *found = page.evaluate(PLACES_WITH_WORDS, [words["draw"], *words.values()])
        jumping += [(width, height, name) for name, now in zip(words, found, strict=True) if now != still]
    assert jumping == []


def test_a_table_of_four_is_in_sight_on_every_screen(server: SiteServer, browser_player: Players) -> None:
    page = come_in(browser_player(name="Ada"))
    table = open_table(page, seats=4).split("/")[2]
    friends = [sit_down_as_program(browser_player(name=name), table) for name in LONG_NAMES]
    expect(page.locator("#waiting")).to_contain_text("Four of four are here.")
    stack_the_deck(server, page, SPY, LOW, LOW, LOW, TRADE, players=4)

    def everywhere(check: Callable[[Page], None], *more: tuple[int, int]) -> None:
        for width, height in (*more, *SIZES):
            page.set_viewport_size({"width": width, "height": height})
            check(page)

    def way_out_is_in_sight(page: Page) -> None:
        expect(page.locator("#power-skip")).to_be_in_viewport(ratio=1)
        in_sight(page)
        easy_to_hit(page)

    everywhere(never_wide, NARROWEST)
    press(page, "Start the game")
    press(page, "I have them")
    for act in friends:
        act("view-initial")
    line(page, "Your turn: draw a card")
    everywhere(in_sight, NARROWEST)
    press(page, "Draw from the deck")
    line(page, "You drew the")
    everywhere(in_sight, NARROWEST)
    press(page, "Discard the")
    expect(page.get_by_role("dialog", name="Look at one card")).to_be_visible()
    everywhere(way_out_is_in_sight, NARROWEST)
    press(page, "Skip the look")
    line(page, f"{LONG_NAMES[0]} is drawing.")
    for act in friends:
        act("draw", source="deck")
        act("discard")
    press(page, "Draw from the deck")
    press(page, "Discard the")
    expect(page.get_by_role("dialog", name="Swap two cards, unseen")).to_be_visible()
    everywhere(way_out_is_in_sight, NARROWEST)
    press(page, "Skip the swap")
    line(page, f"{LONG_NAMES[0]} is drawing.")
    for act in friends:
        act("draw", source="discard")
        act("swap", position=0)
    call_cambio(page)
    expect(page.locator(".final")).to_contain_text("You called Cambio.")
    everywhere(in_sight, NARROWEST)
