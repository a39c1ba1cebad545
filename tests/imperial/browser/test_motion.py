"""What moves on the map when somebody moves, and what is shown to those who want no motion."""

from math import dist

import pytest
from playwright.sync_api import expect

from imperial.map.geometry import geometry
from tests.imperial.browser.tables import Players, arrange, asked, choose_sector, press, send, table_with_the_map
from tests.imperial.rules.positions import position
from tests.kit.browser import enter_as_guest, expect_value, wait_until
from tests.kit.server import SiteServer

NOTE_WHAT_MOVES = """() => {
  window.moved = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    window.moved.push(this.classList[0]);
    return animate.apply(this, how);
  };
}"""

NOTE_JOURNEYS = """() => {
  window.journeys = {};
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    const stop = (at) => at.match(/[\\d.]+/g).map(Number);
    if (this.matches(".tok")) journeys[this.dataset.of] = frames.transform.map(stop);
    return animate.call(this, frames, timing);
  };
}"""


def test_light_comes_up_once_and_points_fill(server: SiteServer, browser_player: Players) -> None:
    page = table_with_the_map(server, browser_player(name="Selma", motion=True))
    page.evaluate(NOTE_WHAT_MOVES)
    choose_sector(page, "Factory")
    expect(page.locator(".lit").first).to_be_attached()
    assert set(page.evaluate("moved")) == {"veil", "lit"}
    # A choice among lit places does not make them flicker.
    page.evaluate("moved.length = 0")
    page.locator("#decision label", has_text="Prague").click()
    expect(page.locator(".lit--chosen")).to_have_count(1)
    assert page.evaluate("moved") == []
    choose_sector(page, "Taxation")
    press(page, "Collect taxes")
    wait_until(page, lambda: "on" in page.evaluate("moved"))


def test_units_travel_their_ways_on_every_page(server: SiteServer, browser_player: Players) -> None:
    ida, ole = (enter_as_guest(browser_player(name=name, motion=True)) for name in ("Ida", "Ole"))
    state = position(
        players=("Ida", "Ole"), fleets={"Austria": ["Trieste"]}, armies={"Austria": ["Prague"], "Italy": ["Rome"]}
    )
    table = arrange(server, state)
    for page in (ida, ole):
        page.goto(table)
        asked(page, "Austria-Hungary")
    choose_sector(ida, "Maneuver")
    press(ida, "Plan the maneuver")
    send(ida, 1, "Ionian Sea")
    send(ida, 2, "Tunis")
    for page in (ida, ole):
        page.evaluate(NOTE_JOURNEYS)
    press(ida, "Submit the plan")
    regions = geometry().regions
    port = regions["Trieste"].port
    assert port is not None
    for page in (ida, ole):
        expect_value(page, "Object.keys(journeys).length", 2)
        journeys = page.evaluate("journeys")
        fleet, army = journeys["Austria fleet"], journeys["Austria army"]
        assert (fleet[0], fleet[-1]) == (pytest.approx(port.fleet), pytest.approx(regions["Ionian Sea"].units[0]))
        assert (army[0], army[-1]) == (
            pytest.approx(regions["Prague"].units[0]),
            pytest.approx(regions["Tunis"].units[0]),
        )
        # By rail to the port and over the sea: far from the straight line.
        for place in (regions["Trieste"].units[0], regions["Ionian Sea"].units[0]):
            assert min(dist(place, stop) for stop in army) < 40


def test_a_player_who_wants_no_motion_sees_a_ring_around_what_changed(
    server: SiteServer, browser_player: Players
) -> None:
    page = table_with_the_map(server, browser_player(name="Ruhe"))
    page.evaluate(NOTE_WHAT_MOVES)
    choose_sector(page, "Taxation")
    press(page, "Collect taxes")
    expect(page.get_by_role("article", name="Austria-Hungary").locator(".track.is-changed")).to_be_visible()
    expect(page.locator(".is-changed")).to_have_count(0)
    assert page.evaluate("moved") == []
