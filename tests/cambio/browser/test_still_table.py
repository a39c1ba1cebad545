"""Whatever the line below the piles says, the cards stay where they are: on every card, on every size of screen."""

from typing import Any

from django.template.loader import render_to_string

from cambio.rules.cards import DECK, POINTS, POWERS
from tests.cambio.browser.tables import PLACES, Players, come_in, line, press

SIZES = [(360, 640), (360, 780), (375, 667), (390, 844), (412, 915), (768, 1024), (1280, 720), (1400, 1000)]


def words_of_a_turn() -> dict[str, str]:
    """What a person reads from the draw on, for every card that can be drawn."""
    contexts: dict[str, dict[str, Any]] = {"draw": {"line": "draw", "card": None, "last": False}}
    for card in DECK:
        held = {"card": card, "points": POINTS[card], "last": False}
        contexts[f"{card} on the discard pile"] = {"line": "draw", "card": card, "last": False}
        contexts[f"{card} from the deck"] = {"line": "hold_deck", "power": POWERS[card], **held}
        contexts[f"{card} from the discard pile"] = {"line": "hold_discard", "power": None, **held}
        if POWERS[card]:
            contexts[f"{card} let go"] = {"line": f"own_{POWERS[card]}", "card": card}
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
