"""Powers are used where the cards lie: by keyboard, mouse and finger, with and without script."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.cambio.browser.tables import KING, OWN, SPY, TRADE, Players, Wish, line, open_table, press, stack_the_deck
from tests.kit.browser import axe_clean, enter_as_guest, expect_value, measured_transfer
from tests.kit.server import SiteServer

FIRST_VISIT_BYTES = 60 * 1024
FRIENDS = ("Teo", "Ana", "Mara")
A_HEARTBEAT = """() => document.body.dispatchEvent(new CustomEvent("htmx:oobAfterSwap",
    { bubbles: true, detail: { target: document.getElementById("beat") } }))"""
FOCUSED = """document.activeElement.ariaLabel ?? document.activeElement.textContent.trim()"""
# Which corner of the hand a card grows out of: three of its edges stay, or move outwards.
OUTWARDS = """([place, side]) => {
    const card = document.getElementById(place).getBoundingClientRect();
    const hand = document.getElementById(place).closest(".hand").getBoundingClientRect();
    const inner = hand.left + hand.width / 2;
    return side === "left" ? card.right <= inner + 1 && card.left < hand.left + 8 : card.left >= inner - 1;
}"""


def table_with_friends(server: SiteServer, players: Players, *wishes: Wish, friends: int = 3, **options: Any) -> Any:
    """A dealt table on Juno's turn; the friends are programs, who take what lies open and keep the deck as it is."""
    page = enter_as_guest(players(name="Juno", **options))
    table = open_table(page, seats=friends + 1).split("/")[2]
    acts = [sit_down_as_program(players(name=name), table) for name in FRIENDS[:friends]]
    has_script = options.get("javascript", True)
    if not has_script:
        page.reload()
    expect(page.locator("#waiting")).to_contain_text("are here.")
    stack_the_deck(server, page, *wishes, players=friends + 1)
    press(page, "Start the game")
    press(page, "I have them")
    for act in acts:
        act("view-initial")
    if not has_script:
        page.reload()
    line(page, "Your turn: draw a card")

    def others_play() -> None:
        for act in acts:
            act("draw", source="discard")
            act("swap", position=0)
        if not has_script:
            page.reload()
        line(page, "Your turn: draw a card")

    return page, others_play


def sit_down_as_program(player: Any, table: str) -> Callable[..., None]:
    api, ask = f"/cambio/api/game/{table}", player.context.request
    entered = ask.post(f"{api}/join", data={"displayName": player.name}).json()
    headers = {"Authorization": f"Bearer {entered['playerToken']}"}

    def act(verb: str, **body: Any) -> None:
        answer = ask.post(f"{api}/{verb}", data=body, headers=headers)
        assert answer.ok, answer.text()

    return act


def let_go(page: Page) -> None:
    """The card from the deck, and with it its power; by the keyboard."""
    page.locator("#do-draw").focus()
    page.keyboard.press("Enter")
    line(page, "You drew the")
    page.locator("#do-discard").focus()
    page.keyboard.press("Enter")


