"""A maneuver made move by move: quick hands, a plan the board overtakes, and people who have no say in it."""

import re

from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.imperial.browser.tables import REFUSED, Players, arrange, asked, choose_sector, press, row, send
from tests.imperial.rules.positions import position
from tests.kit.browser import BrowserPlayer, enter_as_guest, expect_value, intercept, move_by_post, wait_until
from tests.kit.server import SiteServer

FORBIDDEN = "403"

# The first thing that happens to the list when it comes: quicker than any hand, as quick as a program.
CHOOSE_AT_ONCE = """(place) => new MutationObserver((_changes, observer) => {
  const list = document.getElementById("destination");
  if (!list) return;
  observer.disconnect();
  list.value = place;
  list.dispatchEvent(new Event("change", { bubbles: true }));
}).observe(document.getElementById("decision"), { childList: true, subtree: true })"""

# What a page sends that was opened long ago, or that somebody has written by hand.
POST = """([address, values]) => htmx.ajax("POST", address, { source: document.body, values, swap: "none" })"""


BONDS = {"Austria": {"Ann": [6]}, "Italy": {"Ben": [5]}}
FLEETS = {"Austria": ["Trieste", "Trieste"], "Italy": ["Ionian Sea"]}
ARMIES = {"Austria": ["Vienna", "Budapest", "Prague"]}


def begin_to_plan(server: SiteServer, ann: Page, *others: Page) -> str:
    """Ann plans a maneuver of two fleets and three armies; Italy's fleet is in the way. The address of the table."""
    table = arrange(server, position(players=("Ann", "Ben"), bonds=BONDS, fleets=FLEETS, armies=ARMIES))
    for page in (ann, *others):
        page.goto(table)
        asked(page, "Austria-Hungary")
    choose_sector(ann, "Maneuver")
    press(ann, "Plan the maneuver")
    asked(ann, "plan the maneuver")
    return table


def test_a_plan_is_made_with_keys_and_quick_hands(server: SiteServer, browser_player: Players) -> None:
    player = browser_player(name="Ann")
    ann = enter_as_guest(player)
    begin_to_plan(server, ann)
    keys_lead_through_the_plan(ann, player)
    quick_choices_count(ann)


def test_a_maneuver_is_made_move_by_move(server: SiteServer, browser_player: Players) -> None:
    people = [browser_player(name=name) for name in ("Ann", "Ben", "Zoe")]
    ann, ben, zoe = (enter_as_guest(player) for player in people)
    table = begin_to_plan(server, ann, ben, zoe)
    one_move_is_made(ann, ben, zoe)
    the_board_overtakes_the_plan(ann, ben, people[0], table)
    others_have_no_say(people[1], people[2], table)

    # Every row that was overtaken gets a new place, and the plan goes.
    send(ann, 3, "Venice", action="In peace")
    row(ann, 4).locator(".plan__pick").click()
    ann.locator("#destination").select_option("Romania")
    expect(ann.locator("#submit-plan")).to_be_enabled()
    the_button_waits_for_a_choice(ann)
    asked(ben, "Italy: choose an action")
    expect(ben.locator("#log")).to_contain_text("Western Balkans")


def test_late_news_of_ones_own_choice_does_not_draw_it_again(server: SiteServer, browser_player: Players) -> None:
    ann = enter_as_guest(browser_player(name="Ann"))
    held: list[str] = []
    lines: list[WebSocketRoute] = []

    def hold(line: WebSocketRoute) -> None:
        """Holds back what the socket says of the panel, so that the answer to the choice comes first."""
        lines.append(line)
        line.connect_to_server().on_message(
            lambda text: held.append(str(text)) if 'id="decide"' in str(text) else line.send(text)
        )

    armies = {"Austria": ["Vienna", "Budapest"]}
    state = position(players=("Ann", "Ben"), bonds={"Austria": {"Ann": [6]}, "Italy": {"Ben": [5]}}, armies=armies)
    ann.route_web_socket(re.compile("/live/"), hold)
    ann.goto(arrange(server, state))
    choose_sector(ann, "Maneuver")
    press(ann, "Plan the maneuver")
    asked(ann, "plan the maneuver")
    row(ann, 1).locator(".plan__pick").click()
    focused(ann, "#destination")
    draft = ann.locator("#decide [data-draft]").get_attribute("data-draft")
    wait_until(ann, lambda: held and f'data-draft="{draft}"' in held[-1])

    ann.evaluate(
        """() => {
          document.getElementById("destination").isStillThere = true;
          window.heard = 0;
          document.addEventListener("htmx:wsAfterMessage", ({ detail }) => {
            if (detail.message.includes('id="decide"')) heard += 1;
          });
        }"""
    )
    lines[-1].send(held[-1])
    expect_value(ann, "heard", 1)
    expect_value(ann, "document.getElementById('destination').isStillThere", True)


