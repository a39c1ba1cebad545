"""Moves of a page over its open socket, and by POST where no answer comes: one effect, whichever way arrives."""

import json
import re
from collections.abc import Callable

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.test_live_table import AFTER_ONE_MOVE, play_lowest, sit_down, start_duel
from tests.kit.browser import BrowserPlayer, enter_as_guest, expect_value, rest_the_pointer_on_messages, wait_until

Players = Callable[..., BrowserPlayer]


# A busy machine is no lost answer and no lost line: such a page waits for both longer than people would.
WAITS_LONG = """const soon = setTimeout;
window.setTimeout = (act, after, ...more) => soon(act, after === 3000 ? 60_000 : after, ...more);
const [now, began] = [Date.now, Date.now()];
Date.now = () => began + (now() - began) / 20;"""


class Wire:
    """A page's socket that can lose what is said on it."""

    def __init__(self, page: Page, *, waits_long: bool = False) -> None:
        self.moves: list[dict[str, object]] = []
        self.loses_moves = self.loses_answers = False
        if waits_long:
            page.add_init_script(WAITS_LONG)
        page.route_web_socket(re.compile("/live/"), self._connect)

    def _connect(self, near: WebSocketRoute) -> None:
        self.near, far = near, near.connect_to_server()

        def say(message: str | bytes) -> None:
            told = json.loads(message)
            if told["type"] == "move":
                self.moves.append(told)
            if not (self.loses_moves and told["type"] == "move"):
                far.send(message)

        def tell(message: str | bytes) -> None:
            if not (self.loses_answers and 'id="answer"' in str(message)):
                near.send(message)

        near.on_message(say)
        far.on_message(tell)


def posts_of(page: Page) -> list[str]:
    """The keys of the moves that the page POSTs from now on."""
    keys: list[str] = []
    page.on("request", lambda sent: keys.append(sent.headers["idempotency-key"]) if sent.method == "POST" else None)
    return keys


