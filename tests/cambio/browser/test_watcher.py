"""Somebody looks on from the first card to the result, and gets what everybody may know and nothing else."""

import re
from itertools import count
from urllib.parse import urlsplit

from playwright.sync_api import Page, WebSocketRoute, expect

from cambio import rules
from tabletop.shuffle import shuffle_at
from tests.cambio.browser.tables import (
    LOW,
    RESULT,
    SPY,
    Players,
    call_cambio,
    in_sight,
    line,
    open_table,
    press,
    sit_down,
    start,
    use_seed,
)
from tests.cambio.browser.test_moments import NOTE_SOUNDS
from tests.kit.browser import BrowserPlayer, axe_clean, enter_as_guest, expect_value, never_wide, wait_until
from tests.kit.frames import parts_in
from tests.kit.server import SiteServer

ASKED, STEPS = 8, 10
"""Addresses that the watcher asks, at each step of the game below."""
START = "2"
"""The number of the deal: Bea sat down, Ada started."""
YOUR_TURN = re.compile("^Your turn")
PHONES = (360, 640), (390, 844)
CHANGED = """[...document.querySelectorAll(".hand > .card")]
    .filter((card) => getComputedStyle(card, "::before").backgroundImage !== "none").map((card) => card.id)"""
"""The places that are marked as changed."""


def twin_seeds() -> tuple[bytes, bytes]:
    """Secrets of two deals that show the same cards in the game below, and differ in others.

    Shown are the open card, the first of the deck, which Ada lets go, and the upper cards of Bea, which she replaces.
    """
    found: dict[tuple[str, ...], bytes] = {}
    for number in count():
        seed = number.to_bytes(32, "big")
        game = rules.new_game(["Ada", "Bea"], shuffle_at(seed, START), now=0)
        bea = game.players[1].hand
        if game.deck[0][:-1] not in SPY:
            continue
        public = (game.discard[-1], game.deck[0], bea[0], bea[1])
        if public in found:
            return found[public], seed
        found[public] = seed
    raise AssertionError


class Onlooker:
    """All that reaches a watcher: pages and parts that are asked for, and what the socket of the page brings."""

    def __init__(self, player: BrowserPlayer, table: str, code: str) -> None:
        self.page, self.table, self.code = player.page, table, code
        self.ask = player.context.request
        self.frames: dict[tuple[str, ...], str] = {}
        """By the position and the parts: a busy machine may make the page ask for everything once more."""
        self.told: list[str] = []
        self.everything: set[tuple[str, ...]] = set()
        self.page.on("websocket", lambda socket: socket.on("framereceived", self._note))

    def _note(self, frame: str | bytes) -> None:
        text = frame if isinstance(frame, str) else frame.decode()
        if parts_in(text):
            (seq,) = re.findall(r'id="beat" data-seq="(\d+)"', text)
            self.frames[(seq, *sorted(parts_in(text)))] = self.scrub(text)

    def follow(self, actor: Page) -> str:
        """Waits until the page shows the position of the actor's, so that no update tells of two moves at once."""
        seq = actor.locator("#beat").get_attribute("data-seq") or ""
        expect(self.page.locator("#beat")).to_have_attribute("data-seq", seq)
        return seq

    def look(self, actor: Page) -> None:
        """Follows, and keeps everything that was told until then."""
        self.follow(actor)
        below = ("", "parts/", "parts/?seq=0", "menu/", "watchers/", "talk/", "sit-in/")
        asked = [*(f"{self.table}{path}" for path in below), f"/t/{self.code}/"]
        told = [self.ask.get(path).text() for path in asked]
        self.told += map(self.scrub, told)
        self.everything.add(tuple(sorted(parts_in(told[below.index("parts/?seq=0")]))))

    def came_at(self, seq: str) -> set[tuple[str, ...]] | None:
        """The sets of parts that came at this position; None where the page asked for everything."""
        came = {tuple(parts) for at, *parts in self.frames if at == seq}
        return None if came & self.everything else came

    def scrub(self, text: str) -> str:
        """Without what tells any two tables, and any two moments, apart."""
        text = text.replace(self.table.split("/")[2], "GAME").replace(self.code, "CODE")
        text = re.sub(r"\b((?:person|(?:un)?(?:mute|report))[-:])[0-9a-f]{12}\b", r"\1MARK", text)
        text = re.sub(r'(csrfmiddlewaretoken" value="|x-csrftoken": ")[^"]+', r"\1TOKEN", text)
        return re.sub(r"\b[0-9a-f]{64}\b", "PRINT", re.sub(r"\b\d{10}(\.\d+)?\b", "TIME", text))