def keys_lead_through_the_plan(ann: Page, player: BrowserPlayer) -> None:
    press_keys(ann, "2")
    focused(ann, "#row-1")
    press_keys(ann, "ArrowDown", "ArrowDown")
    focused(ann, "#row-3")
    press_keys(ann, "ArrowUp")
    focused(ann, "#row-2")
    # The order is changed within the armies; a fleet stays before them.
    press_keys(ann, "Alt+ArrowDown")
    expect(row(ann, 4)).to_contain_text("Stays in Vienna")
    focused(ann, "#row-3")
    press_keys(ann, "Alt+ArrowUp")
    expect(row(ann, 3)).to_contain_text("Stays in Vienna")
    focused(ann, "#row-2")
    press_keys(ann, "Alt+ArrowUp")
    focused(ann, "#row-2")
    # Enter opens the list of places. One that is out of reach is told why, and nothing is lost.
    press_keys(ann, "Enter")
    focused(ann, "#destination")
    expect(ann.locator("#announcer")).to_contain_text("places in reach")
    player.expect_problem(REFUSED)
    ann.keyboard.type("Mosc")
    expect(ann.locator("#destination")).to_have_value("Moscow")
    press_keys(ann, "Enter")
    expect(ann.locator('[role="alert"] .imp-why')).to_contain_text("The army in Vienna cannot reach Moscow")
    # What the page asks for by itself takes the reason from nobody.
    with ann.expect_response("**/sit-in/"):
        ann.evaluate("htmx.ajax('GET', `${location.pathname}sit-in/`, { source: '#sit-in', swap: 'none' })")
    expect(ann.locator('[role="alert"] .imp-why')).to_contain_text("The army in Vienna cannot reach Moscow")
    expect(ann.locator("#destination")).to_have_value("Vienna")
    focused(ann, "#destination")
    # So is a click on a place in the dark.
    ann.locator('[data-place="Norway"]').dispatch_event("click")
    expect(ann.locator("#why")).to_contain_text("No free fleet carries the army in Vienna to Norway")
    # Escape drops the choice, wherever the focus is.
    press_keys(ann, "Escape")
    focused(ann, "#row-2")
    press_keys(ann, "Enter")
    focused(ann, "#destination")
    ann.locator("#submit-plan").focus()
    press_keys(ann, "Escape")
    focused(ann, "#row-2")
    expect(ann.locator("#why")).to_be_empty()


def press_keys(page: Page, *pressed: str) -> None:
    for key in pressed:
        page.keyboard.press(key)


def focused(page: Page, selector: str) -> None:
    expect(page.locator(selector)).to_be_focused()


def quick_choices_count(ann: Page) -> None:
    ann.evaluate(CHOOSE_AT_ONCE, "Ionian Sea")
    row(ann, 1).locator(".plan__pick").click()
    expect(row(ann, 1)).to_contain_text("Trieste to Ionian Sea")

    # The answer to the first choice is still on its way when the second is made: the second is what stays.
    held: list[Route] = []
    intercept(ann, "**/draft/", lambda route: held.append(route) if not held else route.continue_())
    row(ann, 4).locator(".plan__pick").click()
    row(ann, 5).locator(".plan__pick").click()
    wait_until(ann, lambda: held)
    held[0].continue_()
    expect(row(ann, 5)).to_contain_text("Prague: choose a lit place")
    ann.unroute("**/draft/")
    ann.keyboard.press("Escape")
    expect(ann.locator("#destination")).to_have_count(0)


