"""The pages around the games, scanned at every size: nothing is cut off, lies over something else, or is too small.

What strangers see is also what somebody with a screen reader or a keyboard can use.
"""

import pytest

from tests.cambio.browser.tables import Players, open_table, sit_down_as_program
from tests.kit.browser import axe_clean, enter_as_guest
from tests.look.scan import LONG_NAMES, LONGEST, faults, nothing_wrong

PUBLIC = (
    "/",
    "/cambio/",
    "/imperial/",
    "/cambio/how-to-play/",
    "/imperial/rules/",
    "/cambio/practice/",
    "/imperial/practice/",
    "/deckbuilder/",
    "/account/guest/",
    "/account/login/",
    "/account/sign-up/",
    "/account/reset/",
    "/shuffle/",
    "/programs/",
    "/api/",
    "/api/cambio/",
    "/api/imperial/",
    "/styleguide/",
    "/no-such-page/",
    "/t/ZZZZZ/",
)
OF_GUESTS = ("/", "/cambio/new/", "/imperial/new/", "/account/", "/account/muted/", "/programs/")


@pytest.mark.parametrize("path", PUBLIC)
def test_what_strangers_see(browser_player: Players, path: str) -> None:
    player = browser_player(name="Zoe")
    player.expect_problem("404")
    player.page.goto(path)
    axe_clean(player.page)
    nothing_wrong({path: faults(player.page)})


@pytest.mark.parametrize("path", OF_GUESTS)
def test_what_somebody_with_a_long_name_sees(browser_player: Players, path: str) -> None:
    page = enter_as_guest(browser_player(name=LONGEST))
    page.goto(path)
    nothing_wrong({path: faults(page)})


@pytest.mark.timeout(300)
def test_a_waiting_room_of_long_names_its_invitation_and_the_home_page(browser_player: Players) -> None:
    host = enter_as_guest(browser_player(name=LONGEST))
    table = open_table(host, seats=4)
    found = {"a waiting room": faults(host)}
    code = str(host.locator("[data-copy]").first.get_attribute("data-copy")).rstrip("/").rsplit("/", 1)[-1]
    for name in LONG_NAMES[:2]:
        sit_down_as_program(browser_player(name=name), table.split("/")[2])
    guest = enter_as_guest(browser_player(name=LONG_NAMES[2]))
    for kind, path in (("its invitation", f"/t/{code}/"), ("its door", table)):
        guest.goto(path)
        found[kind] = faults(guest)
    sit_down_as_program(browser_player(name="Fourth at the table x"[:20]), table.split("/")[2])
    for kind, page, path in (
        ("a full waiting room", host, table),
        ("a full invitation", guest, f"/t/{code}/"),
        ("the home page of who waits", host, "/"),
    ):
        page.goto(path)
        found[kind] = faults(page)
    nothing_wrong(found)