def watched_game(server: SiteServer, ada: Page, bea: Page, eve: BrowserPlayer, seed: bytes) -> Onlooker:
    """Eve has been told of a whole game, at last how it ended."""
    table = open_table(ada, seats=2)
    code = ada.locator(".code-chip").first.inner_text().split()[-1]
    sit_down(bea, table, name="Bea")
    page = eve.page
    page.goto(f"/t/{code}/")
    expect(page.locator("main")).to_contain_text("You can watch as soon as the game has begun.")
    onlooker = Onlooker(eve, table, code)
    expect(ada.locator("#waiting")).to_contain_text("Two of two are here.")
    use_seed(server, ada, seed)
    press(ada, "Start the game")
    line(ada, "Remember these two.")
    page.get_by_role("link", name="Look again").click()
    page.get_by_role("link", name="Watch this game").click()
    expect(page.locator(".watch-sign")).to_have_text("You are watching")
    expect(page.locator("#watching")).to_contain_text("1")
    for player in (ada, bea):
        expect(player.locator("#watching")).to_contain_text("1 watching")
    never_wide(page)

    def seen(actor: Page, words: str) -> None:
        line(actor, words)
        onlooker.look(actor)

    def move(actor: Page, button: str) -> None:
        before = actor.locator("#beat").get_attribute("data-seq") or ""
        press(actor, button)
        expect(actor.locator("#beat")).not_to_have_attribute("data-seq", before)
        onlooker.follow(actor)

    seen(ada, "Remember these two.")
    for player in (ada, bea):
        move(player, "I have them")
    seen(ada, "Your turn: draw a card")
    press(ada, "Draw from the deck")
    seen(ada, "You drew the")
    ada.locator("#do-discard").click()
    seen(ada, "You may look at one card")
    move(ada, "Look at Bea's bottom left card")
    move(ada, "I have it")
    for place in ("top left", "top right"):
        seen(bea, "Your turn: draw a card")
        press(bea, "Draw from the deck")
        seen(bea, "You drew the")
        if place == "top left":
            press(bea, f"Swap with your {place} card")
            seen(ada, "Your turn: draw a card")
            call_cambio(ada)
    axe_clean(page)
    move(bea, "Swap with your top right card")
    expect(page.get_by_role("heading", name=RESULT)).to_be_visible()
    # Each card is drawn once, large or small.
    expect(page.locator(".hand .card > svg").filter(visible=True)).to_have_count(8)
    onlooker.look(bea)
    never_wide(page)
    return onlooker


def test_a_watcher_gets_the_same_bytes_in_twin_games_until_the_hands_are_turned_over(
    server: SiteServer, browser_player: Players
) -> None:
    ada, bea = (enter_as_guest(browser_player(name=name)) for name in ("Ada", "Bea"))
    eve = browser_player(name="Eve", phone=True)
    enter_as_guest(eve)
    first, second = (watched_game(server, ada, bea, eve, seed) for seed in twin_seeds())
    assert len(first.told) == len(second.told) == ASKED * STEPS
    for one, other in zip(first.told[:-ASKED], second.told[:-ASKED], strict=True):
        assert one == other
    assert first.told[-ASKED:] != second.told[-ASKED:], "they are not the same game"
    last = max(int(seq) for seq, *_parts in first.frames)
    told_alike = [key for key in first.frames if key in second.frames and int(key[0]) < last]
    assert len(told_alike) >= STEPS
    for key in told_alike:
        assert first.frames[key] == second.frames[key], key
    positions = {seq for seq, *_parts in {*first.frames, *second.frames} if int(seq) < last}
    told_by_push = {seq: (first.came_at(seq), second.came_at(seq)) for seq in positions}
    compared = {seq: both for seq, both in told_by_push.items() if None not in both}
    assert len(compared) > STEPS / 2
    assert all(one == other for one, other in compared.values()), compared


