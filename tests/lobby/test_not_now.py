"""An invitation on the home page can be turned down there."""

import re

import pytest

from cambio import services
from tests.cambio.kit import people, state_of
from tests.kit.clients import client_of
from tests.lobby.test_coming_back import finished, home, part

pytestmark = pytest.mark.django_db


def test_not_now_frees_the_chair_and_stays_on_the_home_page() -> None:
    juno, mara = people(2)
    over = finished([juno, mara])
    entry = services.rematch(game_id=over, person=juno)
    client = client_of(mara)
    invitations = part(home(client), "invitations")
    assert "Not now" in invitations
    (address,) = re.findall(r'id="not-[\w-]+" formaction="([^"]+)"', invitations)
    answer = client.post(address, {"back": "home"})
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert part(home(client), "invitations").startswith("></div>")
    assert state_of(entry.game_id).series.held == {}


def test_said_twice_it_is_said_once() -> None:
    juno, mara = people(2)
    over = finished([juno, mara])
    services.rematch(game_id=over, person=juno)
    client = client_of(mara)
    for _press in range(2):
        assert client.post(f"/cambio/{over}/decline/", {"back": "home"})["Location"] == "/"