def play(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Play the")).first.click()


def test_a_move_goes_by_the_open_socket_alone(browser_player: Players) -> None:
    ada, bea = browser_player(name="Ada"), browser_player(name="Bea")
    wire = Wire(ada.page, waits_long=True)
    one, two = sit_down(ada, bea)
    posts = posts_of(one)
    one.get_by_role("button", name=re.compile("^Play the")).first.dblclick()
    expect(one.locator("#turn")).to_have_text("Waiting for seat 1.")
    expect(two.locator("#turn")).to_have_text("Your turn: play a card")
    expect(one.locator("#beat")).to_have_attribute("data-seq", AFTER_ONE_MOVE)
    assert (len({move["key"] for move in wire.moves}), posts) == (1, [])


def test_a_move_that_gets_lost_on_the_socket_is_posted(browser_player: Players) -> None:
    ada, bea = browser_player(name="Ada"), browser_player(name="Bea")
    wire = Wire(ada.page)
    one, two = sit_down(ada, bea)
    posts = posts_of(one)
    wire.loses_moves = True
    play(one)
    expect(two.locator("#turn")).to_have_text("Your turn: play a card")
    expect(one.locator("#turn")).to_have_text("Waiting for seat 1.")
    assert posts == [wire.moves[0]["key"]]


def test_a_move_whose_answer_gets_lost_is_posted_and_happens_once(browser_player: Players) -> None:
    ada, bea = browser_player(name="Ada"), browser_player(name="Bea")
    wire = Wire(ada.page)
    one, _two = sit_down(ada, bea)
    posts = posts_of(one)
    wire.loses_answers = True
    play(one)
    wait_until(one, lambda: posts)
    expect(one.locator("#turn")).to_have_text("Waiting for seat 1.")
    expect(one.locator("#beat")).to_have_attribute("data-seq", AFTER_ONE_MOVE)
    assert posts == [wire.moves[0]["key"]]


def test_a_move_on_a_socket_that_breaks_is_posted_at_once(browser_player: Players) -> None:
    ada, bea = browser_player(name="Ada"), browser_player(name="Bea")
    ada.expect_problem("WebSocket")
    wire = Wire(ada.page)
    one, two = sit_down(ada, bea)
    posts = posts_of(one)
    wire.loses_moves = True
    play(one)
    wait_until(one, lambda: wire.moves)
    wire.near.close(code=1011)
    expect(two.locator("#turn")).to_have_text("Your turn: play a card")
    assert posts == [wire.moves[0]["key"]]


def test_a_refusal_comes_by_the_socket(browser_player: Players) -> None:
    ada, bea = browser_player(name="Ada"), browser_player(name="Bea")
    wire = Wire(bea.page, waits_long=True)
    _one, two = sit_down(ada, bea)
    posts = posts_of(two)
    rest_the_pointer_on_messages(two)
    for number in (1, 2):
        play(two)
        expect(two.locator(".toast")).to_have_count(number)
    assert (len({move["key"] for move in wire.moves}), posts) == (2, []), "a refused move may be tried again"


def test_a_move_that_is_too_long_for_the_socket_is_posted_at_once(browser_player: Players) -> None:
    ada, bea = browser_player(name="Ada"), browser_player(name="Bea")
    wire = Wire(ada.page)
    one, two = sit_down(ada, bea)
    posts = posts_of(one)
    one.locator('form input[name="card"]').first.evaluate(
        "card => { const more = card.cloneNode(); more.name = 'more'; more.value = 'ä'.repeat(2100); card.after(more) }"
    )
    play(one)
    expect(two.locator("#turn")).to_have_text("Your turn: play a card")
    expect(one.locator("#beat")).to_have_attribute("data-seq", AFTER_ONE_MOVE)
    expect(one.locator(".toast")).to_have_count(0)
    assert (wire.moves, len(posts)) == ([], 1)


SLOW_HANDSHAKE = """
const Socket = WebSocket;
window.sentBySocket = [];
window.handshakes = 0;
WebSocket = class extends EventTarget {
  constructor(url) {
    super();
    handshakes += 1;
    for (const kind of ["open", "message", "close", "error"])
      this.addEventListener(kind, (event) => this["on" + kind]?.(event));
    window.lateSocket = this;
    window.finishHandshake = () => {
      this.socket = new Socket(url);
      for (const kind of ["open", "message", "close", "error"])
        this.socket.addEventListener(kind, (event) => this.dispatchEvent(new event.constructor(kind, event)));
    };
  }
  get readyState() { return this.socket?.readyState ?? Socket.CONNECTING; }
  send(message) { sentBySocket.push(message); this.socket.send(message); }
  close() { this.socket?.close(); }
};
Object.assign(WebSocket, { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 });
"""


def test_a_press_before_the_handshake_has_succeeded_is_posted_and_made_once(browser_player: Players) -> None:
    ada, bea = browser_player(name="Ada"), browser_player(name="Bea")
    ada.page.add_init_script(SLOW_HANDSHAKE)
    one, two = enter_as_guest(ada), enter_as_guest(bea)
    table = start_duel(ada, bea)
    for page in (one, two):
        page.goto(table)
    posts = posts_of(one)
    play(one)
    expect(two.locator("#turn")).to_have_text("Your turn: play a card")
    # No socket is open: the answer to the POST says so.
    expect(one.locator("#turn")).to_have_text("Waiting for seat 1.")
    one.evaluate("finishHandshake()")
    expect_value(one, "lateSocket.readyState", 1)
    play_lowest(two)
    expect(one.locator("#table")).to_contain_text("Nothing is led.")
    assert (len(posts), one.evaluate("sentBySocket")) == (1, [])


# A clock that stands still until the test lets time pass, and how often the page has looked at it.
OWN_CLOCK = """let time = Date.now();
window.looks = 0;
Date.now = () => { looks += 1; return time; };
window.pass = (milliseconds) => { time += milliseconds; looks = 0; };"""


def test_a_handshake_is_given_up_when_the_site_takes_too_long_and_not_when_the_page_does(
    browser_player: Players,
) -> None:
    ada, bea = browser_player(name="Ada"), browser_player(name="Bea")
    for script in (SLOW_HANDSHAKE, OWN_CLOCK):
        ada.page.add_init_script(script)
    one = enter_as_guest(ada)
    enter_as_guest(bea)
    one.goto(start_duel(ada, bea))

    def after(milliseconds: int) -> int:
        one.evaluate(f"pass({milliseconds})")
        wait_until(one, lambda: one.evaluate("looks") > 8)
        return int(one.evaluate("handshakes"))

    expect_value(one, "handshakes", 1)
    assert after(milliseconds=3000) == 1, "in one go: the page stood still"
    assert [after(milliseconds=1000) for _second in (1, 2)] == [1, 1]
    one.evaluate("pass(1000)")
    expect_value(one, "handshakes", 2)
