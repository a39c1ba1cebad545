"""States that take long to reach by hand, scanned at every size: see `tests.look.scenes`."""

import pytest

from tests.cambio.browser.tables import Players
from tests.kit.server import SiteServer
from tests.look.scan import faults_of_scenes, nothing_wrong

# Pages behind a refusal, and what a stranger's browser says of an answer that is no success.
EXPECTED = "40[349]|422|429|50[03]|WebSocket"


@pytest.mark.timeout(600)
@pytest.mark.parametrize("group", ["doors", "cambio", "imperial", "turns", "around"])
def test_every_state_fits_every_screen(server: SiteServer, browser_player: Players, group: str) -> None:
    player = browser_player(name="Zoe")
    player.expect_problem(EXPECTED)
    nothing_wrong(faults_of_scenes(server, player, group))