def test_every_power_is_used_in_its_place_with_the_keyboard_alone(server: SiteServer, browser_player: Players) -> None:
    page, others_play = table_with_friends(server, browser_player, SPY, TRADE, OWN, KING)
    keys = page.keyboard

    # A look at a card of somebody else. The first focus is a card that is seen; arrows lead on by the places.
    let_go(page)
    dialog = page.get_by_role("dialog", name="Look at one card")
    expect(dialog.get_by_role("button", name="Look at Teo's top left card")).to_be_focused()
    expect(page.locator(".mine .is-legal")).to_have_count(0)
    expect(page.locator(".player .is-legal")).to_have_count(12)
    expect(dialog.get_by_role("button", name="Skip the look")).to_be_visible()
    axe_clean(page)
    found = []
    for _step in range(5):
        keys.press("ArrowRight")
        found.append(page.evaluate(FOCUSED))
    assert found[0] == "Look at Teo's top right card"
    assert [name.split("'")[0] for name in found[1:]] == ["Look at Ana", "Look at Ana", "Look at Mara", "Look at Mara"]
    keys.press("ArrowDown")
    keys.press("ArrowLeft")
    expect(dialog.get_by_role("button", name="Look at Mara's bottom left card")).to_be_focused()
    # Tab stops once at each hand, and comes back to the card it left.
    keys.press("Tab")
    expect(page.get_by_role("button", name="Skip the look")).to_be_focused()
    # News that comes meanwhile changes nothing about it.
    page.evaluate(A_HEARTBEAT)
    keys.press("Shift+Tab")
    expect(dialog.get_by_role("button", name="Look at Mara's bottom left card")).to_be_focused()
    # It never leaves the dialog, at neither end of it.
    expect(dialog).to_have_attribute("aria-modal", "true")
    stops = []
    for _step in range(4):
        keys.press("Tab")
        stops.append(page.evaluate(FOCUSED))
    assert [name.split("'")[0] for name in stops] == ["Skip the look", "Look at Teo", "Look at Ana", "Look at Mara"]
    for name in ("Look at Ana", "Look at Teo", "Skip the look", "Look at Mara"):
        keys.press("Shift+Tab")
        assert page.evaluate(FOCUSED).startswith(name)
    # A pointer reaches what lies around it; the dialog is left open.
    page.locator("#menu-button").click()
    expect(page.get_by_role("dialog", name="At this table")).to_be_visible()
    keys.press("Tab")
    assert page.evaluate("!document.querySelector('.board').contains(document.activeElement)")
    keys.press("Escape")
    expect(page.get_by_role("dialog", name="At this table")).to_be_hidden()
    dialog.get_by_role("button", name="Look at Mara's bottom left card").focus()
    keys.press("Space")
    dialog = page.get_by_role("dialog", name="Mara's bottom left card")
    expect(dialog.get_by_role("button", name="I have it")).to_be_focused()
    keys.press("Tab")
    expect(dialog.get_by_role("button", name="I have it")).to_be_focused()
    expect(dialog.get_by_role("timer")).to_be_visible()
    expect(page.locator("#right_hand .lifted--2 .is-peek")).to_have_count(1)
    assert page.evaluate(OUTWARDS, ["card-3-2", "left"])
    line(page, "Mara's bottom left: the ")
    expect(page.locator(".glance")).to_contain_text("Mara's bottom left: ")
    axe_clean(page)
    keys.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("#actions")).to_be_focused()
    expect(page.locator(".glance")).to_have_count(0)
    expect(page.locator("#log")).to_contain_text("You looked at Mara's bottom left card.")

    # Two cards are swapped: any side first, and a second choice on one side moves it.
    others_play()
    let_go(page)
    dialog = page.get_by_role("dialog", name="Swap two cards, unseen")
    expect(dialog.get_by_role("radio", name="Your top left card")).to_be_focused()
    expect(dialog.get_by_role("button", name="Swap these two")).to_be_disabled()
    keys.press("Shift+Tab")
    assert "'s " in page.evaluate(FOCUSED)
    keys.press("Space")
    expect(page.locator(".status__line")).to_have_text("… for Mara's bottom right")
    for key in ("ArrowUp", "Space"):
        keys.press(key)
    expect(page.locator(".status__line")).to_have_text("… for Mara's top right")
    keys.press("Enter")
    expect(dialog).to_be_visible()
    keys.press("Tab")
    keys.press("ArrowDown")
    keys.press("Space")
    expect(page.locator(".status__line")).to_have_text("Your bottom left for Mara's top right")
    expect(dialog.get_by_role("radio", checked=True)).to_have_count(2)
    # The radio buttons of one side are one stop, at the end of the dialog too.
    ring = "Your bottom left card", "Swap these two", "Skip the swap", "Mara's top right card"
    for key, way in (("Tab", (*ring[1:], ring[0])), ("Shift+Tab", ring[::-1])):
        for stop in way:
            keys.press(key)
            assert page.evaluate(FOCUSED) == stop
    axe_clean(page)
    keys.press("Enter")
    expect(page.locator("#log")).to_contain_text("You swapped two cards: your bottom left, Mara's top right.")
    expect(page.locator("#right_move")).to_have_text("top right went to you")
    expect(page.locator("#actions")).to_be_focused()

    # A power that is not wanted: Escape asks nothing.
    others_play()
    let_go(page)
    expect(page.get_by_role("button", name="Look at your top left card")).to_be_focused()
    keys.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("#log")).to_contain_text("You skipped the power.")

    # A king's glimpse ends early by Escape, too.
    others_play()
    let_go(page)
    expect(page.get_by_role("button", name="I have it")).to_be_focused()
    expect(page.locator(".mine .lifted")).to_have_count(1)
    keys.press("Escape")
    line(page, "Teo is drawing.")