def one_move_is_made(ann: Page, ben: Page, zoe: Page) -> None:
    """The plan: both fleets into the Ionian Sea in peace, two armies over it, one by land."""
    for fleet in (1, 2):
        send(ann, fleet, "Ionian Sea", action="In peace")
    for number, place in ((3, "Tunis"), (4, "Greece"), (5, "Romania")):
        send(ann, number, place)
    expect(ann.locator("#step-note")).to_contain_text("Italy is asked at once.")
    press(ann, "Make only move 1 now")
    asked(ben, "Austria-Hungary offers peace in Ionian Sea")
    expect(zoe.locator("#announcer")).to_contain_text("Trieste to Ionian Sea")
    press(ben, "Accept")
    asked(ann, "plan the maneuver")
    for page in (ann, ben, zoe):
        expect(page.locator(".is-locked")).to_have_count(1)
        expect(page.locator(".is-locked")).to_contain_text("Trieste to Ionian Sea")
    expect(row(ann, 4)).to_contain_text("Budapest to Greece")
    expect(ben.locator("#decide")).not_to_contain_text("Greece")
    # Ben thinks again.
    ben.get_by_role("button", name="Undo").click()
    asked(ben, "Austria-Hungary offers peace in Ionian Sea")


def the_board_overtakes_the_plan(ann: Page, ben: Page, player: BrowserPlayer, table: str) -> None:
    """Ben fights the first fleet: the second finds nobody left, and has room for one army where two are planned."""
    press(ben, "Fight")
    asked(ann, "plan the maneuver")
    expect(ann.locator("#announcer")).to_contain_text("row 4 needs a new place")
    turn = ann.locator('[name="turn"]').first.get_attribute("value")
    press(ann, "Make only move 2 now")
    expect(ann.locator(".is-locked")).to_have_count(2)
    sentence = "The board has changed since you opened this. Your plan is kept; row 4 needs a new place."
    expect(ann.locator("#plan-problem")).to_have_text(sentence)
    expect(row(ann, 4)).to_contain_text("No free fleet carries the army in Budapest to Greece")
    expect(row(ann, 4)).to_be_in_viewport()
    expect(ann.locator("#submit-plan")).to_be_disabled()

    # A plan from a page that is gone: refused with the same reasons, nothing lost.
    player.expect_problem(REFUSED)
    ann.evaluate(POST, [f"{table}act/", {"type": "maneuver_batch", "turn": turn}])
    expect(ann.locator("#toasts")).to_contain_text(sentence)
    expect(row(ann, 3)).to_contain_text("Vienna to Tunis")
    expect(row(ann, 5)).to_contain_text("Prague to Romania")


def the_button_waits_for_a_choice(ann: Page) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    row(ann, 5).locator(".plan__pick").click()
    focused(ann, "#destination")
    intercept(ann, "**/draft/", hold)
    ann.locator("#destination").select_option("Western Balkans")
    press(ann, "Submit the plan")
    wait_until(ann, lambda: held)
    held[0].continue_()


def others_have_no_say(ben: BrowserPlayer, zoe: BrowserPlayer, table: str) -> None:
    sent = [("act/", {"type": "maneuver_batch"}), ("act/", {"type": "maneuver_step"}), ("undo/", {})]
    sent += [("draft/", {"inHand": "0"}), ("draft/", {"row": "0", "destination": "Vienna"})]
    for player, problem in ((ben, REFUSED), (zoe, FORBIDDEN)):
        player.expect_problem(problem)
        move_by_post(player.page)
        for address, values in sent:
            with player.page.expect_response(f"**/{address}") as answer:
                player.page.evaluate(POST, [table + address, values])
            assert str(answer.value.status) == problem
        # The page goes on as before.
        asked(player.page, "Ann plans the maneuver of Austria-Hungary")
        expect(player.page.locator(".is-locked")).to_have_count(2)
