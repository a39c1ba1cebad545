"""The pictures of the README, made from the real pages: `bin/pictures`.

A site with a database of its own, three games to look at, and one person's browser. Beside the pictures the command
keeps the words and parts of each page, and digests of what decides how it looks: with them a test finds out that a
picture is not current any more.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
from playwright.sync_api import Page, ViewportSize, expect, sync_playwright

from imperial.rules.state import State
from tests.cambio.browser.tables import TRADE, stack_the_deck
from tests.docs.looks import digest_of, look_of, same_every_day
from tests.imperial.browser.tables import arrange, asked, choose_sector, row, send
from tests.imperial.browser.tables import press as decide
from tests.imperial.rules.positions import position
from tests.kit.browser import BrowserPlayer, enter_as_guest, open_player
from tests.kit.chromium import launch_chromium
from tests.kit.server import Site, SiteServer

FOLDER = Path(__file__).resolve().parents[2] / "static" / "img" / "screenshots"
WORDS = FOLDER / "words.txt"
LOOKS = FOLDER / "looks.txt"
ANY_RANK = ("A", *map(str, range(2, 11)), "J", "Q", "K")
VISIBLE = """() => {
  const parts = [...document.querySelectorAll(".part")].map((part) => `#${part.id}`).sort();
  // What was said aloud last depends on how fast things came.
  const announcer = document.getElementById("announcer");
  announcer.hidden = true;
  const words = document.body.innerText;
  announcer.hidden = false;
  return [parts.join(" "), words].join("\\n");
}"""

HISTORY = (
    "Great Britain: Marta proposes as leader: Import fleets in London.",
    "Great Britain: Priya agrees with the leader.",
    "Marta buys the 5 bond of Great Britain.",
    "Germany: Jonas has voted.",
    "Russia: Jonas chooses R-Produce: an army in Moscow and a fleet in Odessa.",
)
SIZES = {
    "home-desktop-light": ViewportSize(width=1280, height=912),
    "cambio-desktop-light": ViewportSize(width=1280, height=900),
    "cambio-phone-dark": ViewportSize(width=390, height=844),
    "imperial-desktop-light": ViewportSize(width=1400, height=1000),
}
SCALE = 0.9
"""Pictures are shown smaller than pages are: what is drawn smaller is loaded sooner."""
PICTURED = {"DJANGO_SETTINGS_MODULE": "tests.docs.pictured_settings"}
Players = Callable[..., BrowserPlayer]


class Program:
    """Somebody else at the tables, who needs no browser."""

    def __init__(self, http: httpx.Client, *, name: str, token: str = "") -> None:
        self.http, self.name, self.token = http, name, token

    def post(self, path: str, **body: object) -> dict[str, str]:
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        self.http.cookies.clear()
        answer = self.http.post(path, json=body, headers=headers)
        assert answer.is_success, answer.text
        told: dict[str, str] = answer.json()
        self.token = told.get("playerToken", self.token)
        return told

    def open_table(self, game: str, **body: object) -> None:
        self.post(f"/{game}/api/game/create", creatorDisplayName=self.name, **body)


def set_the_scenes(server: SiteServer, player: Players) -> dict[str, Page]:
    """The pages that are pictured, by the name of their picture. Everything on them is the same every time."""
    juno = player(name="Juno")
    phone = player(name="Juno", phone=True, dark=True)
    home = enter_as_guest(juno)
    phone.context.add_cookies(juno.context.cookies())  # type: ignore[arg-type]  # as they were given
    table, planner = juno.context.new_page(), juno.context.new_page()
    with httpx.Client(base_url=server.url, timeout=30) as http:
        cambio = deal_cambio(server, juno, http)
        plan_a_maneuver(server, planner)
        Program(http, name="Teo").open_table("imperial", playerCount=5, botCount=1)
        Program(http, name="Ada").open_table("cambio", playerCount=4)
    pages = dict(zip(SIZES, (home, table, phone.page, planner), strict=True))
    for page, address in ((home, "/"), (table, cambio), (phone.page, cambio)):
        page.goto(address)
    for name, page in pages.items():
        page.set_viewport_size(SIZES[name])
        expect(page.locator("body")).to_contain_text("Live")
    for page in (table, phone.page):
        expect(page.locator(".status")).to_contain_text("You drew")
    return pages


def deal_cambio(server: SiteServer, juno: BrowserPlayer, http: httpx.Client) -> str:
    """The address of a table where a round has been played, and Juno has just drawn a jack or a queen."""
    cookies = {cookie["name"]: cookie["value"] for cookie in juno.context.cookies()}
    opened = juno.context.request.post(
        "/cambio/api/game/create",
        data={"playerCount": 4, "creatorDisplayName": "Juno"},
        headers={"X-CSRFToken": cookies["csrftoken"]},
    ).json()
    address, game = f"/cambio/{opened['gameId']}/", f"/cambio/api/game/{opened['gameId']}"
    everybody = [Program(http, name="Juno", token=opened["playerToken"])]
    for name in ("Marta", "Jonas", "Priya"):
        everybody.append(Program(http, name=name))
        everybody[-1].post("/cambio/api/game/join", roomCode=opened["roomCode"], displayName=name)
    juno.page.goto(address)
    stack_the_deck(server, juno.page, ANY_RANK, ANY_RANK, ANY_RANK, TRADE, players=4)
    everybody[0].post(f"{game}/start")
    for program in everybody:
        program.post(f"{game}/view-initial")
    for number, program in enumerate(everybody):
        program.post(f"{game}/draw", source="discard" if program.name == "Jonas" else "deck")
        program.post(f"{game}/swap", position=number)
    everybody[0].post(f"{game}/draw", source="deck")
    return address


def europe() -> State:
    """The sixth round of a game of four, Austria-Hungary to move."""
    return position(
        players=("Juno", "Jonas", "Priya", "Marta"),
        money={"Juno": 9, "Jonas": 4, "Priya": 9, "Marta": 3},
        round=6,
        bonds={
            "Austria": {"Juno": [5, 2], "Jonas": [4], "Priya": [1]},
            "Italy": {"Marta": [7], "Juno": [1]},
            "France": {"Priya": [5, 2], "Jonas": [3], "Juno": [1]},
            "England": {"Marta": [5], "Priya": [4], "Jonas": [2]},
            "Germany": {"Jonas": [6], "Juno": [5], "Marta": [3]},
            "Russia": {"Jonas": [6], "Priya": [3], "Marta": [2]},
        },
        countries={
            "Austria": {
                "money": 4,
                "points": 9,
                "wheel_spot": "R-Produce",
                "last_tax": 7,
                "factories": ("Vienna", "Budapest", "Trieste"),
                "tax_chips": ("Romania", "Western Balkans", "Bulgaria", "Ionian Sea"),
            },
            "Italy": {
                "money": 2,
                "points": 6,
                "wheel_spot": "Investor",
                "last_tax": 7,
                "tax_chips": ("Tunis", "Western Med", "Greece"),
            },
            "France": {
                "money": 7,
                "points": 12,
                "wheel_spot": "L-Maneuver",
                "last_tax": 12,
                "tax_chips": ("Spain", "Morocco", "Algeria", "Bay of Biscay", "Belgium"),
            },
            "England": {
                "money": 5,
                "points": 11,
                "wheel_spot": "Import",
                "last_tax": 10,
                "tax_chips": ("North Atlantic", "North Sea", "English Channel", "Norway", "Portugal"),
            },
            "Germany": {
                "money": 3,
                "points": 14,
                "wheel_spot": "Taxation",
                "last_tax": 8,
                "tax_chips": ("Denmark", "Holland"),
            },
            "Russia": {
                "money": 16,
                "points": 8,
                "wheel_spot": "L-Produce",
                "last_tax": 9,
                "tax_chips": ("Baltic Sea", "Black Sea", "Sweden", "Turkey"),
            },
        },
        fleets={
            "Austria": ["Trieste", "Ionian Sea"],
            "Italy": ["Ionian Sea", "Western Med"],
            "France": ["Bay of Biscay", "Bay of Biscay", "English Channel"],
            "England": ["North Sea", "English Channel", "London"],
            "Germany": ["North Sea"],
            "Russia": ["Baltic Sea", "Black Sea"],
        },
        armies={
            "Austria": ["Vienna", "Budapest", "Lemberg", "Romania", "Western Balkans"],
            "Italy": ["Rome", "Venice", "Tunis"],
            "France": ["Paris", "Munich", "Spain", "Spain", "Morocco"],
            "England": ["Norway", "Portugal", "London"],
            "Germany": ["Berlin", "Berlin", "Holland", "Danzig"],
            "Russia": ["Warsaw", "Warsaw", "Moscow", "Turkey"],
        },
    )


def plan_a_maneuver(server: SiteServer, page: Page) -> None:
    """A fleet comes in peace, two armies cross the sea over it, and the place of another is being chosen."""
    page.goto(arrange(server, europe(), history=HISTORY))
    asked(page, "Austria-Hungary")
    choose_sector(page, "Maneuver")
    decide(page, "Plan the maneuver")
    asked(page, "plan the maneuver")
    send(page, 1, "Ionian Sea", action="In peace")
    send(page, 3, "Greece")
    send(page, 4, "Tunis", action="In peace")
    send(page, 6, "Bulgaria")
    row(page, 5).locator(".plan__pick").click()
    expect(page.locator("#destination")).to_be_focused()


def words_of(page: Page) -> str:
    """What can be read on the page and of which parts it is made, without what differs from day to day."""
    lines = (" ".join(line.split()) for line in same_every_day(str(page.evaluate(VISIBLE))).splitlines())
    return "\n".join(line for line in lines if line)


def all_words(pages: dict[str, Page]) -> str:
    return "\n\n".join(f"[{name}]\n{words_of(page)}" for name, page in pages.items()) + "\n"


def all_looks(pages: dict[str, Page]) -> str:
    """Of each picture that is kept, and of the page it was taken of, as the server sends it."""
    looks = {name: look_of(page.context.request.get(page.url).text()) for name, page in pages.items()}
    pictures = {name: f"picture {digest_of((FOLDER / f'{name}.png').read_bytes())}" for name in pages}
    return "\n\n".join("\n".join((f"[{name}]", pictures[name], *looks[name])) for name in pages) + "\n"


def _take_pictures(pages: dict[str, Page]) -> Iterator[Path]:
    for name, page in pages.items():
        file = FOLDER / f"{name}.png"
        page.bring_to_front()
        page.screenshot(path=file, animations="disabled", caret="initial")
        yield file


def main() -> None:
    site = Site(environment=PICTURED)
    try:
        server = site.serve(clock=False)
        with sync_playwright() as playwright:
            browser = launch_chromium(playwright)

            def player(**options: bool | str) -> BrowserPlayer:
                return open_player(browser, origin=server.url, scale=SCALE, **options)  # type: ignore[arg-type]

            pages = set_the_scenes(server, player)
            WORDS.write_text(all_words(pages))
            for file in _take_pictures(pages):
                print(f"{file.name}: {file.stat().st_size // 1024} KB")
            LOOKS.write_text(all_looks(pages))
            browser.close()
    finally:
        site.close()


if __name__ == "__main__":
    main()