def practice(player: BrowserPlayer, slug: str) -> str:
    """A table against bots that has begun."""
    page = enter_as_guest(player)
    page.goto(f"/{slug}/practice/")
    page.locator("main").get_by_role("button").first.click()
    page.wait_for_url(re.compile(rf"/{slug}/[0-9a-f-]{{36}}/"))
    if slug == "cambio":
        # Its cards are dealt a moment after the fingerprint was shown; nobody looks on before.
        expect(page.locator(".mine .card.is-peek")).to_have_count(2)
    return urlsplit(page.url).path


def test_the_number_of_watchers_is_live_in_both_games(server: SiteServer, browser_player: Players) -> None:
    for slug in ("cambio", "imperial"):
        player = browser_player(name="Ada", phone=slug == "imperial")
        table = practice(player, slug)
        expect(player.page.locator("#watching")).to_be_hidden()
        watchers = [browser_player(name="Eve", phone=True), browser_player(name="Fay", dark=True)]
        for watcher in watchers:
            enter_as_guest(watcher).goto(table)
        pages = [player.page, *(watcher.page for watcher in watchers)]
        for page in pages:
            expect(page.locator("#watching")).to_contain_text("2 watching")
            never_wide(page)
        expect(watchers[0].page.get_by_text("You are watching").first).to_be_visible()
        axe_clean(watchers[0].page)
        watchers[1].page.goto("/")
        for page in pages[:2]:
            expect(page.locator("#watching")).to_contain_text("1 watching")


def test_a_page_for_which_there_is_no_room_is_loaded_again(server: SiteServer, browser_player: Players) -> None:
    table = practice(browser_player(name="Ada"), "cambio")
    page = enter_as_guest(browser_player(name="Eve"))
    turned_away: list[str] = []

    def turn_away_once(socket: WebSocketRoute) -> None:
        if turned_away:
            socket.connect_to_server()
        else:
            turned_away.append(socket.url)
            socket.close(code=4409)

    page.route_web_socket(re.compile("/live/"), turn_away_once)
    with page.expect_navigation(url=re.compile(table)):
        page.goto(table)
        wait_until(page, lambda: turned_away)
    expect(page.locator("#watching")).to_contain_text("1 watching")


def test_nobody_who_looks_on_is_told_that_it_is_their_turn(server: SiteServer, browser_player: Players) -> None:
    ada, bea = start(server, browser_player(name="Ada"), browser_player(name="Bea"), wishes=(LOW, LOW))
    eve = enter_as_guest(browser_player(name="Eve"))
    eve.add_init_script(NOTE_SOUNDS)
    eve.goto(urlsplit(ada.url).path)
    for page, name in ((ada, "Ada"), (bea, "Bea")):
        line(eve, f"{name} is drawing.")
        expect(page).to_have_title(YOUR_TURN)
        expect(eve).not_to_have_title(YOUR_TURN)
        press(page, "Draw from the deck")
        press(page, "Swap with your top left card")
    line(eve, "Ada is drawing.")
    expect(ada).to_have_title(YOUR_TURN)
    expect(eve).not_to_have_title(YOUR_TURN)
    assert "turn" not in eve.evaluate("heard")


def test_watchers_see_who_sits_in_front_whose_turn_it_is_and_their_last_move(
    server: SiteServer, browser_player: Players
) -> None:
    ada, _bea = start(server, browser_player(name="Ada"), browser_player(name="Bea"), wishes=(LOW,))
    eve = enter_as_guest(browser_player(name="Eve", phone=True))
    eve.goto(urlsplit(ada.url).path)
    line(eve, "Ada is drawing.")
    for width, height in PHONES:
        eve.set_viewport_size({"width": width, "height": height})
        expect(eve.locator("#me .is-turn").get_by_text("Ada")).to_be_visible()
        expect(eve.get_by_role("link", name="Stop watching")).to_be_visible()
        in_sight(eve)
    press(ada, "Draw from the deck")
    press(ada, "Swap with your top left card")
    line(eve, "Bea is drawing.")
    expect(eve.locator("#me .seat:not(.is-turn)").get_by_text("Ada")).to_be_visible()
    for width, height in (*PHONES, (1024, 768), (1440, 900)):
        eve.set_viewport_size({"width": width, "height": height})
        expect(eve.locator("#my_move")).to_contain_text("top left")
        expect(eve.locator("#my_move p")).to_be_visible()
        expect_value(eve, CHANGED, ["card-0-0"])
        in_sight(eve)