def test_a_finger_presses_the_cards_themselves(server: SiteServer, browser_player: Players) -> None:
    page, others_play = table_with_friends(server, browser_player, SPY, TRADE, friends=1, phone=True, motion=True)
    page.locator("#do-draw").tap()
    line(page, "You drew the")
    page.locator("#do-discard").tap()
    # With one opponent, too, the first focus is a card that is seen.
    first = page.get_by_role("button", name="Look at Teo's top left card")
    expect(first).to_be_focused()
    expect(first).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Look at Teo's bottom right card").tap()
    expect(page.locator("#top_hand .lifted--3")).to_be_visible()
    expect(page.locator("#top_hand .card")).to_have_count(4)
    assert page.evaluate(OUTWARDS, ["card-1-3", "right"])
    page.get_by_role("button", name="I have it").tap()
    expect(page.locator(".lifted")).to_have_count(0)
    expect_value(page, "document.querySelectorAll('.is-turning-back').length", 0)
    others_play()
    page.locator("#do-draw").tap()
    line(page, "You drew the")
    page.locator("#do-discard").tap()
    page.locator("#pick-0-2").tap()
    line(page, "Your bottom left for …")
    page.locator("#pick-1-1").tap()
    line(page, "Your bottom left for Teo's top right")
    page.get_by_role("button", name="Swap these two").tap()
    expect(page.locator("#log")).to_contain_text("You swapped two cards: your bottom left, Teo's top right.")


def test_powers_work_without_script(server: SiteServer, browser_player: Players) -> None:
    page, others_play = table_with_friends(server, browser_player, SPY, TRADE, friends=1, javascript=False)
    press(page, "Draw from the deck")
    press(page, "Discard the")
    press(page, "Look at Teo's top right card")
    line(page, "Teo's top right: the ")
    press(page, "I have it")
    expect(page.locator("#log")).to_contain_text("You looked at Teo's top right card.")
    others_play()
    press(page, "Draw from the deck")
    press(page, "Discard the")
    page.get_by_role("radio", name="Your top left card").check()
    page.get_by_role("radio", name="Teo's bottom left card").check()
    press(page, "Swap these two")
    expect(page.locator("#log")).to_contain_text("You swapped two cards: your top left, Teo's bottom left.")


def test_a_choice_half_made_outlasts_a_page_drawn_anew(server: SiteServer, browser_player: Players) -> None:
    page, _others_play = table_with_friends(server, browser_player, TRADE, friends=1)
    let_go(page)
    page.get_by_role("radio", name="Your top right card").check()
    page.evaluate("htmx.ajax('GET', `${location.pathname}parts/`, { swap: 'none' })")
    expect(page.get_by_role("radio", name="Your top right card")).to_be_checked()
    line(page, "Your top right for …")


def test_the_first_visit_of_a_table_is_light(server: SiteServer, browser_player: Players) -> None:
    page, _others_play = table_with_friends(server, browser_player, friends=3)
    # Juno's other browser, which has seen nothing of the site.
    other = browser_player(name="Juno").page
    other.context.add_cookies([{**cookie} for cookie in page.context.cookies()])
    with measured_transfer(other) as transferred:
        other.goto(page.url, wait_until="load")
        expect(other.locator("#live")).to_have_attribute("data-state", "live")
        other.wait_for_load_state("networkidle")
        assert 0 < transferred() <= FIRST_VISIT_BYTES
